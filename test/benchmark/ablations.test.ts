import { describe, expect, it } from 'vitest';
import type { LabelledPassage } from '../../datasets/index.ts';
import { ablate, SAMPLE_PARTS } from '../../src/benchmark/ablations.ts';
import type { MethodScores } from '../../src/benchmark/method-scores.ts';
import { neighbourTable } from '../../src/benchmark/neighbour-table.ts';
import { partsAlone } from '../../src/benchmark/parts-alone.ts';
import {
  type Component,
  EMPTY_TRACE,
  type PassageVerdict,
  type Trace,
  type TripleConsistency,
} from '../../src/passage.ts';
import { scorePassage, rescoreVerdict } from '../../src/scoring/verdict.ts';
import { noResult } from '../../src/verification/task-result.ts';
import { ZERO_USAGE } from '../../src/models/budget/usage.ts';
import { agreement, passageAgreement, segmentation, verification, vote } from '../support/records.ts';
import { plainScoring } from '../support/scoring.ts';
import type { Scoring } from '../../src/scoring/scoring-schema.ts';

const scoringWith = (parts: Partial<Record<Component, number>>, extra: Partial<Scoring> = {}): Scoring => ({
  ...plainScoring(parts),
  ...extra,
});

/** The parts of sample agreement that the verdicts here have no value for. */
const VALUELESS = SAMPLE_PARTS.filter((name) => name !== 'support');

/** Two triples; S_h = 1, 0; S_t = .5, .5; C = 1, 0 (`votes`), support = .8, .2. */
function verdictOf(id: string, scoring: Scoring, encoders?: Trace['encoders']): PassageVerdict {
  const original = segmentation('original', [
    ['Brooke', 'was born in', '1887'],
    ['Brooke', 'died in', '1921'],
  ]);
  const result = (value: number) => ({ ...noResult('disabled'), value, reason: null });
  const supported = (value: number) => agreement({ support: { value, reason: null } });
  const trace: Trace = {
    ...EMPTY_TRACE,
    segmentations: [original],
    consistency: consistency(true, false),
    verification: [1, 0].map((head, index) =>
      verification(`original/${index + 1}`, { head: result(head), tail: result(0.5) }),
    ),
    agreement: passageAgreement({
      triples: { 'original/1': supported(0.8), 'original/2': supported(0.2) },
    }),
    ...(encoders && { encoders }),
  };
  const passage = {
    id,
    prompt: 'q',
    response: 'Brooke was born in 1887. Brooke died in 1921.',
    samples: ['s'],
  };
  return scorePassage({ passage, sentences: [], trace, usage: ZERO_USAGE, abstention: null }, scoring);
}

const consistency = (...rows: boolean[]) =>
  rows.map((repeated, index) => ({ tripleId: `original/${index + 1}`, votes: [vote({ repeated })] }));

const RISK = vote({ risk: true });

const labelled = ({ passage }: PassageVerdict): LabelledPassage => ({ passage, label: 'non-factual' });
const namesOf = (methods: readonly MethodScores[]) => methods.map(({ method }) => method);
const riskOf = (methods: readonly MethodScores[], name: string) =>
  methods.find(({ method }) => method === name)?.scores[0]?.passage;

