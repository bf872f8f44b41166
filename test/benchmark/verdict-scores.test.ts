import { describe, expect, it } from 'vitest';
import { verdictScores } from '../../src/benchmark/verdict-scores.ts';
import { InputError } from '../../src/errors.ts';
import { type Case, labelled, verdict } from './cases.ts';

const CASES: Case[] = [
  {
    id: 'a',
    positive: true,
    support: 0.25,
    sentences: [
      { gold: 1, support: 0.1 },
      { gold: 0, support: null },
    ],
    claims: [{ positive: false, support: 0.75 }],
  },
  { id: 'b', positive: false, support: null },
];

const passages = CASES.map(labelled);
const verdicts = CASES.map((one) => verdict(one));

describe('verdictScores', () => {
  it('turns supports into risks at every level, with probabilities, calls and reasons', () => {
    const thresholds = { passage: 0.5, triple: 0.4 };
    expect(verdictScores({ passages, verdicts: verdicts.toReversed(), thresholds })).toEqual({
      method: 'hallugraph',
      origin: 'hallugraph',
      thresholds: { passage: -0.5, sentence: -0.4, claim: -0.4 },
      scores: [
        {
          id: 'a',
          passage: -0.25,
          flagged: true,
          sentences: [-0.1, null],
          claims: [-0.75],
          probabilities: { passage: 0.75, sentences: [0.9, null], claims: [0.25] },
          reason: null,
          usage: { requests: 2, inputTokens: 10, outputTokens: 3 },
        },
        {
          id: 'b',
          passage: null,
          sentences: null,
          claims: null,
          probabilities: { passage: null, sentences: null, claims: null },
          reason: 'no-triples',
          usage: { requests: 2, inputTokens: 10, outputTokens: 3 },
        },
      ],
    });
  });

  it('names variants, and has no threshold for parts unless it is told', () => {
    const scores = verdictScores({ passages, verdicts, method: '−HEQA', origin: 'ablation' });
    expect(scores).toMatchObject({ method: '−HEQA', origin: 'ablation' });
    expect(scores.thresholds).toEqual({ passage: -0.5, sentence: null, claim: null });
  });

  it('takes a gold sentence at another place for one without a score', () => {
    const [first] = verdicts.map((one) => ({
      ...one,
      sentences: one.sentences.map((sentence) => ({ ...sentence, span: { start: 1, end: 4 } })),
    }));
    const { scores } = verdictScores({ passages: passages.slice(0, 1), verdicts: first ? [first] : [] });
    expect(scores[0]?.sentences).toEqual([null, null]);
  });

  it('gives no threshold where verdicts used different ones', () => {
    const cases: Case[] = ['a', 'b'].map((id) => ({ id, positive: true, support: 0.3 }));
    const different = cases.map((one, index) => verdict(one, index / 10));
    expect(
      verdictScores({ passages: cases.map(labelled), verdicts: different }).thresholds.passage,
    ).toBeNull();
  });

  it('counts no calls where none were made', () => {
    const quiet = verdicts.map((one) => ({ ...one, usage: { ...one.usage, requests: 0 } }));
    const { scores } = verdictScores({ passages, verdicts: quiet });
    expect(scores.map(({ usage }) => usage)).toEqual([null, null]);
  });

  it('refuses a labelled passage without a verdict, and asks none for one without labels', () => {
    expect(() => verdictScores({ passages, verdicts: [] })).toThrow(InputError);
    const unlabelled = labelled({ id: 'c', positive: null, support: null });
    expect(verdictScores({ passages: [unlabelled], verdicts: [] }).scores).toEqual([]);
  });
});
