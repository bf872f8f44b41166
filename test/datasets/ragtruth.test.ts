import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openDataset, parseDataset } from '../../datasets/open-dataset.ts';
import { withoutGold } from '../../datasets/ragtruth.ts';
import { verifyDataset } from '../../datasets/verify-dataset.ts';
import { InputError } from '../../src/errors.ts';
import { jsonLines } from '../support/json-lines.ts';
import { writeFiles } from '../support/temporary-folder.ts';

const sources = [
  {
    source_id: 's1',
    task_type: 'QA',
    source_info: { question: 'who wrote it', passages: 'passage 1:Ada wrote it.\n\npassage 2:In 1843.\n\n' },
    prompt: 'Briefly answer: who wrote it',
  },
  {
    source_id: 's2',
    task_type: 'Data2txt',
    source_info: { name: 'Inn', attributes: { WiFi: null } },
    prompt: 'Describe',
  },
  { source_id: 's3', task_type: 'Summary', source_info: 'An article.', prompt: 'Summarise' },
];

const mark = (start: number, end: number, label_type = 'Evident Conflict', more = {}) => ({
  ...{ start, end, label_type, text: '', meta: '' },
  ...more,
});

const response = (id: string, change = {}) => ({
  ...{ id, source_id: 's1', model: 'm', temperature: 1, labels: [], split: 'test', quality: 'good' },
  response: 'Ada wrote it in 1900.',
  ...change,
});

const folder = await mkdtemp(join(tmpdir(), 'ragtruth-'));
afterAll(() => rm(folder, { recursive: true }));

async function open(responses: readonly unknown[], path = folder, ownSources: readonly unknown[] = sources) {
  await writeFiles(folder, { 'response.jsonl': responses, 'source_info.jsonl': ownSources });
  return openDataset({ path });
}

describe('RAGTruth', () => {
  it('joins responses and sources, from the folder or either file', async () => {
    const rows = [
      response('1', {
        labels: [mark(16, 20), mark(0, 3, 'Subtle Baseless Info', { implicit_true: true })],
      }),
      response('2', { source_id: 's2', quality: 'truncated' }),
      response('3', { source_id: 's3' }),
    ];
    const dataset = await open(rows);
    const flags = { implicitTrue: false, dueToNull: false };
    expect(dataset.format).toBe('ragtruth');
    expect(dataset.passages[0]).toEqual({
      passage: {
        id: '1',
        prompt: 'Briefly answer: who wrote it',
        response: 'Ada wrote it in 1900.',
        context: ['Ada wrote it.', 'In 1843.'],
      },
      label: 'non-factual',
      spans: [
        { start: 0, end: 3, type: 'baseless', degree: 'subtle', ...flags, implicitTrue: true },
        { start: 16, end: 20, type: 'conflict', degree: 'evident', ...flags },
      ],
      group: 'QA',
      model: 'm',
    });
    const [, record, article] = dataset.passages;
    expect(JSON.parse(record?.passage.context?.[0] as string)).toEqual({
      name: 'Inn',
      attributes: { WiFi: null },
    });
    expect(record).toMatchObject({ label: 'factual', spans: [], flaw: 'truncated', group: 'Data2txt' });
    expect(article?.passage.context).toEqual(['An article.']);
    for (const file of ['response.jsonl', 'source_info.jsonl']) {
      expect((await open(rows, join(folder, file))).passages).toEqual(dataset.passages);
    }
  });

  it('counts characters as the annotators did, not UTF-16 code units', async () => {
    const { passages } = await open([response('1', { response: '🙂🙂 wrong.', labels: [mark(3, 8)] })]);
    const texts = passages[0]?.spans?.map(({ start, end }) =>
      passages[0]?.passage.response?.slice(start, end),
    );
    expect(texts).toEqual(['wrong']);
  });

  it.each([
    ['a span beyond the response', { labels: [mark(16, 99)] }, 'labels.0'],
    ['an empty span', { labels: [mark(4, 4)] }, 'labels.0'],
    ['an unknown type', { labels: [mark(0, 3, 'Wrong')] }, 'labels.0.label_type'],
    ['a source that is not there', { source_id: 's9' }, 'source_id'],
    ['no response', { response: undefined }, 'response'],
    ['an id used twice', { id: '1' }, 'id'],
  ])('names file, line and field of %s', async (_, change, field) => {
    const reading = open([response('1'), response('2', change)]);
    await expect(reading).rejects.toThrow(`response.jsonl, line 2: field "${field}"`);
  });

  it('names the field of a wrong source', async () => {
    const reading = open([response('1')], folder, [{ ...sources[0], source_info: 7 }]);
    await expect(reading).rejects.toThrow('source_info.jsonl, line 1: field "source_info"');
  });

  it('needs both files', async () => {
    expect(() => parseDataset(jsonLines([response('1')]), { source: 'response.jsonl' })).toThrow(
      'name the folder',
    );
    await open([response('1')]);
    await rm(join(folder, 'source_info.jsonl'));
    await expect(openDataset({ path: join(folder, 'response.jsonl') })).rejects.toThrow(/source_info\.jsonl/);
  });

  it('reads responses under another name, beside the published sources', async () => {
    const { passages } = await open([response('1')]);
    const file = join(folder, 'mine.jsonl');
    await writeFiles(folder, { 'mine.jsonl': [response('1')] });
    expect((await openDataset({ path: file })).passages).toEqual(passages);
    await rm(file);
  });

  it('is verified file by file', async () => {
    await open([response('1', { labels: [mark(0, 3)] }), response('2')]);
    const files = await verifyDataset(folder, { registry: [] });
    expect(
      files.map(({ format, counts }) => [format, counts.passages, counts.spans, counts.sources]),
    ).toEqual([
      ['ragtruth', 2, 1, undefined],
      ['ragtruth-sources', undefined, undefined, 3],
    ]);
  });

  it('reads any spans inside any text, in order', async () => {
    const labelled = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((text) => text.trim() !== '')
      .chain((text) => {
        const length = [...text].length;
        const span = fc
          .tuple(fc.nat(length - 1), fc.integer({ min: 1, max: length }))
          .map(([start, size]) => mark(start, Math.min(length, start + size)));
        return fc.record({ response: fc.constant(text), labels: fc.array(span, { maxLength: 4 }) });
      });
    await fc.assert(
      fc.asyncProperty(labelled, async (change) => {
        const { passages } = await open([response('1', change)]);
        const texts = passages[0]?.spans?.map(({ start, end }) => change.response.slice(start, end));
        const wanted = change.labels
          .toSorted((left, right) => left.start - right.start || left.end - right.end)
          .map(({ start, end }) => [...change.response].slice(start, end).join(''));
        expect(texts).toEqual(wanted);
      }),
      { numRuns: 30 },
    );
  });

  it('takes any rows or names what is wrong', async () => {
    const anything = fc.record(
      { ...{ id: fc.jsonValue(), source_id: fc.constant('s1') }, labels: fc.jsonValue() },
      { requiredKeys: ['source_id', 'labels'] },
    );
    await fc.assert(
      fc.asyncProperty(anything, async (row) => {
        const found = await open([row]).catch((error: unknown) => error);
        expect(found).toBeInstanceOf(InputError);
      }),
      { numRuns: 30 },
    );
  });
});

