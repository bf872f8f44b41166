/** The triples of a response indexed by their entities. */
import { groupBy } from '../common/group-by.ts';
import type { Segmentation, Triple } from '../passage.ts';
import type { IdentityIndex } from './identity.ts';

export type Grouped = (mention: string) => readonly Triple[];

/** Triples whose head, or tail, is the same entity as a mention, in order; each response is indexed once. */
export function triplesByEntity(
  { entityOf }: Pick<IdentityIndex, 'entityOf'>,
  part: 'head' | 'tail',
): (response: Segmentation) => Grouped {
  const known = new Map<Segmentation, Map<string, Triple[]>>();
  // a mention without a group equals only itself
  const keyOf = (mention: string) => entityOf(mention) ?? ` ${mention}`;
  return (response) => {
    const groups = known.get(response) ?? groupBy(response.triples, (triple) => keyOf(triple[part]));
    known.set(response, groups);
    return (mention) => groups.get(keyOf(mention)) ?? [];
  };
}
