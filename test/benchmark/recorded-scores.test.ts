import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { readRecordedScores } from '../../src/benchmark/recorded-scores.ts';
import { InputError } from '../../src/errors.ts';
import { labelled } from './cases.ts';

const sentences = [1, 0].map((gold) => ({ gold: gold as 0 | 1, support: null }));
const plain = (id: string) => ({ id, positive: true, support: null });

const passages: LabelledPassage[] = [
  labelled({ ...plain('a'), sentences, claims: [{ positive: true, support: null }] }),
  labelled({ ...plain('7'), sentences }),
  labelled(plain('c')),
];

const read = (value: unknown, list = passages, source = 'scores.json') =>
  readRecordedScores(typeof value === 'string' ? value : JSON.stringify(value), { source, passages: list });

const rowsOf = (value: unknown, list?: LabelledPassage[]) =>
  Object.fromEntries(
    read(value, list).methods.map(({ method, scores }) => [
      method,
      Object.fromEntries(
        scores.map(({ id, passage, sentences, claims }) => [id, { passage, sentences, claims }]),
      ),
    ]),
  );

describe('readRecordedScores, own form', () => {
  const rows = [
    { method: 'one', id: 'a', score: 0.5, sentences: [0.9, null], claims: [0.2] },
    { method: 'two', id: 'a', score: null },
    { method: 'one', id: 7, score: 2 },
  ];

  it('reads a list, JSON Lines and a single row alike', () => {
    const expected = {
      one: {
        a: { passage: 0.5, sentences: [0.9, null], claims: [0.2] },
        7: { passage: 2, sentences: null, claims: null },
      },
      two: { a: { passage: null, sentences: null, claims: null } },
    };
    const lines = rows.map((row) => JSON.stringify(row)).join('\n');
    expect(rowsOf(rows)).toEqual(expected);
    expect(rowsOf(`\uFEFF${lines}\r\n`)).toEqual(expected);
    expect(read(lines, passages, 'scores.jsonl').methods).toHaveLength(2);
    expect(rowsOf(rows[0])).toEqual({ one: { a: expected.one.a } });
  });

  it('gives complete scores: recorded, without thresholds or calls, with a reason where there is none', () => {
    expect(read(rows).methods[1]).toEqual({
      method: 'two',
      origin: 'recorded',
      thresholds: { passage: null, sentence: null, claim: null },
      scores: [
        { id: 'a', passage: null, sentences: null, claims: null, reason: 'no score recorded', usage: null },
      ],
    });
  });

  it('counts rows about other passages, and refuses a file that is about no passage', () => {
    const others = ['x', 'y', 'x'].map((id, index) => ({ method: `m${index}`, id, score: 1 }));
    expect(read([...rows, ...others]).notes).toEqual([
      'scores.json: passages that are not in the data set, ignored: 2.',
    ]);
    expect(() => read(others)).toThrow(/scores\.json: none of its rows is about a passage/);
  });

  it('takes an empty list for a passage the run skipped', () => {
    const { methods, notes } = read([{ method: 'one', id: 'a', score: 1, sentences: [] }]);
    expect(methods[0]?.scores[0]).toMatchObject({ passage: 1, sentences: null });
    expect(notes).toEqual(['one: passages the recorded run skipped, taken as without scores: 1.']);
  });

  it('leaves out sentence scores where no sentence is labelled', () => {
    expect(rowsOf([{ method: 'one', id: 'c', score: 1, sentences: [1, 2, 3] }]).one?.c?.sentences).toBeNull();
  });

  it.each([
    [
      'a list of wrong length',
      [{ method: 'one', id: 'a', sentences: [1] }],
      /row 1.*"sentences": 1 scores for the 2/,
    ],
    ['claims of wrong number', [{ method: 'one', id: 'a', claims: [1, 2] }], /"claims": 2 scores for the 1/],
    [
      'no number',
      [{ method: 'one', id: 'a', score: '0.5' }],
      /row 1.*"score": expected a number, found text/,
    ],
    [
      'a number without end',
      '{"method": "one", "id": "a", "score": 1e999}',
      /"score": too large for a number/,
    ],
    ['an unknown field', [{ method: 'one', id: 'a', scores: 1 }], /scores\.json.*row 1/],
    ['no method', [{ id: 'a', score: 1 }], /"method": missing/],
    ['a passage twice', [rows[0], rows[0]], /row 2.*"a" has scores of one already/],
    ['no row', [], /holds no scores/],
    ['no JSON', '{"method"', /scores\.json, line 1/],
    ['a line that is no JSON', '{"method": "one", "id": "a"}\n{', /line 2/],
  ])('refuses %s', (_, value, message) => {
    expect(() => read(value)).toThrow(InputError);
    expect(() => read(value)).toThrow(message);
  });

  it('throws nothing but InputError, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        try {
          read(text);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
    );
  });
});

