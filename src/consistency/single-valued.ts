/**
 * Single-valued relation types, read off the responses themselves: a relation type is single-valued when no
 * response states two different tails of it for one head ("was born in" as a rule, "wrote" as a rule not), and
 * at least two responses use it for the same head, so that there was occasion to see it.
 */
import type { IdentityIndex } from '../graph/identity.ts';
import type { Segmentation } from '../passage.ts';

/** Group ids of the single-valued relation types. */
export function singleValuedRelations(responses: readonly Segmentation[], index: IdentityIndex): Set<string> {
  const multiValued = new Set<string>();
  const responsesByUse = new Map<string, Set<string>>();
  for (const { responseId, triples } of responses) {
    const tails = new Map<string, string>();
    for (const triple of triples) {
      const relation = index.relationOf(triple.relation) as string;
      const tail = index.entityOf(triple.tail) as string;
      const use = `${index.entityOf(triple.head)} ${relation}`;
      if ((tails.get(use) ?? tail) !== tail) multiValued.add(relation);
      tails.set(use, tail);
      responsesByUse.set(use, (responsesByUse.get(use) ?? new Set()).add(responseId));
    }
  }
  const seenTwice = [...responsesByUse]
    .filter(([, users]) => users.size > 1)
    .map(([use]) => use.split(' ')[1] as string);
  return new Set(seenTwice.filter((relation) => !multiValued.has(relation)));
}