describe('gold left out', () => {
  const passages = async () =>
    (
      await open([
        response('true', { labels: [mark(0, 3, 'Evident Conflict', { implicit_true: true })] }),
        response('null', {
          labels: [mark(0, 3, 'Evident Conflict', { due_to_null: true }), mark(4, 5)],
        }),
        response('flawed', { quality: 'truncated', labels: [mark(0, 3)] }),
        response('plain'),
      ])
    ).passages;

  it('is the spans or the passages named', async () => {
    const all = await passages();
    const kept = (...exclusions: Parameters<typeof withoutGold>[1]) =>
      withoutGold(all, exclusions).map(({ label, spans }) => [label, spans?.length]);
    expect(withoutGold(all, [])).toEqual(all);
    const [wrong, right] = ['non-factual', 'factual'];
    expect(kept('implicit-true')).toEqual([
      [right, 0],
      [wrong, 2],
      [wrong, 1],
      [right, 0],
    ]);
    expect(kept('due-to-null')).toEqual([
      [wrong, 1],
      [wrong, 1],
      [wrong, 1],
      [right, 0],
    ]);
    expect(kept('flawed')).toEqual([
      [wrong, 1],
      [wrong, 2],
      [null, undefined],
      [right, 0],
    ]);
  });
});

const data = '../shared/data/ragtruth';
describe.skipIf(!existsSync(data))(`published file (needs ${data})`, () => {
  it('holds the responses of six models with their passages', async () => {
    const { passages } = await openDataset({ path: data });
    expect(passages).toHaveLength(450);
    expect(passages.filter(({ label }) => label === 'non-factual')).toHaveLength(69);
    expect(passages.flatMap(({ spans }) => spans ?? [])).toHaveLength(99);
    expect(new Set(passages.map(({ model }) => model)).size).toBe(6);
    expect(passages.every(({ passage }) => passage.context?.length === 3)).toBe(true);
    expect(passages.filter(({ flaw }) => flaw === 'incorrect_refusal')).toHaveLength(13);
  });
});
