/**
 * Numbers found by what they come to when they are rounded, so that nobody has to compare with all: see compare-values.ts for
 * which two are the same.
 */
import { addTo } from '../../common/group-by.ts';
import type { Mention } from '../../english/values/mentions.ts';
import { significantDigits } from './compare-values.ts';

/** @returns positions, ascending, of all that may be the same number as another, and perhaps of some more */
export function indexNumbers(numbers: readonly Mention[]): (number: Mention) => readonly number[] {
  const all = [...numbers.keys()];
  const places = new Map<string, number[]>();
  const near: number[] = [];
  for (const [place, number] of numbers.entries()) {
    const digits = digitsOf(number);
    addTo(places, sizeOf(number), place);
    addTo(places, `all ${rounded(number, digits)}`, place);
    for (let fewer = 1; fewer <= digits; fewer++) addTo(places, `some ${rounded(number, fewer)}`, place);
    if (number.bound === 'about') near.push(place);
  }
  return (number) => {
    if (number.bound === 'about') return all;
    const digits = digitsOf(number);
    const keys = [sizeOf(number), `some ${rounded(number, digits)}`];
    for (let fewer = 1; fewer < digits; fewer++) keys.push(`all ${rounded(number, fewer)}`);
    const found = new Set([...near, ...keys.flatMap((key) => places.get(key) ?? [])]);
    return [...found].sort((one, other) => one - other);
  };
}

const digitsOf = ({ key }: Mention): number => significantDigits(Number(key));

const rounded = ({ key }: Mention, digits: number): string => `${digits} ${Number(key).toPrecision(digits)}`;

/** In whatever unit. */
const sizeOf = ({ key, measure }: Mention): string => `size ${Number(key) * (measure?.size ?? 1)}`;
