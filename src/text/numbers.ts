/** Numbers of phrases, compared. */
import { normalisePhrase } from './normalise.ts';

/** The numbers of a phrase as written out in digits, sorted: years, quantities, ordinals without their ending. */
export function numbersIn(phrase: string): string[] {
  return (normalisePhrase(phrase).match(/\d+(?:\.\d+)?/g) ?? []).sort();
}

/** Whether both phrases hold numbers and these differ: then they cannot be the same value, however alike. */
export function numbersDiffer(left: string, right: string): boolean {
  const [a, b] = [numbersIn(left), numbersIn(right)];
  return a.length > 0 && b.length > 0 && a.join(' ') !== b.join(' ');
}
