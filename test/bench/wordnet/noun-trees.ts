/** Common nouns of persons and of things whose sort a text states, each under what it is a kind of. */
import type { Senses, Synset, Synsets } from './read-wordnet.ts';

/** By the sign of the tree: the synsets that it begins with, by their first words. */
export const ROOTS: Readonly<Record<string, readonly string[]>> = {
  role: ['person'],
  sort: [
    ...['animal', 'plant', 'body_of_water', 'geological_formation', 'structure', 'district', 'vehicle'],
    ...['creation', 'written_communication', 'music', 'show', 'musical_instrument', 'discipline', 'disease'],
    ...['sport', 'game', 'food', 'material', 'chemical_element', 'celestial_body', 'gathering', 'war'],
  ],
};
/** A word belongs where one of its so many most frequent senses does. */
const SENSES = 2;
const isPlain = (word: string): boolean => /^[a-z]{3,}$/.test(word);

/** Nodes in the order of a walk through each tree: its depth, then its words by `/`; parted by `|`. */
export function nounTree(synsets: Synsets, senses: Senses, roots: readonly string[]): string {
  const children = new Map<string, Synset[]>();
  for (const synset of synsets.values())
    for (const { symbol, target } of synset.pointers)
      if (symbol === '@' && synset.pos === 'n')
        children.set(target, [...(children.get(target) ?? []), synset]);
  const nodes: string[] = [];
  const seen = new Set<string>();
  const walk = (synset: Synset, depth: number): void => {
    if (seen.has(synset.id)) return;
    seen.add(synset.id);
    const words = synset.words.filter(
      (word) =>
        isPlain(word) &&
        senses
          .get(`${word} n`)
          ?.slice(0, SENSES)
          .some(({ id }) => id === synset.id),
    );
    if (words.length > 0) nodes.push(`${depth}${words.join('/')}`);
    for (const child of children.get(synset.id) ?? []) walk(child, words.length > 0 ? depth + 1 : depth);
  };
  for (const root of roots) {
    const start = [...synsets.values()].find(({ pos, words }) => pos === 'n' && words[0] === root);
    if (start !== undefined) walk(start, 0);
  }
  return nodes.join('|');
}
