import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { selectedIds } from '../../datasets/ids.ts';
import { openDataset, parseDataset } from '../../datasets/open-dataset.ts';
import { InputError } from '../../src/errors.ts';
import { temporaryFolder, writeFiles } from '../support/temporary-folder.ts';
import { phdRow, wikiBioRow } from './published-rows.ts';

describe('parseDataset', () => {
  const passages = [
    { id: 'a', prompt: 'p', label: 'factual' },
    { id: 'b', prompt: 'p' },
  ];
  const lines = passages.map((passage) => JSON.stringify(passage)).join('\n');

  it.each([
    ['JSON Lines by name', lines, 'a.jsonl'],
    ['JSON Lines by content', lines, 'a.txt'],
    ['JSON Lines with a byte order mark', `\uFEFF${lines}`, 'a.json'],
    ['a JSON list', JSON.stringify(passages), 'a.json'],
    ['an indented JSON list', JSON.stringify(passages, null, 2), 'passages'],
  ])('reads %s', (_, text, source) => {
    const dataset = parseDataset(text, { source });
    expect(dataset.format).toBe('jsonl');
    expect(dataset.passages.map(({ passage, label }) => [passage.id, label])).toEqual([
      ['a', 'factual'],
      ['b', null],
    ]);
  });

  it('reads one object, on one line or on many', () => {
    for (const indent of [0, 2]) {
      const text = JSON.stringify(passages[0], null, indent);
      expect(parseDataset(text, { source: 'a.json' }).passages).toHaveLength(1);
    }
  });

  it('names the line of a broken JSON line in a file of any name', () => {
    expect(() => parseDataset(`${lines}\n{"id":`, { source: 'a.txt' })).toThrow(/a\.txt, line 3:/);
  });

  it('gives the gold biography of WikiBio as context where that is asked for', () => {
    const row = { ...wikiBioRow(1), wiki_bio_text: 'Gold.' };
    const read = (one: object, format: 'wikibio' | 'wikibio-reference') =>
      parseDataset(JSON.stringify([one]), { source: 'w', format }).passages[0]?.passage;
    expect(read(row, 'wikibio-reference')).toEqual({ ...read(row, 'wikibio'), context: ['Gold.'] });
    expect(read(row, 'wikibio')).not.toHaveProperty('context');
    expect(() => read({ ...row, wiki_bio_text: undefined }, 'wikibio-reference')).toThrow(
      'field "wiki_bio_text": there is no gold biography',
    );
  });

  it('takes a WikiBio file for sub-wikibio when asked, and any form for triplecom', () => {
    const wikiBio = JSON.stringify([wikiBioRow(1)]);
    const read = (text: string, format: 'sub-wikibio' | 'triplecom') =>
      parseDataset(text, { source: 'a.json', format });
    expect(read(wikiBio, 'sub-wikibio')).toEqual({
      ...parseDataset(wikiBio, { source: 'a.json' }),
      format: 'sub-wikibio',
    });
    const phd = JSON.stringify([phdRow('A')]);
    for (const text of [wikiBio, phd, lines]) {
      const { passages: wanted } = parseDataset(text, { source: 'a.json' });
      expect(read(text, 'triplecom')).toEqual({ name: 'a.json', format: 'triplecom', passages: wanted });
    }
    expect(() => read(phd, 'sub-wikibio')).toThrow(/field "gpt3_text": missing/);
  });

  it.each(['phd', 'wikibio', 'sub-wikibio', 'graph-uncertainty', 'summeval', 'qags', 'refchecker'] as const)(
    'refuses a user file asked for as %s',
    (format) => {
      expect(() => parseDataset(lines, { source: 'a.jsonl', format })).toThrow(/a\.jsonl, line 1.*field/);
    },
  );

  it.each(['', '[]', '{}', '{"PHD-High": []}', '7'])('refuses %j', (text) => {
    expect(() => parseDataset(text, { source: 'a.json' })).toThrow(InputError);
  });
});

