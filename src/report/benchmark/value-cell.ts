/** A value of a benchmark table with its interval. */
import type { Interval } from '../../statistics/bootstrap.ts';
import type { Cell } from '../../format/html.ts';
import { bracketed, threeDecimals } from '../../format/three-decimals.ts';

/** A value with its interval below; empty where the metric does not apply. */
export function valueCell(
  value: number | null | undefined,
  interval: Interval | undefined,
  { sign = false, mark = '' } = {},
): Cell {
  if (value === undefined) return '';
  const plus = sign && value !== null && value > 0 ? '+' : '';
  const text = `${plus}${threeDecimals(value)}${mark}`;
  if (!interval) return text;
  return {
    html: `${text} <span class="interval">${bracketed(interval)}</span>`,
  };
}
