/** Whatever a file holds, a loader gives passages or says by an InputError what is wrong. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseDataset } from '../../datasets/open-dataset.ts';
import { DATASET_FORMATS, type DatasetFormat } from '../../datasets/dataset-formats.ts';
import { InputError } from '../../src/errors.ts';

const FIELDS = [
  ...['id', 'prompt', 'response', 'samples', 'sentences', 'claims', 'label', 'group'],
  ...['start', 'end', 'score'],
  ...['entity', 'AI', 'samples_text', 'PHD-Low', 'wiki_1y', 'text', '__proto__', 'constructor'],
  ...['gpt3_text', 'gpt3_sentences', 'annotation', 'wiki_bio_test_idx', 'gpt3_text_samples'],
  ...['most_likely_generation', 'more_generations', 'most_likely_breakdown_len', 'pointwise_dict', 'claim'],
  ...['gpt_annotation_result'],
];
const VALUES = [
  ...['', 'a', 'A b. C d.', 'factual', 'non-factual', 'accurate', 'major_inaccurate', 'Y', 'N', '\ud83d'],
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

/** A row that each loader takes. */
const GOOD: Partial<Record<DatasetFormat, object>> = {
  phd: { entity: 'E', AI: 'A b.', label: 'factual', samples_text: ['A.'] },
  'wikibio-reference': {
    ...{ wiki_bio_text: 'A.', gpt3_text: 'A b. C.', gpt3_sentences: ['A b.', 'C.'] },
    ...{ annotation: ['accurate', 'major_inaccurate'], wiki_bio_test_idx: 1, gpt3_text_samples: ['A.'] },
  },
  'graph-uncertainty': {
    ...{ prompt: 'p', entity: 'e', most_likely_generation: 'g', more_generations: ['h'] },
    ...{ most_likely_breakdown_len: 1, pointwise_dict: [{ claim: 'c', gpt_annotation_result: 'Y' }] },
  },
  summeval: { id: 'a', model_id: 'm', text: 't', decoded: 'd', expert_annotations: [{ consistency: 5 }] },
  qags: { article: 'a', summary_sentences: [{ sentence: 's', responses: [{ response: 'yes' }] }] },
  refchecker: {
    ...{ id: 'a', response: 'r' },
    claude2_response_kg: [{ triplet: ['h', 'r', 't'], human_label: 'Neutral' }],
  },
  jsonl: {
    ...{ id: 'a', prompt: 'p', response: 'r s', samples: ['s'], context: ['c'], answer: ['r'], label: null },
    ...{ sentences: [{ start: 0, end: 3, label: 'factual', score: 0 }], claims: ['c', { text: 'd' }] },
    ...{ tokens: [{ text: 'r s', logprob: -1, top: [{ text: 'r', logprob: -1 }] }], group: 'g', model: 'm' },
    ...{ spans: [{ start: 0, end: 1, type: 'conflict' }], flaw: 'f' },
    triples: [{ head: 'h', relation: 'r', tail: 't', label: 'neutral' }],
  },
};

const pathsIn = (value: unknown): string[][] => [
  [],
  ...(typeof value === 'object' && value !== null ? Object.entries(value) : []).flatMap(([name, inner]) =>
    pathsIn(inner).map((path) => [name, ...path]),
  ),
];

function replaced(value: unknown, [name, ...path]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const fields = copy as Record<string, unknown>;
  fields[name] = replaced(fields[name], path, by);
  return copy;
}

it.each(Object.entries(GOOD) as [DatasetFormat, object][])(
  '%s: a good row, and one with any JSON in any place',
  (format, good) => {
    const read = (row: unknown) =>
      parseDataset(JSON.stringify([row]), { source: 'a.json', format }).passages.length;
    expect(read(good)).toBe(1);
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(undefined, -1, 1e300, '', ' ', '\ud83d', [], {}),
    );
    fc.assert(
      fc.property(fc.constantFrom(...pathsIn(good)), anything, (path, by) => {
        try {
          expect(read(replaced(good, path, by))).toBe(1);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          expect((error as Error).message).toContain('a.json');
        }
      }),
    );
  },
);
