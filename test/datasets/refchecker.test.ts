import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDataset, parseDataset } from '../../datasets/open-dataset.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Fact = [triplet: unknown, human_label: string];
const row = (id: string, ...facts: Fact[]) => ({
  ...{ id, response: 'Ada wrote it.' },
  claude2_response_kg: facts.map(([triplet, human_label]) => ({ triplet, human_label })),
});
const TRIPLET = ['Ada', 'wrote', 'it'];

const open = (rows: readonly unknown[], source = 'x/nq_llama2_70b_chat_answers.json') =>
  parseDataset(JSON.stringify(rows, null, 1), { source });

describe('RefChecker', () => {
  it('reads triplets as claims and as triples', () => {
    const rows = [row('1', [TRIPLET, 'Entailment'], [['Ada', 'was', 'a man'], 'Contradiction']), row('2')];
    const { format, passages } = open(rows);
    expect(format).toBe('refchecker');
    expect(passages[0]).toEqual({
      passage: {
        ...{ id: 'nq llama2_70b_chat: 1', prompt: '', response: 'Ada wrote it.' },
        claims: ['Ada wrote it', 'Ada was a man'],
      },
      label: 'non-factual',
      claims: [
        { text: 'Ada wrote it', label: 'factual' },
        { text: 'Ada was a man', label: 'non-factual' },
      ],
      triples: [
        { head: 'Ada', relation: 'wrote', tail: 'it', label: 'entailment' },
        { head: 'Ada', relation: 'was', tail: 'a man', label: 'contradiction' },
      ],
      group: 'zero context',
      model: 'llama2_70b_chat',
    });
    expect(passages[1]).toMatchObject({ label: null, triples: [] });
  });

  it.each([
    ['all entailed', ['Entailment', 'Entailment'], 'factual'],
    ['one neutral', ['Entailment', 'Neutral'], 'non-factual'],
  ])('labels an answer by its triplets: %s', (_, labels, wanted) => {
    const facts = labels.map((label): Fact => [TRIPLET, label]);
    expect(open([row('1', ...facts)]).passages[0]?.label).toBe(wanted);
  });

  it.each([
    ['an unknown label', row('2', [TRIPLET, 'Maybe']), 'claude2_response_kg.0.human_label'],
    ['two parts', row('2', [['a', 'b'], 'Neutral']), 'claude2_response_kg.0.triplet'],
    ['no answer', { ...row('2'), response: null }, 'response'],
    ['an id used twice', row('1'), 'id'],
  ])('names row and field of %s', (_, wrong, field) => {
    expect(() => open([row('1'), wrong])).toThrow(`(row 2): field "${field}"`);
  });

  it('keeps every triplet, and a claim for each that is not blank', () => {
    const triplet = fc.tuple(fc.string(), fc.string(), fc.string());
    fc.assert(
      fc.property(fc.array(triplet, { maxLength: 4 }), (triplets) => {
        const [passage] = open([row('1', ...triplets.map((one): Fact => [one, 'Neutral']))]).passages;
        expect(passage?.triples?.map(({ head, relation, tail }) => [head, relation, tail])).toEqual(triplets);
        const written = triplets.filter((parts) => parts.join('').trim() !== '');
        expect(passage?.passage.claims).toHaveLength(written.length);
      }),
    );
  });

  it('reads all files of a folder', async () => {
    const folder = await temporaryFolder();
    for (const name of ['nq_gpt4_answers.json', 'dolly_gpt4_answers.json', 'mine.json']) {
      await writeFile(join(folder, name), JSON.stringify([row('1', [TRIPLET, 'Entailment'])]));
    }
    const { format, passages } = await openDataset({ path: folder });
    expect(format).toBe('refchecker');
    expect(passages.map(({ passage, group, model }) => [passage.id, group, model])).toEqual([
      ['dolly gpt4: 1', 'accurate context', 'gpt4'],
      ['mine: 1', 'mine', undefined],
      ['nq gpt4: 1', 'zero context', 'gpt4'],
    ]);
  });
});

const data = '../shared/data/refchecker';
describe.skipIf(!existsSync(data))(`published files (needs ${data})`, () => {
  it('hold 7 models in 3 settings', async () => {
    const { passages } = await openDataset({ path: data });
    const triples = passages.flatMap((passage) => passage.triples ?? []);
    const labelled = (wanted: string) => triples.filter(({ label }) => label === wanted).length;
    expect(passages).toHaveLength(2100);
    expect([labelled('entailment'), labelled('neutral'), labelled('contradiction')]).toEqual([
      7176, 2622, 935,
    ]);
    expect(passages.filter(({ label }) => label === null)).toHaveLength(195);
    expect(new Set(passages.map(({ model }) => model)).size).toBe(7);
    expect([...new Set(passages.map(({ group }) => group))]).toEqual([
      ...['accurate context', 'noisy context', 'zero context'],
    ]);
  });
});

describe('references', () => {
  const folder = async (files: Record<string, unknown>) => {
    const home = await temporaryFolder();
    for (const [name, rows] of Object.entries(files)) await writeFile(join(home, name), JSON.stringify(rows));
    return home;
  };
  const reference = (id: string) => ({ id, question: `Who is ${id}?`, context: ['one', 'two'] });

  it('become the context of the answers they lie beside, and the question the prompt', async () => {
    const home = await folder({
      'dolly.json': [reference('9')],
      'dolly_gpt4_answers.json': [row('9', [TRIPLET, 'Neutral'])],
      'nq_gpt4_answers.json': [row('9', [TRIPLET, 'Neutral'])],
    });
    const { format, passages } = await openDataset({ path: home });
    expect(format).toBe('refchecker');
    expect(passages.map(({ passage }) => [passage.id, passage.prompt, passage.context])).toEqual([
      ['dolly gpt4: 9', 'Who is 9?', ['one', 'two']],
      ['nq gpt4: 9', '', undefined],
    ]);
  });

  it('must be there for every answer, and well-formed', async () => {
    const answers = [row('1'), row('2')];
    const home = await folder({ 'nq.json': [reference('1')], 'nq_gpt4_answers.json': answers });
    const opened = openDataset({ path: join(home, 'nq_gpt4_answers.json') });
    await expect(opened).rejects.toThrow('(row 2): field "id": "2" is not an answer in nq.json');
    const wrong = await folder({
      'nq.json': [{ ...reference('1'), context: 'one' }],
      'nq_gpt4_answers.json': answers,
    });
    await expect(openDataset({ path: wrong })).rejects.toThrow('(row 1): field "context"');
  });
});
