/** Figures and names in words, for texts and for the viewer's page alike. */

/** What stands for a missing number. */
export const MISSING = '–';

/** Two decimals, or the sign for missing. */
export function figure(value: number | null): string {
  if (value === null) return MISSING;
  const text = value.toFixed(2);
  return text === '-0.00' ? '0.00' : text;
}

/** A share as a whole percentage, or the sign for missing. */
export function percentage(share: number | null): string {
  return share === null ? MISSING : `${Math.round(share * 100)} %`;
}

/** `1 passage`, `2 passages`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `text` cut to `length` characters, with an ellipsis where something is left out; for texts of any length. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${[...text.slice(0, 2 * length)].slice(0, length).join('')}…`;
}
