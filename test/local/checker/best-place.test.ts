import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeFinder } from '../../../src/local/checker/best-place.ts';
import type { ReferenceSentence } from '../../../src/local/checker/reference-sentence.ts';
import type { Word } from '../../../src/english/content-words.ts';

const wordsOf = (keys: string): Word[] =>
  keys.split('').map((key) => ({ key, surface: key, kind: 'word' as const }));
/** One sentence a string, one word a letter. */
const sentencesOf = (references: readonly (readonly string[])[]): ReferenceSentence[] =>
  references.flatMap((texts, reference) =>
    texts.map((text, index) => ({
      place: { reference, span: { start: index, end: index + 1 } },
      text,
      words: wordsOf(text),
      keys: new Set(text),
      subject: [],
    })),
  );
const WEIGHTS: Record<string, number> = { a: 4, b: 3, c: 2, d: 1 };
const weigh = (key: string) => WEIGHTS[key] ?? 1;

/** The same by looking at all places. */
function naive(words: readonly Word[], sentences: readonly ReferenceSentence[]): ReferenceSentence[] {
  const share = (place: readonly ReferenceSentence[]) =>
    words.reduce((sum, { key }) => sum + (place.some(({ keys }) => keys.has(key)) ? weigh(key) : 0), 0);
  let best: ReferenceSentence[] = [];
  for (const [index, one] of sentences.entries()) {
    const next = sentences[index + 1];
    const place = next?.place.reference === one.place.reference ? [one, next] : [one];
    if (share(place) > share(best)) best = place;
  }
  return best.toSorted((one, other) => share([other]) - share([one]));
}

it('finds the two neighbours that hold most, the better one first', () => {
  const sentences = sentencesOf([['a', 'd', 'bc', 'a']]);
  const placeOf = placeFinder(sentences, weigh);
  expect(placeOf(wordsOf('abc'))).toEqual([sentences[2], sentences[3]]);
  expect(placeOf(wordsOf('abd'))).toEqual([sentences[3], sentences[2]]);
  expect(placeOf(wordsOf('x'))).toEqual([]);
});

it('never takes sentences of two references for one place', () => {
  const sentences = sentencesOf([['b'], ['a']]);
  expect(placeFinder(sentences, weigh)(wordsOf('ab'))).toEqual([sentences[1]]);
});

it('finds what looking at all places finds', () => {
  const letters = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'abcdxy'), maxLength });
  fc.assert(
    fc.property(fc.array(fc.array(letters(3), { maxLength: 6 })), letters(5), (references, asked) => {
      const sentences = sentencesOf(references);
      expect(placeFinder(sentences, weigh)(wordsOf(asked))).toEqual(naive(wordsOf(asked), sentences));
    }),
  );
});

it('looks at no more sentences of a long reference than of a short one', () => {
  const looksAt = (length: number): number => {
    let looks = 0;
    const counted = (keys: ReadonlySet<string>) =>
      Object.assign(new Set(keys), {
        has: (key: string) => {
          looks++;
          return keys.has(key);
        },
      });
    const rows = Array.from({ length }, (_, index) => (index % 2 === 0 ? 'd' : 'dc'));
    const all = [...rows, 'ab', ...rows];
    const sentences = sentencesOf([all]).map((one) => ({ ...one, keys: counted(one.keys) }));
    expect(placeFinder(sentences, weigh)(wordsOf('abcd'))).toContain(sentences[length]);
    return looks;
  };
  expect(looksAt(20_000)).toBeLessThanOrEqual(looksAt(2_000));
});
