import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectedIds } from '../../datasets/ids.ts';
import { openDataset, parseDataset } from '../../datasets/open-dataset.ts';
import { InputError } from '../../src/errors.ts';

const phdRow = (entity: string, label = 'factual') => ({
  entity,
  url: 'https://example.org',
  AI: `${entity} is a thing.`,
  label,
  wrong_part: null,
});

const wikiBioRow = (index: number, annotation = ['accurate', 'minor_inaccurate', 'major_inaccurate']) => ({
  gpt3_text: 'Ada Byron (born 1815) was a poet.\n\nShe wrote.  She died.',
  wiki_bio_text: 'ada byron was a mathematician .',
  gpt3_sentences: ['Ada Byron (born 1815) was a poet.', 'She  wrote.', 'She died.'],
  annotation,
  wiki_bio_test_idx: index,
  gpt3_text_samples: ['One.', 'Two.'],
});

const open = (value: unknown, source = 'data.json') =>
  parseDataset(JSON.stringify(value, null, 1), { source });

describe('PHD', () => {
  it('reads the benchmark form: groups, prompt, label', () => {
    const { format, passages } = open({
      'PHD-High': [phdRow('Geophysics')],
      'PHD-Low': [phdRow('Ahitophel', 'non-factual')],
    });
    expect(format).toBe('phd');
    expect(passages).toEqual([
      {
        passage: {
          id: 'Geophysics',
          prompt: 'Please write a brief Wikipedia for Geophysics',
          response: 'Geophysics is a thing.',
        },
        label: 'factual',
        group: 'PHD-High',
      },
      {
        passage: {
          id: 'Ahitophel',
          prompt: 'Please write a brief Wikipedia for Ahitophel',
          response: 'Ahitophel is a thing.',
        },
        label: 'non-factual',
        group: 'PHD-Low',
      },
    ]);
  });

  it('knows the groups by the names of an earlier version', () => {
    const { format, passages } = open({
      wiki_1000w: [phdRow('Lethe')],
      wiki_10w: [phdRow('Ahitophel')],
      wiki_1y: [phdRow('Geophysics')],
    });
    expect(format).toBe('phd');
    expect(passages.map(({ group }) => group)).toEqual(['PHD-Medium', 'PHD-Low', 'PHD-High']);
  });

  it('reads the form with samples', () => {
    const { passages } = open([
      { ...phdRow('Geophysics'), samples_text: ['One.', 'Two.'], sentences: ['ignored'] },
    ]);
    expect(passages[0]?.passage.samples).toEqual(['One.', 'Two.']);
    expect(passages[0]).not.toHaveProperty('group');
  });

  it('gives every passage an id of its own when entities repeat', () => {
    const { passages } = open(['A', 'A', 'A (2)', 'A'].map((entity) => phdRow(entity)));
    const ids = passages.map(({ passage }) => passage.id);
    expect(new Set(ids).size).toBe(4);
    expect(ids.slice(0, 2)).toEqual(['A', 'A (2)']);
  });

  it('names group, row and field of what is wrong', () => {
    const wrong = { 'PHD-High': [phdRow('A'), { ...phdRow('B'), label: 'unsure' }] };
    expect(() => open(wrong)).toThrow(/data\.json, line \d+ \(PHD-High row 2\): field "label"/);
    expect(() => open({ 'PHD-High': phdRow('A') })).toThrow(/field "PHD-High"/);
    expect(() => open([{ ...phdRow('A'), samples_text: [1] }])).toThrow(/row 1.*field "samples_text\.0"/);
  });
});

