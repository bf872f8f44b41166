/** The triples of the response that a claim of the caller refers to. */

import type { Triple } from '../passage.ts';
import { contentKeys } from '../english/content-words.ts';

/** Minimum share of a tail's content words in a claim that refers to the triple. */
const LEAST_SHARE = 0.8;

/** The triples, in order, whose tail occurs in the claim, word by word. */
export function triplesOfClaim<Row extends { triple: Pick<Triple, 'tail'> }>(
  claim: string,
  rows: readonly Row[],
): Row[] {
  const held = contentKeys(claim);
  return rows.filter(({ triple }) => {
    const words = contentKeys(triple.tail);
    const shared = [...words].filter((key) => held.has(key)).length;
    return words.size > 0 && shared >= LEAST_SHARE * words.size;
  });
}
