/**
 * Sentences of a sample that differ in rare words alone: "Ann 1 was born in Leith", "Ann 2 was born in Leith". Whoever looks
 * for a fact without these words need look at one sentence of a form, and at those that hold a rare word of the fact.
 */
import { groupBy } from '../../common/group-by.ts';
import { memoizeWeak } from '../../common/memoize.ts';
import type { Sample } from '../agreement/samples.ts';
import type { Value } from './stated-value.ts';
import type { StatedSentence, ValueText } from './stated-values.ts';

/** Words and values that more sentences hold are common. */
export const FEW = 32;

/** What of a fact a sentence may hold. */
interface Sought {
  /** Keys of tokens and of content words. */
  keys: Iterable<string>;
  values: readonly Value[];
}

/** Positions of the sentences that say all that the sentences say of a fact, some of them again. */
export type SentencesFor = (fact: Sought) => readonly number[];

/**
 * @param isHead whether a word stands in the head of some fact
 * @returns null where no form has many sentences
 */
export function indexForms(
  { sentences, same }: ValueText,
  sample: Sample,
  isHead: (key: string) => boolean,
): SentencesFor | null {
  if (sentences.length <= FEW) return null;
  const words = placesOf(sentences, ({ tokens }, place) => [
    ...tokens.map(({ key }) => key),
    ...(sample.sentences[place]?.keys ?? []),
  ]);
  const ids = placesOf(sentences, ({ values }) => values.map(({ id }) => id));
  const [commonWords, commonIds] = [words, ids].map(commonIn) as [Set<string>, Set<string>];
  const formOf = ({ tokens, values, denied }: StatedSentence, place: number) =>
    JSON.stringify([
      tokens.map(({ key }) => (commonWords.has(key) ? `${key} ${denied().has(key)}` : isHead(key) ? 1 : 0)),
      values.flatMap(({ id, mention }) => (commonIds.has(id) ? [id, mention.from] : [])),
      [...(sample.sentences[place]?.keys ?? [])].filter((key) => commonWords.has(key)),
    ]);
  const forms = [
    ...groupBy([...sentences.keys()], (place) => formOf(sentences[place] as StatedSentence, place)).values(),
  ];
  if (forms.every(({ length }) => length <= FEW)) return null;
  const placesOfRare = memoizeWeak((equal: readonly Value[]) =>
    [...new Set(equal.map(({ id }) => id))].flatMap((id) =>
      commonIds.has(id) ? [] : [...(ids.get(id) ?? [])],
    ),
  );
  return ({ keys, values }) => {
    const own = new Set(values.flatMap((value) => placesOfRare(same(value))));
    for (const key of keys)
      if (!commonWords.has(key)) for (const place of words.get(key) ?? []) own.add(place);
    return [...own, ...forms.flatMap((places) => places.find((place) => !own.has(place)) ?? [])];
  };
}

/** By what stands in a sentence: the positions of the sentences, ascending. */
function placesOf(
  sentences: readonly StatedSentence[],
  keysOf: (sentence: StatedSentence, place: number) => readonly string[],
): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, sentence] of sentences.entries())
    for (const key of keysOf(sentence, place)) {
      const held = places.get(key);
      if (held === undefined) places.set(key, [place]);
      else if (held.at(-1) !== place) held.push(place);
    }
  return places;
}

const commonIn = (places: ReadonlyMap<string, readonly number[]>): Set<string> =>
  new Set([...places].flatMap(([key, { length }]) => (length > FEW ? [key] : [])));
