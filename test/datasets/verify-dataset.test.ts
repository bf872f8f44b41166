import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cachedDataset, cacheFolder, registryEntry, writeMeta } from '../../datasets/cache.ts';
import { countDifferences, countPassages, describeCounts } from '../../datasets/inspect-file.ts';
import { REGISTRY } from '../../datasets/dataset-registry.ts';
import { verifyDataset } from '../../datasets/verify-dataset.ts';
import { InputError } from '../../src/errors.ts';
import { FILE, registryOf } from './registry-of.ts';
import { temporaryFolder, writeFiles } from '../support/temporary-folder.ts';

const sha256 = createHash('sha256').update(FILE).digest('hex');
const meta = { url: 'http://example.org', sha256, size: FILE.length, etag: null, licence: null };

describe('verifying a file', () => {
  const registry = [registryOf(['http://example.org'])];

  it('counts, and agrees with registry and first download', async () => {
    const path = join(await temporaryFolder({ 'letters.jsonl': FILE }), 'letters.jsonl');
    await writeMeta(path, meta);
    const [file] = await verifyDataset(path, { registry });
    expect(file).toEqual({
      path,
      format: 'jsonl',
      counts: expect.objectContaining({ passages: 3, factual: 3, sentences: 0 }),
      samplesEach: { fewest: 0, most: 0 },
      sha256,
      size: FILE.length,
      held: ['checksum of the first download', 'content as published (3 passages, 3 factual passages)'],
      problems: [],
    });
  });

  it('tells what is not as it was, or not as published', async () => {
    const path = join(await temporaryFolder(), 'letters.jsonl');
    await writeFile(path, FILE.split('\n').slice(0, 2).join('\n'));
    await writeMeta(path, meta);
    const [file] = await verifyDataset(path, { registry });
    expect(file?.held).toEqual([]);
    expect(file?.problems).toEqual([
      expect.stringMatching(`^checksum of the first download is ${sha256}, not `),
      'holds 2 passages instead of 3',
      'holds 2 factual passages instead of 3',
    ]);
  });

  it('only looks at a file of another name, and knows the content of a published one', async () => {
    const path = join(await temporaryFolder({ 'mine.jsonl': FILE }), 'mine.jsonl');
    const [same] = await verifyDataset(path, { registry });
    expect([same?.held, same?.problems]).toEqual([['content as published in letters.jsonl'], []]);
    await writeFile(path, '{"id":"a","prompt":"p","samples":["s"]}\n{"id":"b","prompt":"p"}');
    const [other] = await verifyDataset(path, { registry });
    expect([other?.held, other?.problems]).toEqual([[], []]);
    expect(other?.samplesEach).toEqual({ fewest: 0, most: 1 });
  });

  it('reads lists of ids by their names, and every file of a folder', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => ({ entity: `Name ${index}`, label: 'factual' }));
    const path = await temporaryFolder({
      'sub_wikibio_dataset.json': JSON.stringify(ids),
      'a.jsonl': FILE,
    });
    await writeMeta(join(path, 'a.jsonl'), meta);
    const files = await verifyDataset(path);
    expect(files.map(({ format, counts }) => [format, counts.ids ?? counts.passages])).toEqual([
      ['jsonl', 3],
      ['ids', 60],
    ]);
    expect(files.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('refuses what is absent, empty or of no known form', async () => {
    const path = await temporaryFolder();
    await expect(verifyDataset(path)).rejects.toThrow(/without \.json files/);
    await expect(verifyDataset(join(path, 'absent'))).rejects.toThrow(
      /cannot be read \(no such file or directory\)/,
    );
    await writeFile(join(path, 'a.json'), '[{"id": 1}]');
    await expect(verifyDataset(path)).rejects.toThrow(/a\.json, line 1/);
    await expect(verifyDataset(path)).rejects.toThrow(InputError);
    await writeFile(join(path, 'a.json'), FILE);
    await expect(verifyDataset(join(path, 'a.json'), { format: 'phd' })).rejects.toThrow(/"entity": missing/);
  });
});

describe('counting', () => {
  const span = { start: 0, end: 1 };
  const counts = countPassages([
    {
      passage: { id: 'a', prompt: '', samples: ['1', '2'] },
      label: 'factual',
      sentences: [
        { span, label: 'factual', score: 0 },
        { span, label: 'non-factual', score: 0.5 },
      ],
    },
    {
      passage: { id: 'b', prompt: '', samples: ['1'] },
      label: 'non-factual',
      sentences: [{ span, label: 'non-factual', score: 1 }],
      claims: [
        { text: '1', label: 'factual' },
        { text: '2', label: null },
      ],
    },
    { passage: { id: 'c', prompt: '' }, label: null },
  ]);

  it('counts labels of passages, sentences and claims', () => {
    expect(counts).toEqual({
      ...{ passages: 3, factual: 1, nonFactual: 1 },
      ...{ sentences: 3, accurate: 1, minor: 1, major: 1 },
      ...{ spans: 0, triples: 0 },
      ...{ factualClaims: 1, nonFactualClaims: 0, samples: 3 },
    });
  });

  it('says in words what is there and what is not as expected', () => {
    expect(describeCounts({ passages: 2, factual: 0, samples: 4 })).toBe('2 passages, 4 samples');
    expect(countDifferences(counts, { passages: 3, minor: 1 })).toEqual([]);
    expect(countDifferences(counts, { ids: 5, nonFactualClaims: 2 })).toEqual([
      'holds 0 non-factual claims instead of 2',
      'holds 0 ids instead of 5',
    ]);
  });
});

describe('the registry and the cache', () => {
  it('has names, files and addresses without repetition, each pinned to a version or the authors branch', () => {
    const names = REGISTRY.map(({ name }) => name);
    const files = REGISTRY.flatMap((entry) => entry.files);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
    for (const url of files.flatMap(({ urls }) => urls))
      expect(url).toMatch(/^https:\/\/\S+\/([0-9a-f]{40}|HEAD)\/\S+$/);
    for (const { name } of REGISTRY) expect(registryEntry(name).name).toBe(name);
    expect(() => registryEntry('none')).toThrow(/no data set "none"; there are phd, /);
  });

  it('lies where the environment says', () => {
    expect(cacheFolder({ HALLUGRAPH_CACHE: '/c', XDG_CACHE_HOME: '/x' })).toBe('/c/datasets');
    expect(cacheFolder({ HALLUGRAPH_CACHE: '', XDG_CACHE_HOME: '/x' })).toBe('/x/hallugraph/datasets');
    expect(cacheFolder({})).toMatch(/\.cache\/hallugraph\/datasets$/);
  });

  it('has a data set only when all of its files are there', async () => {
    const path = await temporaryFolder();
    expect(cachedDataset('wikibio', path)).toBeNull();
    await writeFiles(path, { 'wikibio/wiki_bio_gpt3_hallucination.json': '[]' });
    expect(cachedDataset('wikibio', path)).toBe(join(path, 'wikibio', 'wiki_bio_gpt3_hallucination.json'));
    const claims = join(path, 'graph-uncertainty');
    await writeFiles(claims, { 'factscore_gpt-3.5-turbo_bipartite.json': '[]' });
    expect(cachedDataset('graph-uncertainty', path)).toBeNull();
    await writeFiles(claims, { 'pop_qa_filtered_gpt-4_bipartite.json': '[]' });
    expect(cachedDataset('graph-uncertainty', path)).toBe(claims);
    expect(cachedDataset('none', path)).toBeNull();
  });
});
