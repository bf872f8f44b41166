/** The triples of a response by their entities, so that nobody has to look at all of them. */
import type { Segmentation, Triple } from '../passage.ts';
import type { IdentityIndex } from './identity.ts';

export type Grouped = (mention: string) => readonly Triple[];

/** Those whose head, or tail, is the same entity as a mention, in order; responses are read once. */
export function triplesByEntity(
  { entityOf }: Pick<IdentityIndex, 'entityOf'>,
  part: 'head' | 'tail',
): (response: Segmentation) => Grouped {
  const known = new Map<Segmentation, Grouped>();
  // a mention that belongs to no group is the same as itself alone
  const keyOf = (mention: string) => entityOf(mention) ?? ` ${mention}`;
  return (response) => {
    const found = known.get(response) ?? grouped(response.triples, (triple) => keyOf(triple[part]), keyOf);
    known.set(response, found);
    return found;
  };
}

function grouped(
  triples: readonly Triple[],
  keyOf: (triple: Triple) => string,
  keyOfMention: (mention: string) => string,
): Grouped {
  const groups = new Map<string, Triple[]>();
  for (const triple of triples) {
    const key = keyOf(triple);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [triple]);
    else group.push(triple);
  }
  return (mention) => groups.get(keyOfMention(mention)) ?? [];
}
