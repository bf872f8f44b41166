import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Host } from '../../src/run/host.ts';
import { type InputOptions, readInput, selectionOf } from '../../src/run/read-input.ts';
import { InputError } from '../../src/errors.ts';
import { selectPassages } from '../../src/run/select-passages.ts';
import { temporaryFolder, writeFiles } from '../support/temporary-folder.ts';

const row = (index: number, annotation: string) => ({
  gpt3_text: `Name ${index} (born) was.`,
  gpt3_sentences: [`Name ${index} (born) was.`],
  annotation: [annotation],
  wiki_bio_test_idx: index,
  gpt3_text_samples: [],
});
const WIKIBIO = JSON.stringify([row(1, 'accurate'), row(2, 'minor_inaccurate'), row(3, 'major_inaccurate')]);

async function setUp() {
  const cwd = await temporaryFolder({ 'wikibio.json': WIKIBIO });
  let stderr = '';
  const host = {
    ...{ cwd, env: { HALLUGRAPH_CACHE: path.join(cwd, 'cache') }, stdin: [Buffer.from(WIKIBIO)] },
    stderr: {
      write: (text: string) => {
        stderr += text;
      },
    },
  } as unknown as Host;
  return {
    read: (source: string | undefined, options: InputOptions = {}) => readInput(source, options, host),
    write: (name: string, content: string) => writeFiles(cwd, { [name]: content }),
    cache: async (file: string, content: string) => {
      await writeFiles(path.join(cwd, 'cache/datasets'), { [file]: content });
      return path.join(cwd, 'cache/datasets', file);
    },
    stderr: () => stderr,
  };
}

const run = { seed: 1 };
const selectedOf = async (input: ReturnType<typeof readInput>) => {
  const { passages, ...part } = await input;
  return selectPassages(passages, selectionOf(part, run)).map(({ passage }) => passage.id);
};

describe('the part of an input', () => {
  it('is all of it unless said otherwise', async () => {
    const { read, stderr } = await setUp();
    const input = await read('wikibio.json');
    expect([input.ids, input.draw]).toEqual([null, null]);
    expect(selectionOf(input, { seed: 1, filter: 'a', limit: 2 })).toEqual({
      ...{ ids: null, draw: null, filter: 'a', limit: 2 },
    });
    expect(stderr()).toBe('');
  });

  it('is named by a list of ids, for a file of any form and for standard input', async () => {
    const { read, write, stderr } = await setUp();
    await write('ids.txt', '3\n1\n');
    expect(await selectedOf(read('wikibio.json', { ids: 'ids.txt' }))).toEqual(['1', '3']);
    expect(await selectedOf(read('-', { ids: 'ids.txt' }))).toEqual(['1', '3']);
    expect(await selectedOf(read('wikibio.json', { dataset: 'triplecom', ids: 'ids.txt' }))).toEqual([
      '1',
      '3',
    ]);
    expect(stderr()).toBe('');
  });

  it('notes ids of no passage', async () => {
    const { read, write, stderr } = await setUp();
    await write('ids.json', '["3", "x", "y", "z", "zz"]');
    expect(await selectedOf(read('wikibio.json', { ids: 'ids.json' }))).toEqual(['3']);
    expect(stderr()).toBe('note: 4 of the 5 ids in ids.json match no passage: "x", "y", "z" ...\n');
  });

  it('must be named for triplecom, and the list must be there', async () => {
    const { read } = await setUp();
    await expect(read('wikibio.json', { dataset: 'triplecom' })).rejects.toThrow(/with --ids/);
    await expect(read('wikibio.json', { ids: 'absent' })).rejects.toThrow(
      'absent: cannot be read (no such file or directory)',
    );
  });

  it('is drawn for sub-wikibio, or as published where that was fetched', async () => {
    const { read, cache, stderr } = await setUp();
    const drawn = await read('wikibio.json', { dataset: 'sub-wikibio' });
    expect(drawn).toMatchObject({ format: 'sub-wikibio', ids: null, draw: 'sub-wikibio' });
    expect(selectionOf(drawn, { seed: 5 }).draw).toEqual({ rule: 'sub-wikibio', seed: 5 });
    expect(stderr()).toMatch(/^note: sub-wikibio is drawn here/);
    await cache('sub-wikibio/sub_wikibio_dataset.json', '[{"entity": "Name 1 "}, {"entity": "Name 3 "}]');
    const published = await read('wikibio.json', { dataset: 'sub-wikibio' });
    expect(published).toMatchObject({ ids: ['1', '3'], draw: null });
  });
});

describe('a public data set without a file named', () => {
  it('is taken from the cache', async () => {
    const { read, cache } = await setUp();
    const file = await cache('wikibio/wiki_bio_gpt3_hallucination.json', WIKIBIO);
    expect(await read(undefined, { dataset: 'wikibio' })).toMatchObject({ path: file, format: 'wikibio' });
    expect(await read(undefined, { dataset: 'sub-wikibio' })).toMatchObject({
      path: file,
      format: 'sub-wikibio',
    });
  });

  it('must have been fetched', async () => {
    const { read } = await setUp();
    const how = (name: string) => `download it with hallugraph datasets fetch ${name}`;
    await expect(read(undefined, { dataset: 'phd' })).rejects.toThrow(how('phd'));
    await expect(read(undefined, { dataset: 'sub-wikibio' })).rejects.toThrow(how('wikibio'));
    for (const dataset of ['auto', 'jsonl', 'triplecom'] as const) {
      await expect(read(undefined, { dataset })).rejects.toThrow(/nothing to evaluate/);
    }
    await expect(read(undefined, { dataset: 'phd' })).rejects.toThrow(InputError);
  });
});
