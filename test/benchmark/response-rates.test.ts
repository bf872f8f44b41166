import { describe, expect, it } from 'vitest';
import { rateReport } from '../../src/benchmark/response-rates.ts';
import type { PassageVerdict, ReferenceCheck, ReferenceLabel } from '../../src/passage.ts';
import { labelled, verdict } from './cases.ts';

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
