import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AgreementInput, measureAgreement } from '../../src/local/agreement.ts';
import { type ResponseId, sampleId, type Triple } from '../../src/passage.ts';
import { splitSentences } from '../../src/english/sentences.ts';

const response = 'Ann Berg was born in Oslo in 1912. She won the Holberg Prize. She studied zymurgy.';
const tripleOf = (id: string, relation: string, tail: string): Triple => {
  const start = response.indexOf(relation);
  const span = start < 0 ? null : { start, end: response.indexOf(tail, start) + tail.length };
  return { id, responseId: 'original', head: 'Ann Berg', relation, tail, span };
};
const triples = [
  tripleOf('original/1', 'born in', 'Oslo'),
  tripleOf('original/2', 'born in', '1912'),
  tripleOf('original/3', 'studied', 'zymurgy'),
];
/** Without triples and claims, and with samples by their places, where nothing else is given. */
const measured = (input: Pick<AgreementInput, 'response' | 'samples'> & Partial<AgreementInput>) =>
  measureAgreement({
    ...{ prompt: '', triples: [], claims: [], sentences: splitSentences(input.response) },
    sampleIds: input.samples.map((_, index) => sampleId(index)),
    ...input,
  });
const measure = (samples: string[], more: Partial<AgreementInput> = {}) =>
  measured({ prompt: 'Tell me about Ann Berg.', response, triples, samples, ...more });
const SAMPLES = [
  'Ann Berg was born in Oslo in 1921. She won the Holberg Prize.',
  'Ann Berg was born in Oslo in 1912. She taught in Rome.',
  'Ann Berg was born in Oslo in 1921.',
  'Ann Berg, born in Oslo, won the Holberg Prize.',
];

it('keeps to [0, 1] whatever the texts', () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      ...['Ann ', 'born ', 'in ', '1912 ', '1921 ', '12 May ', '. ', '. Then ', '\n\n'],
      '-'.repeat(500),
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const text = fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.array(text, { minLength: 1, maxLength: 3 }), (anything, samples) => {
      const found = measured({ response: anything, samples });
      expect(found.sentences).toHaveLength(splitSentences(anything).length);
      const rows = found.sentences.flatMap(({ support, numbers, spread }) => [support, numbers, spread]);
      for (const { value } of [found.agreement, found.commonGround, ...rows]) {
        expect(value === null || (value >= 0 && value <= 1)).toBe(true);
      }
    }),
  );
});

it('scores every triple and every sentence, all in [0, 1]', () => {
  const { agreement, commonGround, triples: byId, sentences } = measure(SAMPLES);
  expect(Object.keys(byId)).toEqual(['original/1', 'original/2', 'original/3']);
  expect(sentences).toHaveLength(3);
  const rows = [...Object.values(byId), ...sentences];
  const scores = rows.flatMap(({ support, numbers, spread }) => [support, numbers, spread]);
  for (const { value, reason } of [agreement, commonGround, ...scores]) {
    expect(reason).toBeNull();
    expect(value !== null && value >= 0 && value <= 1).toBe(true);
  }
});

it('ranks what samples repeat over what they contradict and what none holds', () => {
  const { triples: byId } = measure(SAMPLES);
  const supportOf = (id: string) => byId[id]?.support.value ?? Number.NaN;
  expect(supportOf('original/1')).toBeGreaterThan(supportOf('original/2'));
  expect(supportOf('original/2')).toBeGreaterThan(supportOf('original/3'));
  expect(supportOf('original/3')).toBeCloseTo(0, 12);
});

it('gives the evidence: words few samples hold, and values that differ', () => {
  const { triples: byId } = measure(SAMPLES);
  expect(byId['original/3']?.unsupported).toEqual(['zymurgy']);
  expect(byId['original/1']?.unsupported).toEqual([]);
  expect(
    byId['original/2']?.statements
      ?.filter(({ says }) => says === 'contradicts')
      .map(({ responseId, value, instead }) => [responseId, value, instead]),
  ).toEqual([
    ['sample-1', '1912', '1921'],
    ['sample-3', '1912', '1921'],
  ]);
});