describe('openDataset', () => {
  it('reads a file and names the data set after it', async () => {
    const folder = await temporaryFolder({ 'mine.jsonl': '{"id":"a","prompt":"p"}\n' });
    const path = join(folder, 'mine.jsonl');
    expect(await openDataset({ path })).toMatchObject({ name: 'mine.jsonl', format: 'jsonl' });
  });

  it('refuses what is absent, a folder, or not UTF-8', async () => {
    const utf16 = Buffer.from('\uFEFF{"id":"a","prompt":"p"}', 'utf16le');
    const folder = await temporaryFolder({ 'utf16.jsonl': utf16 });
    for (const wrong of [join(folder, 'utf16.jsonl'), folder, join(folder, 'absent.jsonl')]) {
      await expect(openDataset({ path: wrong })).rejects.toThrow(InputError);
      await expect(openDataset({ path: wrong })).rejects.toThrow(wrong);
    }
  });

  it('reads all claim sets of a folder in the order of their names', async () => {
    const row = {
      ...{ prompt: 'p', entity: 'Ada', most_likely_generation: 'r', more_generations: [] },
      ...{ most_likely_breakdown_len: 0, pointwise_dict: [] },
    };
    const file = JSON.stringify([row]);
    const path = join(await temporaryFolder(), 'claims');
    await writeFiles(path, {
      'b.json': file,
      'factscore_gpt-4_bipartite.json': file,
      // two files of one group
      'x__factscore_gpt-4_bipartite.json': file,
      'b.json.meta.json': '{}',
      'notes.txt': 'ignored',
    });
    const { name, format, passages } = await openDataset({ path });
    expect([name, format]).toEqual(['claims', 'graph-uncertainty']);
    expect(passages.map(({ passage, group }) => [passage.id, group])).toEqual([
      ['b: Ada', 'b'],
      ['gpt-4 factscore: Ada', 'gpt-4 factscore'],
      ['gpt-4 factscore: Ada (2)', 'gpt-4 factscore'],
    ]);
    await expect(openDataset({ path, format: 'phd' })).rejects.toThrow(
      /is a folder; only graph-uncertainty, ragtruth, qags, refchecker, and texts beside an answer.txt/,
    );
    await writeFiles(path, { 'a.json': JSON.stringify([phdRow('A')]) });
    await expect(openDataset({ path })).rejects.toThrow(/is a folder; only/);
    await rm(join(path, 'a.json'));
    await writeFiles(path, { 'c.json': '[{"id": "a"}]' });
    await expect(openDataset({ path })).rejects.toThrow(/c\.json, line 1 \(row 1\): field "prompt"/);
  });
});

const data = '../shared/data';
describe.skipIf(!existsSync(`${data}/phd`))(`published files (needs ${data})`, () => {
  it('opens both forms of PHD', async () => {
    const [benchmark, withSamples] = await Promise.all(
      ['PHD_benchmark.json', 'phd_with_samples.json'].map((file) =>
        openDataset({ path: `${data}/phd/${file}` }),
      ),
    );
    for (const dataset of [benchmark, withSamples]) {
      expect(dataset?.format).toBe('phd');
      expect(dataset?.passages).toHaveLength(150);
      expect(dataset?.passages.filter(({ label }) => label === 'non-factual')).toHaveLength(39);
    }
    expect(withSamples?.passages.every(({ passage }) => passage.samples?.length === 3)).toBe(true);
  });

  it('opens WikiBio and finds every sentence', async () => {
    const { format, passages } = await openDataset({
      path: `${data}/wikibio/wiki_bio_gpt3_hallucination.json`,
    });
    expect(format).toBe('wikibio');
    expect(passages).toHaveLength(119);
    expect(passages.filter(({ label }) => label === 'non-factual')).toHaveLength(113);
    expect(passages.flatMap(({ sentences }) => sentences ?? [])).toHaveLength(947);
    expect(passages.every(({ passage }) => String(passage.prompt).includes('about'))).toBe(true);
  });

  it('opens the claims of graph-uncertainty, file and folder', async () => {
    const { format, passages } = await openDataset({ path: `${data}/graph_uncertainty` });
    expect(format).toBe('graph-uncertainty');
    expect(passages).toHaveLength(200);
    expect(new Set(passages.map(({ passage }) => passage.id)).size).toBe(200);
    const labels = (group: string, label: string) =>
      passages
        .filter((passage) => passage.group === group)
        .flatMap(({ claims = [] }) => claims)
        .filter((claim) => claim.label === label).length;
    expect(labels('gpt-3.5-turbo factscore', 'factual')).toBe(416);
    expect(labels('gpt-3.5-turbo factscore', 'non-factual')).toBe(181);
    expect(labels('gpt-4 popqa', 'factual')).toBe(624);
    expect(labels('gpt-4 popqa', 'non-factual')).toBe(172);
    for (const { passage, claims = [] } of passages) {
      expect(passage.claims).toEqual(claims.map(({ text }) => text));
    }
    const file = await openDataset({
      path: `${data}/graph_uncertainty/pop_qa_filtered__gpt-4__pop_qa_filtered_gpt-4_bipartite.json`,
    });
    expect(file.passages).toEqual(passages.slice(100));
  });

  it('finds the published ids of sub-WikiBio: all factual passages are among them', async () => {
    const list = `${data}/wikibio/sub_wikibio_ids.json`;
    const { passages } = await openDataset({ path: `${data}/wikibio/wiki_bio_gpt3_hallucination.json` });
    const { ids, missing } = selectedIds(await readFile(list, 'utf8'), { source: list, passages });
    expect(missing).toEqual([]);
    const chosen = passages.filter(({ passage }) => ids.includes(passage.id));
    expect(chosen.filter(({ label }) => label === 'factual')).toHaveLength(6);
    expect(chosen).toHaveLength(30);
  });
});
