import { describe, expect, it } from 'vitest';
import { ZERO_USAGE } from '../../src/models/budget/usage.ts';
import {
  type Agreement,
  EMPTY_TRACE,
  type PassageAgreement,
  type TaskResult,
  type Trace,
  type TripleVerification,
} from '../../src/passage.ts';
import {
  applyDatasetThreshold,
  scorePassage,
  rescoreVerdict,
  type ScoringInput,
} from '../../src/scoring/verdict.ts';
import {
  agreement,
  passageAgreement,
  segmentation,
  statement,
  statements,
  verification,
  vote,
} from '../support/records.ts';
import { plainScoring, weights } from '../support/scoring.ts';
import type { Scoring } from '../../src/scoring/scoring-schema.ts';

const response = 'Brooke was born in 1887. He studied at Oxford. A quiet line.';
const sentences = [
  { start: 0, end: 24 },
  { start: 25, end: 46 },
  { start: 47, end: 60 },
];

function task(matches: readonly boolean[], answer = 'something else'): TaskResult {
  const draws = matches.map((match) => ({ answer: match ? 'it' : answer, match, matchedBy: null }));
  if (matches.length === 0) return { value: null, reason: 'no-sample-answers', asked: null, draws };
  return { value: matches.filter(Boolean).length / matches.length, reason: null, asked: null, draws };
}

const supported = (support: number, extra: Partial<Agreement> = {}): Agreement =>
  agreement({ support: { value: support, reason: null }, ...extra });

function trace(): Trace {
  const original = segmentation('original', [
    ['Brooke', 'was born in', '1887'],
    ['Brooke', 'studied at', 'Oxford'],
  ]);
  const [born, studied] = original.triples;
  if (born && studied) [born.span, studied.span] = [sentences[0] ?? null, sentences[1] ?? null];
  const [first, second] = [{ responseId: 'sample-1' }, { responseId: 'sample-2' }];
  return {
    ...EMPTY_TRACE,
    segmentations: [
      original,
      segmentation('sample-1', [['Brooke', 'studied at', 'Cambridge']]),
      segmentation('sample-2', [['Brooke', 'was born in', '1887']]),
    ],
    consistency: [
      {
        tripleId: 'original/1',
        votes: [vote(first), vote({ ...second, repeated: true, tripleId: 'sample-2/1' })],
      },
      {
        tripleId: 'original/2',
        votes: [vote({ ...first, conflict: true, tripleId: 'sample-1/1' }), vote(second)],
      },
    ],
    verification: [
      verification('original/1', { head: task([true, true]), relation: task([]), tail: task([true]) }),
      verification('original/2', {
        head: task([false, false, false, true], 'A. Reader'),
        relation: task([]),
        tail: task([false], 'Cambridge'),
      }),
    ],
    agreement: passageAgreement({
      agreement: { value: 0.8, reason: null },
      commonGround: { value: 0.6, reason: null },
      triples: {
        'original/1': supported(0.9),
        'original/2': supported(0.2, {
          unsupported: ['Oxford'],
          statements: ['At Cambridge.', 'In Cambridge, too.'].map((text, index) =>
            statement('contradicts', {
              ...{ responseId: `sample-${index + 1}`, coverage: 0, likeness: 0.5 - index / 10 },
              ...{ kind: 'place', value: 'Oxford', instead: 'Cambridge' },
              quote: { start: 0, end: text.length },
            }),
          ),
        }),
      },
      sentences: [supported(0.9), supported(0.2), supported(0.4)],
      claims: [supported(0.3), supported(0.7)],
    }),
  };
}

const agreements = () => trace().agreement as PassageAgreement;

const scoring = plainScoring({ head: 0.4, relation: 0.2, tail: 0.2, consistency: 0.2 });

const input: ScoringInput = {
  passage: {
    ...{ id: 'brooke', prompt: 'Write about Rupert Brooke.', response },
    samples: ['At Cambridge.', 'In Cambridge, too.'],
  },
  sentences,
  trace: trace(),
  usage: ZERO_USAGE,
  abstention: null,
};

