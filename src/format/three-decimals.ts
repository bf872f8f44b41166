/** Figures of benchmark reports, formatted as in papers. */
import { MISSING } from './figures.ts';

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

/** `.772 [.680, .853]`; the sign for missing, the value alone without an interval. */
export function withInterval(
  value: number | null | undefined,
  interval?: readonly [number, number] | null,
): string {
  const text = threeDecimals(value);
  return value == null || !interval ? text : `${text} ${bracketed(interval)}`;
}