describe('WikiBio', () => {
  it('reads sentences as spans with labels and scores, and leaves the gold text out', () => {
    const { format, passages } = open([wikiBioRow(7)]);
    expect(format).toBe('wikibio');
    const spans = [
      { start: 0, end: 33 },
      { start: 35, end: 45 },
      { start: 47, end: 56 },
    ];
    expect(passages).toEqual([
      {
        passage: {
          id: '7',
          prompt: 'This is a Wikipedia passage about Ada Byron:',
          response: wikiBioRow(7).gpt3_text,
          samples: ['One.', 'Two.'],
          sentences: spans,
        },
        label: 'non-factual',
        sentences: [
          { span: spans[0], label: 'factual', score: 0 },
          { span: spans[1], label: 'non-factual', score: 0.5 },
          { span: spans[2], label: 'non-factual', score: 1 },
        ],
      },
    ]);
  });

  it('calls a passage factual only when every sentence is accurate', () => {
    const { passages } = open([
      wikiBioRow(1, ['accurate', 'accurate', 'accurate']),
      wikiBioRow(2, ['accurate', 'accurate', 'minor_inaccurate']),
    ]);
    expect(passages.map(({ label }) => label)).toEqual(['factual', 'non-factual']);
  });

  it.each([
    ['Émile Zola, the writer, was born.', 'Émile Zola'],
    ['"Choi Jae-bong (born 1962) is an actor.', 'Choi Jae-bong'],
    ['Clay timpani are drums.', 'Clay timpani'],
    ['William "Bill" Quinn (1912) was an actor.', 'William "Bill" Quinn'],
  ])('reads the topic off %j', (text, topic) => {
    const row = { ...wikiBioRow(1, ['accurate']), gpt3_text: text, gpt3_sentences: [text] };
    expect(open([row]).passages[0]?.passage.prompt).toBe(`This is a Wikipedia passage about ${topic}:`);
  });

  it('reads JSON Lines too', () => {
    const text = [1, 2].map((index) => JSON.stringify(wikiBioRow(index))).join('\n');
    const { format, passages } = parseDataset(text, { source: 'data.jsonl' });
    expect([format, passages.length]).toEqual(['wikibio', 2]);
  });

  it.each([
    ['an unknown annotation', { annotation: ['accurate', 'wrong', 'accurate'] }, 'annotation.1'],
    ['too few annotations', { annotation: ['accurate'] }, 'annotation'],
    [
      'a sentence that is not in the text',
      { gpt3_sentences: ['She died.', 'She wrote.', 'No.'] },
      'gpt3_sentences.1',
    ],
    ['missing samples', { gpt3_text_samples: undefined }, 'gpt3_text_samples'],
    ['a repeated index', { wiki_bio_test_idx: 1 }, 'wiki_bio_test_idx'],
  ])('names row and field of %s', (_, change, field) => {
    const rows = [wikiBioRow(1), { ...wikiBioRow(2), ...change }];
    expect(() => open(rows)).toThrow(`(row 2): field "${field}"`);
    expect(() => open(rows)).toThrow(InputError);
  });
});

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
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'datasets-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('reads a file and names the data set after it', async () => {
    const path = join(folder, 'mine.jsonl');
    await writeFile(path, '{"id":"a","prompt":"p"}\n');
    expect(await openDataset({ path })).toMatchObject({ name: 'mine.jsonl', format: 'jsonl' });
  });

  it('refuses what is absent, a folder, or not UTF-8', async () => {
    const path = join(folder, 'utf16.jsonl');
    await writeFile(path, Buffer.from('\uFEFF{"id":"a","prompt":"p"}', 'utf16le'));
    for (const wrong of [path, folder, join(folder, 'absent.jsonl')]) {
      await expect(openDataset({ path: wrong })).rejects.toThrow(InputError);
      await expect(openDataset({ path: wrong })).rejects.toThrow(wrong);
    }
  });

  it('reads all claim sets of a folder in the order of their names', async () => {
    const path = join(folder, 'claims');
    await mkdir(path);
    const file = (entity: string) =>
      JSON.stringify([
        {
          ...{ prompt: 'p', entity, most_likely_generation: 'r', more_generations: [] },
          ...{ most_likely_breakdown_len: 0, pointwise_dict: [] },
        },
      ]);
    await writeFile(join(path, 'b.json'), file('Ada'));
    await writeFile(join(path, 'factscore_gpt-4_bipartite.json'), file('Ada'));
    // two files of one group
    await writeFile(join(path, 'x__factscore_gpt-4_bipartite.json'), file('Ada'));
    await writeFile(join(path, 'b.json.meta.json'), '{}');
    await writeFile(join(path, 'notes.txt'), 'ignored');
    const { name, format, passages } = await openDataset({ path });
    expect([name, format]).toEqual(['claims', 'graph-uncertainty']);
    expect(passages.map(({ passage, group }) => [passage.id, group])).toEqual([
      ['b: Ada', 'b'],
      ['gpt-4 factscore: Ada', 'gpt-4 factscore'],
      ['gpt-4 factscore: Ada (2)', 'gpt-4 factscore'],
    ]);
    await expect(openDataset({ path, format: 'phd' })).rejects.toThrow(
      /is a folder; only ragtruth, graph-uncertainty, qags, refchecker/,
    );
    await writeFile(join(path, 'c.json'), '[{"id": "a"}]');
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
