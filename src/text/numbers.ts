/** Numbers of phrases. */
import { normalisePhrase } from './normalise.ts';

/** The numbers of a phrase as written out in digits, sorted: years, quantities, ordinals without their ending. */
export function numbersIn(phrase: string): string[] {
  return (normalisePhrase(phrase).match(/\d+(?:\.\d+)?/g) ?? []).sort();
}
