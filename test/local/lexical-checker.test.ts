import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLexicalChecker } from '../../src/local/lexical-checker.ts';
import type { Triple } from '../../src/passage.ts';
import type { ReferenceChecker } from '../../src/reference/checker.ts';
import { triples } from '../support/records.ts';

const REFERENCES = [
  'Varvara is a gray whale. She swam 14,000 miles from Russia to Mexico in 2011.',
  'Oregon State University helped. Rupert Brooke was born in 1887 in Rugby.',
];

const checkAll = (
  statements: Parameters<ReferenceChecker['check']>[0]['statements'],
  references: readonly string[],
) => createLexicalChecker().check({ question: '', statements, references });
const check = (texts: readonly string[], references: readonly string[] = REFERENCES) =>
  checkAll(
    texts.map((text) => ({ text })),
    references,
  );

it('entails what a reference says, and shows where', async () => {
  const text = 'Oregon State University helped.';
  expect(await check([text])).toEqual([
    {
      value: 1,
      reason: null,
      label: 'entailment',
      evidence: { reference: 1, span: { start: 0, end: text.length } },
      note: null,
    },
  ]);
});

it('gives what is stated again a check of its own, and a triple another', async () => {
  const text = 'Varvara swam in 2011';
  const [triple] = triples('original', [['Varvara', 'swam in', '2011']]) as [Triple];
  const statements = [{ text }, { text }, { text, triple }];
  const [one, again, ofTriple] = await checkAll(statements, REFERENCES);
  expect(again).toEqual(one);
  expect(again).not.toBe(one);
  // "She" is Varvara for triples alone
  expect(ofTriple?.value).toBeGreaterThan(one?.value as number);
});

it('reads a pronoun of the reference as the name before it, for triples, which have none', async () => {
  const references = ['Ada Lovelace was English. She knew Charles Babbage. She died in London in 1852.'];
  const facts = ['London', 'Paris'].map((tail) => ['Ada Lovelace', 'died in', tail] as const);
  const statements = triples('original', facts).map((triple, index) => ({
    ...{ text: facts[index]?.join(' ') as string, triple },
  }));
  const checks = await checkAll(statements, references);
  expect(checks.map(({ value, label }) => [value, label])).toEqual([
    [1, 'entailment'],
    [expect.any(Number), expect.not.stringMatching('entailment')],
  ]);
  const [unresolved] = await check(['Ada Lovelace died in London'], references);
  expect(unresolved?.label).toBe('neutral');
});

it('contradicts another year in the same place', async () => {
  const [row] = await check(['Rupert Brooke born in 1987']);
  expect(row).toMatchObject({
    label: 'contradiction',
    evidence: { reference: 1, span: { start: 32, end: 72 } },
    note: "'1987' is not in the nearest sentence, which has '1887' in its place.",
  });
  // 1987 1, born ½ · ½; n = 4; half of it for the conflict
  expect(row?.value).toBeCloseTo(0.5 / (1 + 1.25 / 2));
});

it('contradicts another name among the same words, wherever the reference has them', async () => {
  const lived = 'Rupert Brooke lived in Bath.';
  const [row] = await check(['Rupert Brooke was born in Oxford'], [...REFERENCES, lived]);
  expect(row).toMatchObject({ label: 'neutral' });
  const play = 'The play Hamlet was written by William Shakespeare around 1600.';
  const [other] = await check(['Hamlet was written by Christopher Marlowe'], [...REFERENCES, play]);
  expect(other).toMatchObject({
    label: 'contradiction',
    conflict: { value: 'Christopher Marlowe', instead: 'William Shakespeare' },
    evidence: { reference: 2, span: { start: 0, end: play.length } },
    note: "'Christopher Marlowe' is not in the reference, which has 'William Shakespeare' in its place.",
  });
});

it('is neutral about what no reference says, without evidence where no word is known', async () => {
  const [row] = await check(['Elephants paint quietly.']);
  expect(row).toMatchObject({ label: 'neutral', evidence: null, reason: null });
  expect(row?.note).toBe("Not in the reference: 'Elephants', 'paint', 'quietly'.");
});

it.each([
  ['The cat ate fresh fish.', null],
  ['The cat ate frozen fish.', "Not in the reference: 'frozen'."],
  ['The cat ate fresh fish and the red ball.', "In another part of the reference: 'red', 'ball'."],
  ['The cat ate fish.', "Not beside each other in the reference: 'ate … fish'."],
  ['one alpha beta gamma delta', "Not in the reference: 'one', 'alpha', 'beta', 'gamma' and 1 more."],
  ['The dogs did not chase the ball.', 'The nearest sentence says the same without a negation.'],
])('notes what is missing: %s', async (text, note) => {
  const reference = 'The cat ate fresh fish. It slept. A storm came. The dogs did chase the red ball.';
  expect((await check([text], [reference]))[0]?.note).toBe(note);
});

it('entails nothing with a number that no reference holds', async () => {
  const text = 'Oregon State University helped Varvara swim from Russia to Mexico';
  const [row] = await check([`${text} 44 times`], [`${text} many times.`]);
  expect(row?.label).not.toBe('entailment');
});

it('does not check a statement without content words', async () => {
  expect(await check(['It is.'])).toEqual([
    { value: null, reason: 'not-applicable', label: null, evidence: null, note: null },
  ]);
});

it('asks nothing for no statements, and stops when told to', async () => {
  expect(await check([])).toEqual([]);
  const input = { question: '', statements: [{ text: 'x' }], references: REFERENCES };
  await expect(createLexicalChecker().check(input, { signal: AbortSignal.abort() })).rejects.toThrow();
});

it('says the same of a statement whatever stands beside it and was checked before', async () => {
  const texts = ['Varvara swam to Mexico.', 'Brooke was born in 1878.', 'Whales sing.', 'It is.'];
  const alone = (await Promise.all(texts.map((text) => check([text])))).flat();
  const checker = createLexicalChecker();
  const statements = texts.map((text) => ({ text }));
  await checker.check({ question: '', statements, references: ['Something else.'] });
  expect(await checker.check({ question: '', statements, references: REFERENCES })).toEqual(alone);
});

it('reads other references anew, however much they have in common with the last ones', async () => {
  const [first = '', second = ''] = REFERENCES;
  const statements = [{ text: 'Rupert Brooke was born in 1887.' }, { text: 'Varvara swam to Mexico.' }];
  const texts = statements.map(({ text }) => text);
  const checker = createLexicalChecker();
  for (const references of [[first, second], [first], [first, 'Something else.'], [first, second]])
    expect(await checker.check({ question: '', statements, references })).toEqual(
      await check(texts, references),
    );
});

it('takes any text: values lie in [0, 1], evidence in its reference', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }),
      fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 3 }),
      async (texts, references) => {
        const rows = await check([...texts, ...references], references);
        expect(rows).toHaveLength(texts.length + references.length);
        for (const { value, label, reason, evidence } of rows) {
          expect((value === null) === (reason !== null) && (value === null) === (label === null)).toBe(true);
          if (value !== null) expect(value >= 0 && value <= 1).toBe(true);
          const text = references[evidence?.reference ?? 0] as string;
          if (evidence !== null) expect(evidence.span.end).toBeLessThanOrEqual(text.length);
        }
      },
    ),
    { numRuns: 50 },
  );
});
