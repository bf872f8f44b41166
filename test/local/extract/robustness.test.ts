import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../../src/english/sentences.ts';
import { readText } from '../../../src/english/tokens.ts';
import { pronounClass } from '../../../src/english/clauses/topic.ts';
import { extractWhole as extract } from './extract-whole.ts';

const WORDS =
  `a an the this her its whose he she it they who which that where Ann Berg Oslo Paris I II Dr. St. U.S.
  the The king Prize award son daughter of in at for from to as before after since until while but yet and or nor
  well such like including according because was were is be been has had being known called born married built made
  founded wrote writes leading painting to not n't very also later ago less more few than three 1912 1980s 12 May
  3rd 7,000 0.5 % $5 BC AD circa year years time loyal Polish highly wisely constructor __proto__ toString`.split(
    /\s+/,
  );
const MARKS =
  `. , ; : ! ? ... - – — / & * ** # ( ) [ ] { } ( ( ) ) " ' “ ” ‘ ’ « » 's s' \n \n\n \r\n - 1. 2)`
    .split(' ')
    .concat(['\n', '\n\n- ', '\t', '\u00a0', '\u200b', '\u2028', '\ufeff', '\ud800', '\udc00', '\0']);
const ODDITIES = 'Ōjin é e\u0301 日本 שלום 😀 👩‍👩‍👧 ǅ ß İstanbul ﬁ \u0301 𝒜nn'.split(' ');
const RUNS = ['-', '*', '_', 'a', 'a.', 'http://a.b/', '1,', '😀', "'s"].map((unit) => unit.repeat(120));

const text = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...WORDS) },
        { weight: 5, arbitrary: fc.constantFrom(...MARKS) },
        { weight: 2, arbitrary: fc.constantFrom(...ODDITIES) },
        { weight: 1, arbitrary: fc.constantFrom(...RUNS) },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
      ),
      fc.constantFrom(' ', ' ', ' ', '', '  '),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.flat().join(''));

describe('local extraction', () => {
  it.each(['Metis is known as', 'He painted before', 'since', 'Ann Berg left and', 'Ann Berg (', '() ['])(
    'reads a text that breaks off: %s',
    (broken) => {
      expect(extract(broken).triples.length).toBeLessThan(2);
    },
  );

  it('reads what stands before the break', () => {
    const { triples } = extract('Ann Berg was born in Oslo. She is known as');
    expect(triples.map(({ head, relation, tail }) => [head, relation, tail])).toEqual([
      ['Ann Berg', 'was born in', 'Oslo'],
    ]);
  });

  it.each(['\u0000 was born in 1950.', 'Ann Berg has been involved in / .', '* was born in Oslo.'])(
    'makes no triple of marks and control characters: %j',
    (text) => {
      const { triples } = extract(text);
      for (const { head, relation, tail } of triples) {
        for (const part of [head, relation, tail]) expect(part).toMatch(/[\p{L}\p{N}]/u);
      }
    },
  );

  it('takes names of object properties for words', () => {
    expect(pronounClass('constructor')).toBeNull();
    expect(pronounClass('__proto__')).toBeNull();
  });

  it('reads any row of words and marks', () => {
    fc.assert(
      fc.property(text, text, (response, prompt) => {
        extract(response, prompt);
      }),
      { numRuns: 1500 },
    );
  });

  it('leaves out a sentence too long to read, and reads the others', () => {
    const long = `It lists ${'a dog, '.repeat(300)}and a cat.`;
    const { triples, rejected } = extract(`Ann Berg was born in Oslo. ${long} She moved to Paris.`);
    expect(triples.map(({ tail }) => tail)).toEqual(['Oslo', 'Paris']);
    expect(rejected).toEqual([{ raw: long.slice(0, 200), reason: 'not-a-triple' }]);
  });

  it('states no more facts of a sentence than it has words', () => {
    const names = (letter: string) =>
      Array.from({ length: 80 }, (_, index) => `${letter}${index}x`).join(', ');
    const { triples, rejected } = extract(`${names('Ann')}, and Bob met ${names('Eve')}, and Mary.`);
    expect(triples.length + rejected.length).toBeLessThanOrEqual(400);
  });
});

describe('long runs without white space', () => {
  it.each(RUNS)('places every token: %#', (run) => {
    const whole = `Ann saw ${run} there.`;
    const tokens = readText(whole).sentences.flat();
    for (const token of tokens) expect(whole.slice(token.start, token.end)).toBe(token.text);
    expect(tokens.map((token) => token.text).join('')).toBe(whole.replaceAll(' ', ''));
  });

  it('is one sentence with what stands around it', () => {
    const rule = '-'.repeat(30_000);
    expect(splitSentences(rule)).toEqual([{ start: 0, end: rule.length }]);
    expect(splitSentences(`${rule}\n\nAnn left.`)).toEqual([
      { start: 0, end: rule.length },
      { start: rule.length + 2, end: rule.length + 11 },
    ]);
  });
});
