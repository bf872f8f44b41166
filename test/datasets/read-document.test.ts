/** Whatever a file holds, a loader gives passages or says by an InputError what is wrong. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DATASET_FORMATS, parseDataset } from '../../datasets/open-dataset.ts';
import { InputError } from '../../src/errors.ts';

const FIELDS = [
  ...[
    'id',
    'prompt',
    'response',
    'samples',
    'sentences',
    'claims',
    'label',
    'group',
    'start',
    'end',
    'score',
  ],
  ...['entity', 'AI', 'samples_text', 'PHD-Low', 'wiki_1y', 'text', '__proto__', 'constructor'],
  ...['gpt3_text', 'gpt3_sentences', 'annotation', 'wiki_bio_test_idx', 'gpt3_text_samples'],
  ...['most_likely_generation', 'more_generations', 'most_likely_breakdown_len', 'pointwise_dict', 'claim'],
  ...['gpt_annotation_result'],
];
const VALUES = [
  '',
  'a',
  'A b. C d.',
  'factual',
  'non-factual',
  'accurate',
  'major_inaccurate',
  'Y',
  'N',
  '\ud83d',
];

/** JSON of the shapes and with the names that the loaders look for. */
const { value: likelyJson } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 5, withCrossShrink: true }, tie('leaf'), tie('list'), tie('object')),
  leaf: fc.oneof(
    fc.constantFrom(...VALUES),
    fc.integer({ min: -1, max: 9 }),
    fc.double(),
    fc.constantFrom(null, true),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...FIELDS), tie('value')), {
      selector: ([name]) => name,
      maxLength: 9,
    })
    .map((entries) => Object.fromEntries(entries)),
}));

const text = fc.oneof(
  likelyJson.map((value) => JSON.stringify(value)),
  fc.array(likelyJson, { maxLength: 3 }).map((rows) => rows.map((row) => JSON.stringify(row)).join('\n')),
  fc.json(),
  fc.string(),
);

it.each(['auto', ...DATASET_FORMATS] as const)('%s: passages or an InputError', (format) => {
  fc.assert(
    fc.property(text, fc.constantFrom('a.json', 'a.jsonl', 'a.txt'), (content, source) => {
      try {
        expect(parseDataset(content, { source, format }).passages.length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        expect((error as Error).message).toContain(source);
      }
    }),
    { numRuns: 300 },
  );
});