it('takes a value in another form for held', () => {
  const { triples: byId } = measured({
    prompt: 'When does the mill open?',
    response: 'The mill opens at 5 pm.',
    triples: [
      {
        ...{ id: 'original/1', responseId: 'original', span: { start: 4, end: 22 } },
        ...{ head: 'mill', relation: 'opens at', tail: '5 pm' },
      },
    ],
    samples: ['The mill opens at 17:00.', 'The mill opens at 9 am.'],
  });
  const { unsupported, statements } = byId['original/1'] ?? {};
  expect(unsupported).toEqual([]);
  expect(statements?.map(({ says }) => says)).toEqual(['repeats', 'contradicts']);
});

it.each([
  ['| Peak | Height |\n|---|---|\n| K2 | 8,311 m |', 'K2 is 8,611 m high.', '8,311 m', '8,611'],
  ['K2 is 8,311 m high.', '| Peak | Height (m) |\n|---|---|\n| K2 | 8,611 |', '8,311 m', '8,611'],
  ['Capital: Tarn\nRooms: 12', 'Its capital is Osk. It has 12 rooms.', 'Tarn', 'Osk'],
  // the sample has the value in another row, too
  [
    '| Mission | Year |\n|---|---|\n| K1 | 1969 |\n| K2 | 1969 |',
    '| Mission | Year |\n|---|---|\n| K1 | 1969 |\n| K2 | 1970 |',
    '1969',
    '1970',
  ],
  // a header is no value
  [
    '| Peak | Height |\n|---|---|\n| K2 | 8,611 m |',
    '| Peak | Metres |\n|---|---|\n| K2 | 8,611 |',
    '8,611 m',
    null,
  ],
])(
  'compares cells and fields with what clauses and other tables say: %s',
  (response, sample, tail, instead) => {
    const start = response.lastIndexOf(tail);
    const triple = {
      ...{ id: 'original/1', responseId: 'original' as const, span: { start, end: start + tail.length } },
      ...{ head: 'K2', relation: 'year', tail },
    };
    const { triples: byId } = measured({ response, sentences: [], triples: [triple], samples: [sample] });
    expect(byId['original/1']?.statements?.map((one) => one.instead)).toEqual([instead]);
  },
);

it('names samples as it is told', () => {
  const sampleIds: ResponseId[] = ['sample-2', 'sample-4', 'sample-5', 'sample-9'];
  const { triples: byId } = measure(SAMPLES, { sampleIds });
  expect(byId['original/2']?.statements?.map(({ responseId }) => responseId)).toEqual(sampleIds);
});

it('scores claims of the caller like sentences', () => {
  const claims = ['Ann Berg was born in Oslo.', 'Ann Berg studied zymurgy.'];
  const found = measure(SAMPLES, { claims });
  const [born, studied] = found.claims.map(({ support }) => support.value as number);
  expect(born).toBeGreaterThan(0.5);
  expect(studied).toBeLessThan(0.2);
  expect(measure(SAMPLES).claims).toEqual([]);
});

it('cannot tell how far one sample agrees with itself', () => {
  expect(measure(SAMPLES.slice(0, 1)).agreement).toEqual({ value: null, reason: 'not-applicable' });
});

it('looks for no words that the extractor put in', () => {
  const text = 'It has two parts, fn and wait.';
  const { triples } = measured({
    prompt: 'Explain fn and wait.',
    response: text,
    triples: [{ ...tripleOf('original/1', 'include', 'fn'), head: 'two parts' }],
    samples: ['It has two parts, fn and wait.', 'Its two parts are fn and wait.'],
  });
  expect(triples['original/1']?.statements?.map(({ coverage }) => coverage)).toEqual([null, null]);
});

it('reads a triple without a place on its own', () => {
  const located = measure(SAMPLES).triples['original/1']?.support.value;
  const triple = { ...tripleOf('original/1', 'born in', 'Oslo'), span: null };
  const lost = measure(SAMPLES, { prompt: '', triples: [triple] }).triples['original/1']?.support.value;
  expect(located).toBeGreaterThan(0.5);
  expect(lost).toBeGreaterThan(0.5);
});

it('gives equal output for equal input', () => {
  expect(measure(SAMPLES)).toEqual(measure(SAMPLES));
});