describe('ablate', () => {
  const scoring = scoringWith({ head: 0.4, tail: 0.2, consistency: 0.2, support: 0.2 }, { passage: 'min' });
  const verdict = verdictOf('p', scoring, {
    gcn: { consistency: consistency(false, true), neighbours: null },
    identity: {
      consistency: [...consistency(false), { tripleId: 'original/2', votes: [RISK] }],
      neighbours: null,
    },
  });
  const input = {
    ...{ passages: [labelled(verdict)], verdicts: [verdict], scoring },
    unaligned: 'same-head' as const,
  };

  it('gives the weight of what is taken out to the others', () => {
    const { methods } = ablate(input);
    expect(methods.every(({ origin }) => origin === 'ablation')).toBe(true);
    // the worst triple, by hand: S_h 0, S_t .5, C 0, support .2
    const expected = {
      '−RVF': -(0.5 * 0 + 0.5 * 0.2), // C and support share 1
      '−GCCC': -((0.4 * 0 + 0.2 * 0.5 + 0.2 * 0.2) / 0.8),
      '−HEQA': -((0.2 * 0.5 + 0.2 * 0 + 0.2 * 0.2) / 0.6),
      '−FTSTE': -((0.4 * 0 + 0.2 * 0 + 0.2 * 0.2) / 0.8),
      '−Relations (GCN)': -(0.2 * 0.5 + 0.2 * 1 + 0.2 * 0.2),
      '−Graph': -(0.2 * 0.5 + 0.2 * -1 + 0.2 * 0.2),
      '−support': -((0.4 * 0 + 0.2 * 0.5 + 0.2 * 0) / 0.8),
    };
    expect(namesOf(methods)).toEqual(Object.keys(expected));
    for (const [name, risk] of Object.entries(expected)) {
      expect([name, riskOf(methods, name)]).toEqual([name, expect.closeTo(risk, 9)]);
    }
  });

  it('without relations counts every tail that a sample repeats of the same head', () => {
    const [first, second] = consistency(true, false) as [TripleConsistency, TripleConsistency];
    const pairs = { repeated: 1, risk: 2 };
    const votes = [{ ...RISK, conflict: true }, vote({ repeated: true, risk: true, pairs })];
    const trace = { ...verdict.trace, consistency: [first, { ...second, votes }] };
    const bare = { ...input, verdicts: [{ ...verdict, trace }], scoring: scoringWith({ consistency: 1 }) };
    // C is 1, and of the second triple (1 + 3) ÷ 2
    expect(riskOf(ablate(bare).methods, '−Relations')).toBe(-(1 + 2) / 2);
    expect(ablate({ ...bare, unaligned: 'any-head' }).absent).toContainEqual({
      method: '−Relations',
      reason: expect.stringContaining('any-head'),
    });
  });

  it('names in one note what changes nothing: no weight, no value, or no effect on what is labelled', () => {
    expect(ablate(input).absent).toEqual([
      {
        method: [
          '−RR',
          '−Relations',
          ...VALUELESS.map((name) => `−${name}`),
          '−context',
          '−wholeSentence',
        ].join(', '),
        reason: expect.stringContaining('changes no score'),
      },
    ]);
  });

  it('gives no row to what changes no labelled score', () => {
    const mean = { ...scoring, context: 0.5, passage: 'mean' as const };
    const weighted = { ...mean, weights: { ...scoring.weights, relation: 0.5 } };
    const scored = [rescoreVerdict(verdict, weighted)];
    const { methods, absent } = ablate({ ...input, verdicts: scored, scoring: weighted });
    // the mean of the triples does not depend on the context, and no relation has a value
    expect(namesOf(methods)).not.toContain('−context');
    expect(namesOf(methods)).not.toContain('−RR');
    expect(absent.at(-1)?.method).toContain('−context');
  });

  it('takes the light of the passage away', () => {
    const context = { ...scoring, context: 0.5 };
    const { methods } = ablate({ ...input, verdicts: [rescoreVerdict(verdict, context)], scoring: context });
    // the worst triple: .4·0 + .2·.5 + .2·0 + .2·.2 = .14
    expect(riskOf(methods, '−context')).toBeCloseTo(-0.14, 9);
  });

  it('of another encoder needs its records', () => {
    const bare = verdictOf('p', scoring);
    const { methods, absent } = ablate({ ...input, verdicts: [bare] });
    expect(namesOf(methods)).not.toContain('−Relations (GCN)');
    const names = absent.map(({ method }) => method);
    expect(names).toEqual(expect.arrayContaining(['−Relations (GCN)', '−Graph']));
    expect(absent[0]?.reason).toContain('--ablate');
  });

  it('of another encoder has no graphs where samples are not taken apart', () => {
    const own = { ...input, verdicts: [verdictOf('p', scoring)], readByModel: true };
    const reasons = [...ablate(own).absent, ...partsAlone(own).absent]
      .filter(({ method }) => /^C \(|Graph|GCN/.test(method))
      .map(({ method, reason }) => [method, reason.includes('not taken apart')]);
    expect(reasons).toEqual([
      ['−Relations (GCN)', true],
      ['−Graph', true],
      ['C (GCN)', true],
      ['C (no graph)', true],
    ]);
  });

  it('of the only part leaves nothing', () => {
    const only = scoringWith({ head: 1 });
    const { methods, absent } = ablate({ ...input, scoring: only });
    expect(methods).toEqual([]);
    expect(absent).toContainEqual({ method: '−HEQA', reason: 'nothing with a weight would be left' });
  });

  it('takes thresholds from its own scores where the rule says so', () => {
    const other = verdictOf('q', scoring);
    const rule = { ...scoring, threshold: { rule: 'meanPlusVariance', k: 0 } as const };
    const { methods } = ablate({
      passages: [verdict, other].map(labelled),
      verdicts: [verdict, other],
      scoring: rule,
      unaligned: 'same-head',
    });
    for (const { scores, thresholds } of methods) {
      const risks = scores.map(({ passage }) => passage as number);
      expect(thresholds.passage).toBeCloseTo(((risks[0] as number) + (risks[1] as number)) / 2, 9);
    }
  });

  it('leaves probabilities to the whole method, which they were fitted on', () => {
    const calibrated = {
      ...scoring,
      calibration: { passage: { method: 'platt' as const, slope: -1, intercept: 0 } },
    };
    const { methods } = ablate({ ...input, scoring: calibrated });
    expect(methods[0]?.scores[0]?.probabilities?.passage).toBeNull();
  });
});

describe('partsAlone', () => {
  const scoring = scoringWith({ head: 1 }, { context: 0.5, passage: 'min' });
  const verdict = verdictOf('p', scoring, {
    gcn: { consistency: consistency(true, true), neighbours: null },
  });
  const { methods, absent } = partsAlone({
    ...{ passages: [labelled(verdict)], verdicts: [verdict], scoring },
    unaligned: 'same-head',
  });

  it('scores by one part, whatever its weight, as the mean of the triples', () => {
    expect(Object.fromEntries(methods.map(({ method, scores }) => [method, scores[0]?.passage]))).toEqual({
      S_h: -0.5,
      S_t: -0.5,
      C: -0.5,
      'C (GCN)': -1,
      support: -0.5,
    });
    expect(methods[0]).toMatchObject({
      origin: 'part',
      thresholds: { passage: null, sentence: null, claim: null },
    });
  });

  it('says which parts have no value', () => {
    expect(absent.map(({ method }) => method)).toEqual(['S_r', 'C (no graph)', ...VALUELESS]);
  });
});

describe('neighbourTable', () => {
  it('averages over the passages that have an edge', () => {
    const scoring = scoringWith({ head: 1 });
    const recorded = (mean: number, min: number) => ({ consistency: [], neighbours: { mean, min } });
    const verdicts = [
      verdictOf('a', scoring, { identity: recorded(0.5, 0.25), rgcn: recorded(0.75, 0.5) }),
      verdictOf('b', scoring, { identity: recorded(0.25, 0), rgcn: { consistency: [], neighbours: null } }),
      verdictOf('c', scoring),
    ];
    expect(neighbourTable(verdicts)).toEqual([
      { encoder: 'with RGCN', passages: 1, mean: 0.75, min: 0.5 },
      { encoder: 'without RGCN', passages: 2, mean: 0.375, min: 0.125 },
    ]);
    expect(neighbourTable([])).toEqual([]);
  });
});