describe('scorePassage', () => {
  it('scores triples by Eq. 3 and the passage by their mean', () => {
    const verdict = scorePassage(input, scoring);
    // No S_r: it and C stand where the others do. First: (.4·1 + .2·1 + .2·1½) / (.4 + .2 + .2·2) = .9 of the range,
    // which is .8·.9 + .2·.8; second: (.4·¼ + .2·0 + .2·1) / 1 = .3, .8·.3 − .2·.4
    expect(verdict.triples.map(({ score }) => score)).toEqual([
      expect.closeTo(0.88, 12),
      expect.closeTo(0.16, 12),
    ]);
    // below the threshold of facts, in a passage that is factual by its own
    expect(verdict.triples.map(({ label }) => label)).toEqual(['factual', 'unsure']);
    expect(verdict.score).toBeCloseTo(0.52, 12);
    expect(verdict).toMatchObject({
      label: 'factual',
      threshold: 0.5,
      coverage: { triples: 1, sentences: 2 / 3 },
    });
  });

  it('scores a sentence by its triples, else by its own agreement, else by the passage', () => {
    const own = scorePassage(input, { ...scoring, weights: weights({ support: 1 }), context: 0.5 });
    // triples .9 and .2, mean .55: with half context .725 and .375; the third sentence (.4 + .55) / 2
    expect(own.sentences.map(({ score, source }) => [score, source])).toEqual([
      [expect.closeTo(0.725, 12), 'triples'],
      [expect.closeTo(0.375, 12), 'triples'],
      [expect.closeTo(0.475, 12), 'sentence'],
    ]);
    expect(scorePassage(input, scoring).sentences[2]).toMatchObject({
      score: expect.closeTo(0.52, 12),
      source: 'passage',
      tripleIds: [],
    });
  });

  it('mixes what a sentence says as a whole into the score of its triples', () => {
    const half = { ...scoring, weights: weights({ support: 1 }), wholeSentence: 0.5 };
    const verdict = scorePassage(
      {
        ...input,
        trace: {
          ...input.trace,
          agreement: { ...agreements(), sentences: [0.5, 0.2, 0.4].map((value) => supported(value)) },
        },
      },
      half,
    );
    // (.9 + .5) / 2, (.2 + .2) / 2, and .4 for the one without triples
    expect(verdict.sentences.map(({ score }) => score)).toEqual([
      expect.closeTo(0.7, 12),
      expect.closeTo(0.2, 12),
      expect.closeTo(0.4, 12),
    ]);
    // without a weight for agreement there is no score of the whole
    expect(scorePassage(input, { ...scoring, wholeSentence: 0.5 }).sentences[0]).toMatchObject({
      score: expect.closeTo(0.88, 12),
    });
  });

  it('scores a claim by its triples and its own agreement, else by the passage', () => {
    const passage = { ...input.passage, claims: ['Brooke studied at Oxford.', 'He wrote.'] };
    const settings = { ...scoring, weights: weights({ support: 1 }), wholeSentence: 0.5, claimContext: 0.4 };
    const { claims, score } = scorePassage({ ...input, passage }, settings);
    // the triple .2 with its own .3: .25; the other has .7 of its own; then .6 · that + .4 · .55
    expect(score).toBeCloseTo(0.55, 12);
    expect(claims).toEqual([
      {
        ...{ text: 'Brooke studied at Oxford.', score: expect.closeTo(0.37, 12) },
        ...{ label: 'hallucinated', probability: null, source: 'triples' },
      },
      {
        ...{ text: 'He wrote.', score: expect.closeTo(0.64, 12) },
        ...{ label: 'factual', probability: null, source: 'claim' },
      },
    ]);
    const byModel = scorePassage({ ...input, passage }, { ...scoring, claimContext: 0.4 });
    // triples .88 and .16: .6 · .16 + .4 · .52, and the mean of the passage
    expect(byModel.claims.map((claim) => [claim.score, claim.source])).toEqual([
      [expect.closeTo(0.304, 12), 'triples'],
      [expect.closeTo(0.52, 12), 'passage'],
    ]);
  });

  it('says why, in lines a user can check', () => {
    const [born, studied] = scorePassage(input, scoring).triples;
    expect(born?.evidence).toEqual(['extracted as a triple from 1 of 2 samples (2)']);
    expect(studied?.evidence).toEqual([
      'extracted as a triple from none of 2 samples',
      'filling in "Brooke": 1 of 4 answers gave it, the others most often "A. Reader"',
      'filling in "Oxford": 0 of 1 answers gave it, the others most often "Cambridge"',
    ]);
    const byWords = scorePassage(input, { ...scoring, weights: weights({ support: 1 }) }).triples[1];
    expect(byWords?.evidence).toEqual([
      'contradicted by both samples: they give "Cambridge", not "Oxford"; sample 1: "At Cambridge."',
    ]);
  });

  it('scores what a model says that the samples state of each fact, or says why not', () => {
    const read = trace();
    const [first, second] = read.verification as [TripleVerification, TripleVerification];
    first.statements = statements('repeats', 'silent');
    Object.assign(second, { statements: [], noStatements: 'refused' });
    const ofStated = { ...scoring, weights: weights({ stated: 1 }) };
    const statedIn = (own: Trace) => scorePassage({ ...input, trace: own }, ofStated).triples;
    // (1 + ½ + ¼) ÷ (2 + ½)
    expect(statedIn(read).map(({ score, components }) => [score, components.stated.reason])).toEqual([
      [expect.closeTo(0.7, 12), null],
      [null, 'refused'],
    ]);
    expect(statedIn(trace()).map(({ components }) => components.stated.reason)).toEqual([
      'disabled',
      'disabled',
    ]);
    const alone = { ...read, consistency: [], agreement: null };
    expect(statedIn(alone)[0]?.components.stated).toEqual({ value: null, reason: 'no-samples' });
  });

  it('lets what a model says decide on facts before what words tell', () => {
    const read = trace();
    const [first] = read.verification as [TripleVerification];
    const other = { value: '1887', instead: '1888' };
    first.statements = statements('contradicts', 'contradicts').map((row) => ({ ...row, ...other }));
    const byStatements = {
      ...{ ...scoring, facts: 'statements' as const },
      weights: weights({ stated: 1, support: 1 }),
    };
    const [born] = scorePassage({ ...input, trace: read }, byStatements).triples;
    // ¼ ÷ (2 + ½)
    expect(born).toMatchObject({ score: expect.closeTo(0.1, 12), label: 'hallucinated' });
    expect(
      scorePassage({ ...input, trace: { ...read, agreement: null } }, byStatements).triples[0]?.score,
    ).toBeCloseTo(0.1, 12);
  });

  it('abstains with a reason where nothing can be scored', () => {
    const unweighted = scorePassage(input, { ...scoring, weights: weights({ spread: 1 }) });
    expect(unweighted).toMatchObject({ label: 'abstained', score: null });
    expect(unweighted.abstention).toEqual({ reason: 'no-scores', detail: 'spread (not applicable)' });
    expect(scorePassage(input, { ...scoring, weights: weights({}) }).abstention?.detail).toBe(
      'no part has a weight',
    );
    const refused = scorePassage(
      { ...input, abstention: { reason: 'refusal', detail: 'declined' } },
      scoring,
    );
    expect(refused).toMatchObject({ label: 'abstained', triples: [], abstention: { reason: 'refusal' } });
  });
});