describe('readRecordedScores, WikiBio form', () => {
  it('takes the mean of the sentences for the passage', () => {
    expect(rowsOf({ nli: { 7: [0.25, 0.75], a: null, x: [1] } })).toEqual({
      nli: {
        7: { passage: 0.5, sentences: [0.25, 0.75], claims: null },
        a: { passage: null, sentences: null, claims: null },
      },
    });
  });

  it('names method and passage of a list of wrong length', () => {
    expect(() => read({ nli: { 7: [1, 2, 3] } })).toThrow(
      /nli 7.*3 scores for the 2 sentences of passage "7"/,
    );
    expect(() => read({ nli: { 7: ['x'] } })).toThrow(/"nli\.7\.0"/);
  });
});

describe('readRecordedScores, PHD forms', () => {
  const entities = ['Hoy', 'Hoy (2)', 'Raven'].map((id) => {
    const one = labelled(plain(id));
    return { ...one, passage: { ...one.passage, response: `Text of ${id}.` } };
  });

  it('reads SelfCheck scores as recorded; a repeated entity in file order', () => {
    const row = (entity: string, scores: number[], bertscore: number) => ({
      ...{ entity, label: 'factual', selfcheck_nli_sentence_scores: scores },
      selfcheck_bertscore: bertscore,
    });
    const rows = [row('Hoy', [0.2, 0.4], 0.1), row('Hoy', [], 0.2), row('Other', [1], 1)];
    const { methods, notes } = read(rows, entities);
    expect(
      methods.map(({ method, scores }) => [method, scores.map(({ id, passage }) => [id, passage])]),
    ).toEqual([
      [
        'selfcheck-nli (recorded)',
        [
          ['Hoy', expect.closeTo(0.3, 12)],
          ['Hoy (2)', null],
        ],
      ],
      [
        'selfcheck-bertscore (recorded)',
        [
          ['Hoy', 0.1],
          ['Hoy (2)', 0.2],
        ],
      ],
    ]);
    expect(notes).toHaveLength(1);
  });

  it('finds the passage of a run by entity and text, the first time it was recorded', () => {
    const row = (entity: string, init_reply: string, triples_score: number[]) => ({
      ...{ entity, init_reply, triples_score },
    });
    const rows = [
      row('Hoy', 'Text of  Hoy (2).\n', [0, 1]),
      row('Hoy', 'Text of Hoy.', [0.25]),
      row('Hoy', 'Text of Hoy.', [0.75]),
      row('Raven', 'Another text.', [1]),
    ];
    const { methods, notes } = read(rows, entities);
    expect(methods[0]?.scores.map(({ id, passage }) => [id, passage])).toEqual([
      ['Hoy (2)', 0.5],
      ['Hoy', 0.25],
    ]);
    expect(notes).toEqual([
      'scores.json: passages that are not in the data set, ignored: 1.',
      'scores.json: passages recorded twice, of which the first counts: 1.',
    ]);
  });

  it.each([
    ['rv-qg (recorded)', { question: 'Who?' }],
    ['rv-em (recorded)', { detail: '1. bird' }],
  ])('takes the verdict of %s', (method, own) => {
    const row = (id: string, label: string) => ({
      ...{ entity: id, claim: `Text of ${id}.`, answer: 'A raven.', Is_same: 'None', label },
      ...own,
    });
    expect(rowsOf([row('Raven', 'non-factual'), row('Hoy', 'factual')], entities)[method]).toMatchObject({
      Raven: { passage: 1 },
      Hoy: { passage: 0 },
    });
  });

  it('names row and field of what is wrong', () => {
    const rows = [{ entity: 'Hoy', init_reply: 'Text of Hoy.', triples_score: [null] }];
    expect(() => read(rows, entities)).toThrow(/row 1.*"triples_score\.0"/);
  });
});

describe('readRecordedScores, graph-uncertainty form', () => {
  const mark = (claim: string, gpt_annotation_result: string, verbalized: unknown) => ({
    ...{ claim, gpt_annotation_result },
    ...{ verbalized_confidence_with_options: verbalized, inline_verbalized_confidence: 0.9 },
  });
  const row = {
    entity: 'Mara Quint',
    most_likely_generation: 'Mara Quint painted.',
    most_likely_breakdown_len: 4,
    pointwise_dict: [
      mark('She painted.', 'Y', 0.8),
      mark('She was nice.', 'S', 1),
      mark('She sang.', 'N', null),
      mark('She wrote.', 'N', '0.2'),
      mark('Of a sample.', 'Y', 0.1),
    ],
  };

  it('takes 1 − the confidence of each claim that the data set has, null where none was stated', () => {
    const id = 'gpt-4 popqa: Mara Quint';
    const claims = [true, false, false].map((positive) => ({ positive, support: null }));
    const one = labelled({ id, positive: true, support: null, claims });
    const quint = { ...one, passage: { ...one.passage, response: 'Mara Quint painted.' } };
    const { methods } = read([row], [quint], 'pop_qa_filtered_gpt-4_bipartite.json');
    expect(methods.map(({ method }) => method)).toEqual(['verbalized (recorded)', 'inline (recorded)']);
    const [verbalized] = methods[0]?.scores ?? [];
    expect(verbalized?.claims?.map((risk) => risk?.toFixed(2))).toEqual(['0.20', undefined, '0.80']);
    expect(verbalized?.passage).toBeCloseTo(0.5, 12);
  });
});
