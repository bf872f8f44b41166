/** Numbers and counts as text, for reports and the viewer. */

/** Shown for a missing number. */
export const MISSING = '–';

const LEAST_DECIMALS = 2;
const MOST_DECIMALS = 15;

/** Two decimals unless given, or the sign for missing. */
export function figure(value: number | null, decimals = LEAST_DECIMALS): string {
  if (value === null) return MISSING;
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

/** Decimals needed to tell a score from a threshold that it is not equal to. */
function decimalsBeside(score: number | null, threshold: number | null): number {
  if (score == null || threshold == null || score === threshold) return LEAST_DECIMALS;
  let decimals = LEAST_DECIMALS;
  while (decimals < MOST_DECIMALS && score.toFixed(decimals) === threshold.toFixed(decimals)) decimals++;
  return decimals;
}

/** A score with at least two decimals, and as many as tell it from its threshold. */
export const scoreFigure = (score: number | null, threshold: number | null): string =>
  figure(score, decimalsBeside(score, threshold));

/** A threshold with as many decimals as tell the scores from it. */
export const thresholdFigure = (threshold: number | null, scores: readonly (number | null)[]): string =>
  figure(
    threshold,
    scores.reduce<number>((most, score) => Math.max(most, decimalsBeside(score, threshold)), LEAST_DECIMALS),
  );

/** A share as a whole percentage, or the sign for missing. */
export function percentage(share: number | null): string {
  return share === null ? MISSING : `${Math.round(share * 100)} %`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `text` cut to `length` characters, with an ellipsis where something was cut; fast for texts of any length. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${[...text.slice(0, 2 * length)].slice(0, length).join('')}…`;
}

/** `.772`, `−.120`, `1.000`; the sign for missing. */
export function threeDecimals(value: number | null | undefined): string {
  if (value == null) return MISSING;
  const digits = Math.abs(value).toFixed(3);
  const sign = value < 0 && Number(digits) !== 0 ? '−' : '';
  return `${sign}${digits.replace(/^0\./, '.')}`;
}

/** `[.680, .853]`. */
export const bracketed = ([low, high]: readonly [number, number]): string =>
  `[${threeDecimals(low)}, ${threeDecimals(high)}]`;

/** Whether the interval of a difference leaves out 0. */
export const isClear = (interval: readonly [number, number] | null): boolean =>
  interval !== null && (interval[0] > 0 || interval[1] < 0);

/** `.772 [.680, .853]`; the sign for missing, the value alone without an interval. */
export function withInterval(
  value: number | null | undefined,
  interval?: readonly [number, number] | null,
): string {
  const text = threeDecimals(value);
  return value == null || !interval ? text : `${text} ${bracketed(interval)}`;
}