describe('rescoreVerdict', () => {
  it('from a record gives what scoring at first would have given', () => {
    const recorded = JSON.parse(
      JSON.stringify(scorePassage(input, { ...scoring, weights: weights({ spread: 1 }) })),
    );
    expect(rescoreVerdict(recorded, scoring)).toEqual(scorePassage(input, scoring));
  });
});

describe('applyDatasetThreshold', () => {
  it('decides what was undecided from µ + k·σ² of the run', () => {
    const pending: Scoring = { ...scoring, threshold: { rule: 'meanPlusVariance', k: 0 } };
    const first = scorePassage(input, pending);
    expect(first).toMatchObject({ label: 'undecided', threshold: null });
    const better = {
      ...input,
      trace: { ...input.trace, verification: input.trace.verification.slice(0, 1) },
    };
    const decided = applyDatasetThreshold([first, scorePassage(better, pending)], pending);
    // second passage: .88, and C = 0 alone, half of the range: .8·½ + .2·0 = .4 -> .64; µ = (.52 + .64) / 2
    expect(decided.map(({ threshold }) => threshold)).toEqual([
      expect.closeTo(0.58, 12),
      expect.closeTo(0.58, 12),
    ]);
    expect(decided.map(({ label }) => label)).toEqual(['hallucinated', 'factual']);
  });
});
