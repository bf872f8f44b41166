/** The triples of a response indexed by their heads. */
import { groupBy } from '../common/group-by.ts';
import { memoizeWeak } from '../common/memoize.ts';
import type { Segmentation, Triple } from '../passage.ts';
import type { IdentityIndex } from './identity.ts';

export type Grouped = (mention: string) => readonly Triple[];

/** Triples whose head is the same entity as a mention, in order; each response is indexed once. */
export function triplesByHead({
  entityOf,
}: Pick<IdentityIndex, 'entityOf'>): (response: Segmentation) => Grouped {
  // a mention without a group equals only itself
  const keyOf = (mention: string) => entityOf(mention) ?? ` ${mention}`;
  return memoizeWeak(({ triples }) => {
    const groups = groupBy(triples, ({ head }) => keyOf(head));
    return (mention) => groups.get(keyOf(mention)) ?? [];
  });
}
