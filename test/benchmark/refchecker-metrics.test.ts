import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JudgedResponse, LabelPair } from '../../src/benchmark/refchecker-metrics.ts';
import {
  abstainRate,
  checkerAccuracy,
  checkerReport,
  hallucinationRate,
  judgedResponses,
  labelF1,
  macroF1,
  modelRates,
  rankingAgreement,
  rateReport,
  responseMetrics,
} from '../../src/benchmark/refchecker-metrics.ts';
import type { PassageVerdict, ReferenceCheck, ReferenceLabel } from '../../src/passage.ts';
import { labelled, verdict } from './cases.ts';

const NAMES: Record<string, ReferenceLabel> = { E: 'entailment', N: 'neutral', C: 'contradiction' };

/** `EN CC`: pairs of gold and predicted label. */
const pairs = (text: string): LabelPair[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map(([gold = '', predicted = '']) => ({
      gold: NAMES[gold] as ReferenceLabel,
      predicted: NAMES[predicted] as ReferenceLabel,
    }));

/** @param own labels of the run's own triplets, as `ENC` */
const response = (text: string, model: string | null = null, own = '', group: string | null = null) =>
  ({ model, group, labels: pairs(text), own: [...own].map((name) => NAMES[name]) }) as JudgedResponse;

describe('on triplets', () => {
  it('gives the figures worked out by hand', () => {
    const all = pairs('EE EE EN NN CN');
    expect(checkerAccuracy(all)).toBe(3 / 5);
    expect(labelF1(all, 'entailment')).toBe(4 / 5);
    expect(labelF1(all, 'neutral')).toBe(2 / 4);
    expect(labelF1(all, 'contradiction')).toBe(0);
    expect(macroF1(all)).toBeCloseTo((0.8 + 0.5 + 0) / 3, 12);
  });

  it('leaves a label that never occurs out of the mean', () => {
    expect(macroF1(pairs('EE NN'))).toBe(1);
    expect(macroF1([])).toBeNull();
  });

  it('is 1 for a perfect checker, and never beyond', () => {
    const pair = fc.record({
      gold: fc.constantFrom(...Object.values(NAMES)),
      predicted: fc.constantFrom(...Object.values(NAMES)),
    });
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1 }), (all) => {
        expect(macroF1(all.map(({ gold }) => ({ gold, predicted: gold })))).toBe(1);
        expect(macroF1(all)).toBeLessThanOrEqual(1);
        expect(macroF1(all)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('on responses', () => {
  it('takes one that is entailed throughout for factual', () => {
    // gold: factual, factual, not, not; predicted: factual, not, not, factual; the last has no triplet
    const responses = ['EE EE', 'EE EN', 'NC EE', 'CE', ''].map((text) => response(text));
    const { accuracy, factualF1, nonFactualF1 } = responseMetrics(responses);
    expect([accuracy, factualF1, nonFactualF1]).toEqual([0.5, 0.5, 0.5]);
    expect(abstainRate(responses)).toBe(1 / 5);
  });
});

describe('hallucination rates', () => {
  it('are the share that is not entailed', () => {
    expect(hallucinationRate(['entailment', 'neutral', 'contradiction', 'entailment'])).toBe(0.5);
    expect(hallucinationRate([])).toBeNull();
  });

  it('are averaged over the responses of a model that have triplets', () => {
    const rows = modelRates([
      response('EE EN', 'a'),
      response('NN', 'a'),
      response('', 'a'),
      response('EE', 'b'),
    ]);
    expect(rows).toEqual([
      { model: 'a', n: 3, abstained: 1, predicted: 0.75, gold: 0.5, own: null },
      { model: 'b', n: 1, abstained: 0, predicted: 0, gold: 0, own: null },
    ]);
    expect(rankingAgreement(rows, 'predicted')).toBeCloseTo(1, 12);
    expect(rankingAgreement(rows.slice(1), 'predicted')).toBeNull();
  });

  it('go with those of people as far as they do', () => {
    const same = checkerReport([response('EE NN', 'a'), response('CN', 'b'), response('EE', 'c')]);
    expect(same).toMatchObject({ n: 4, accuracy: 0.75 });
    for (const value of [same.pearson, same.spearman, same.ranking]) expect(value).toBeCloseTo(1, 12);
  });
});

describe('the whole pipeline', () => {
  it('is held against people by the rates of its own triplets', () => {
    // own 1/2, 1, 0 and none; people 0, 1, 0 and 0: the last response is left out
    const { pipeline, models } = checkerReport([
      response('EE', 'a', 'EN'),
      response('NE', 'b', 'CC'),
      response('EE', 'b', 'E'),
      response('EE', 'a'),
    ]);
    const deviations = { own: [0, 0.5, -0.5], gold: [-1 / 3, 2 / 3, -1 / 3] };
    const product = deviations.own.reduce(
      (sum, one, index) => sum + one * (deviations.gold[index] as number),
      0,
    );
    expect(pipeline.pearson).toBeCloseTo(product / Math.sqrt(0.5 * (2 / 3)), 12);
    expect(models.map(({ own }) => own)).toEqual([0.5, 0.5]);
    expect(pipeline.ranking).toBeNull();
  });
});

describe('settings', () => {
  it('have figures of their own where there are several', () => {
    const [one, other] = [response('EE', 'a', '', 'zero'), response('NE', 'a', '', 'noisy')];
    expect(checkerReport([one, one]).parts).toEqual([]);
    const { accuracy, parts } = checkerReport([one, other]);
    expect([accuracy, ...parts.map(({ figures }) => figures.accuracy)]).toEqual([0.5, 1, 0]);
    expect(parts.map(({ part }) => part)).toEqual(['zero', 'noisy']);
  });
});

describe('verdicts', () => {
  const check = (label: ReferenceLabel | null): ReferenceCheck => ({
    ...{ value: label === 'entailment' ? 1 : 0, reason: null, label, evidence: null, note: null },
  });
  const labelled = (id: string, labels: ReferenceLabel[]) => ({
    passage: { id, prompt: '', response: 'r' },
    label: null,
    triples: labels.map((label) => ({ head: 'h', relation: 'r', tail: 't', label })),
    model: 'm',
  });
  const judged = (id: string, labels: (ReferenceLabel | null)[]) => {
    const one = verdict({ id, positive: null, support: 0.5 });
    const triples = { 'original/1': check('neutral'), 'original/2': check(null) };
    one.trace.reference = { checker: 'test', triples, sentences: [], claims: labels.map(check) };
    return one;
  };

  it('are compared with the labels of their triplets, claim by claim', () => {
    const passages = [
      labelled('1', ['entailment', 'neutral']),
      labelled('2', ['neutral']),
      labelled('3', ['neutral']),
    ];
    const verdicts = [
      judged('1', ['entailment', null]),
      judged('2', []),
      verdict({ id: '3', positive: null, support: 1 }),
    ];
    expect(judgedResponses(passages, verdicts)).toEqual([
      {
        ...{ model: 'm', group: null, own: ['neutral'] },
        labels: [{ gold: 'entailment', predicted: 'entailment' }],
      },
    ]);
  });
});

const check = (label: ReferenceLabel | null): ReferenceCheck => ({
  ...{ value: null, reason: null, label, evidence: null, note: null },
});

/** Gold sentence scores, and the labels of the triplets. */
function passageOf(id: string, gold: readonly (0 | 0.5 | 1)[], labels: readonly (ReferenceLabel | null)[]) {
  const own = {
    id,
    positive: null,
    support: 0.5,
    sentences: gold.map((one) => ({ gold: one, support: 0.5 })),
  };
  const judged = verdict(own);
  const triples = Object.fromEntries(labels.map((label, index) => [`original/${index + 1}`, check(label)]));
  const reference = { checker: 'test', triples, sentences: [], claims: [] };
  return {
    gold: labelled(own),
    verdict: { ...judged, trace: { ...judged.trace, reference } } as PassageVerdict,
  };
}

const [E, N, C] = ['entailment', 'neutral', 'contradiction'] as const;

describe('rateReport', () => {
  const cases = [
    passageOf('a', [0, 0], [E, E]), // 0 against 0
    passageOf('b', [0, 1], [E, N, C, null]), // 2/3 against 1/2
    passageOf('c', [1, 1], [C, N]), // 1 against 1
    passageOf('d', [1, 0.5], [null]), // no triplet is judged
  ];
  const report = (own: typeof cases) =>
    rateReport(
      own.map(({ gold }) => gold),
      own.map((one) => one.verdict),
      { seed: 1 },
    );

  it('correlates the share of triplets not entailed with the mean of the scores of sentences', () => {
    const found = report(cases);
    expect(found?.n).toBe(3);
    expect(found?.spearman.value).toBeCloseTo(1, 12);
    // x = 0 2/3 1, y = 0 1/2 1: Σ dx dy = 1/2, Σ dx² = 14/27, Σ dy² = 1/2
    expect(found?.pearson.value).toBeCloseTo(0.5 / Math.sqrt((14 / 27) * 0.5), 12);
  });

  it('is null without labelled sentences or judged triplets', () => {
    expect(report([])).toBeNull();
    expect(report(cases.slice(3))).toBeNull();
    expect(report([passageOf('a', [], [E])])).toBeNull();
  });
});
