/** SummEval and QAGS: summaries labelled against their articles. */
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDataset, parseDataset } from '../../datasets/open-dataset.ts';

const open = (rows: readonly unknown[], source = 'data.jsonl') =>
  parseDataset(rows.map((row) => JSON.stringify(row)).join('\n'), { source });

describe('SummEval', () => {
  const row = (id: string, consistency: unknown = 5) => ({
    ...{ id, source: 'The article.', summary: 'The summary.', consistency },
  });

  it('is factual where all experts agree', () => {
    const { format, passages } = open([row('1'), row('2', 4.6666666667)]);
    expect(format).toBe('summeval');
    expect(passages).toEqual([
      {
        passage: {
          ...{ id: '1', prompt: 'Summarise the article.' },
          ...{ response: 'The summary.', context: ['The article.'] },
        },
        label: 'factual',
      },
      expect.objectContaining({ label: 'non-factual' }),
    ]);
  });

  it('reads annotations paired with their articles', () => {
    const paired = (...ratings: number[]) => ({
      ...{ id: 'dm-1', model_id: `M${ratings.length}`, text: 'The article.', decoded: 'A summary.' },
      expert_annotations: ratings.map((consistency) => ({ consistency, fluency: 1 })),
    });
    const { format, passages } = open([paired(5, 5, 5), paired(5, 4)]);
    expect(format).toBe('summeval');
    expect(passages.map(({ passage, label, model }) => [passage.id, label, model])).toEqual([
      ['dm-1 M3', 'factual', 'M3'],
      ['dm-1 M2', 'non-factual', 'M2'],
    ]);
    expect(() => open([{ ...paired(5), text: undefined }])).toThrow('field "text": missing');
  });

  it.each([
    ['a rating out of range', row('2', 6), 'consistency'],
    ['an empty summary', { ...row('2'), summary: ' ' }, 'summary'],
    ['an id used twice', row('1'), 'id'],
  ])('names line and field of %s', (_, wrong, field) => {
    expect(() => open([row('1'), wrong])).toThrow(`data.jsonl, line 2: field "${field}"`);
  });
});

describe('QAGS', () => {
  const votes = (...given: string[]) => given.map((response, worker_id) => ({ worker_id, response }));
  const row = (...sentences: [string, ...string[]][]) => ({
    article: 'The article.',
    summary_sentences: sentences.map(([sentence, ...given]) => ({ sentence, responses: votes(...given) })),
  });

  it('labels sentences by majority and the summary by all of them', () => {
    const { format, passages } = open(
      [
        row(['One is so.', 'yes', 'yes', 'no'], ['Two is not.', 'no', 'yes', 'no']),
        row(['All is so.', 'yes', 'yes', 'yes']),
      ],
      'x/mturk_cnndm.jsonl',
    );
    expect(format).toBe('qags');
    expect(passages[0]).toEqual({
      passage: {
        ...{ id: 'cnndm 1', prompt: 'Summarise the article.', response: 'One is so. Two is not.' },
        context: ['The article.'],
        sentences: [
          { start: 0, end: 10 },
          { start: 11, end: 22 },
        ],
      },
      label: 'non-factual',
      sentences: [
        { span: { start: 0, end: 10 }, label: 'factual', score: 1 / 3 },
        { span: { start: 11, end: 22 }, label: 'non-factual', score: 2 / 3 },
      ],
      group: 'cnndm',
    });
    expect(passages[1]).toMatchObject({ label: 'factual', group: 'cnndm' });
  });

  it.each([
    ['another vote', row(['One.', 'maybe']), 'summary_sentences.0.responses.0.response'],
    ['no vote', row(['One.']), 'summary_sentences.0.responses'],
    ['no article', { ...row(['One.', 'yes']), article: null }, 'article'],
  ])('names line and field of %s', (_, wrong, field) => {
    expect(() => open([row(['One.', 'yes']), wrong])).toThrow(`data.jsonl, line 2: field "${field}"`);
  });

  it('gives back every sentence, labelled by more than half of the votes', () => {
    const text = fc.string({ minLength: 1 }).filter((one) => one.trim() !== '');
    const vote = fc.constantFrom('yes', 'no');
    const sentence = fc.tuple(text, fc.array(vote, { minLength: 1, maxLength: 5 }));
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 4 }), (given) => {
        const [passage] = open([
          row(...given.map(([one, all]): [string, ...string[]] => [one, ...all])),
        ]).passages;
        const { response = '' } = passage?.passage ?? {};
        expect(passage?.sentences?.map(({ span }) => response.slice(span.start, span.end))).toEqual(
          given.map(([one]) => one),
        );
        const right = given.map(([, all]) => all.filter((one) => one === 'yes').length > all.length / 2);
        expect(passage?.sentences?.map(({ label }) => label === 'factual')).toEqual(right);
        expect(passage?.label === 'factual').toBe(right.every(Boolean));
      }),
    );
  });
});

const data = '../shared/data';
describe.skipIf(!existsSync(`${data}/qags`))(`published files (needs ${data})`, () => {
  const counted = async (path: string) => {
    const { passages } = await openDataset({ path: `${data}/${path}` });
    return [passages.length, passages.filter(({ label }) => label === 'factual').length];
  };

  it('hold what they should', async () => {
    expect(await counted('summeval/summeval.jsonl')).toEqual([800, 656]);
    expect(await counted('qags/mturk_cnndm.jsonl')).toEqual([118, 56]);
    expect(await counted('qags/mturk_xsum.jsonl')).toEqual([120, 58]);
    expect(await counted('qags')).toEqual([238, 114]);
  });
});
