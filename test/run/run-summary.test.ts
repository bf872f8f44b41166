import { describe, expect, it } from 'vitest';
import type { PassageVerdict, PurposeUsage, TaskResult } from '../../src/passage.ts';
import { summarise } from '../../src/run/run-summary.ts';
import { stubVerdict } from './stub-detector.ts';

const used = (requests: number, usd: number | null): PurposeUsage => ({
  requests,
  inputTokens: 10 * requests,
  outputTokens: requests,
  usd,
});

function asked(byPurpose: Record<string, PurposeUsage>, usd: number | null): PassageVerdict {
  const verdict = stubVerdict({ id: 'p', prompt: 'q', response: 'A is right. A is wrong.' });
  return { ...verdict, calls: { usd, byPurpose } };
}

function stopped(saved: readonly (number | undefined)[], sampling?: { used: number; saved: number }) {
  const verdict = stubVerdict({ id: 'p', prompt: 'q', response: 'A is right.' });
  const result = (own: number | undefined): TaskResult => ({
    ...{ value: 1, reason: null, asked: null, draws: [] },
    ...(own !== undefined && { saved: own }),
  });
  const [head, relation, tail] = saved.map(result) as [TaskResult, TaskResult, TaskResult];
  const verification = [{ tripleId: 'original/1', inFactFilter: false, head, relation, tail }];
  return { ...verdict, trace: { ...verdict.trace, verification, ...(sampling && { sampling }) } };
}

describe('summarise', () => {
  it('counts verdicts, triples and usage', () => {
    const verdicts = ['A is right.', 'A is wrong.', ''].map((response, index) =>
      stubVerdict({ id: `p${index}`, prompt: 'q', response }),
    );
    expect(summarise(5, verdicts)).toEqual({
      passages: 5,
      recorded: 3,
      hallucinated: 1,
      factual: 1,
      abstained: 1,
      triples: 2,
      hallucinatedTriples: 1,
      threshold: 0.75,
      usage: { requests: 6, inputTokens: 30, outputTokens: 9 },
    });
  });

  it('adds up what the calls for each purpose came to, in alphabetical order', () => {
    const summary = summarise(2, [
      asked({ segment: used(2, 0.5), sample: used(1, 0.25) }, 0.75),
      asked({ 'heqa-answers': used(1, 1), segment: used(1, 0.5) }, 1.5),
    ]);
    expect(Object.entries(summary.byPurpose ?? {})).toEqual([
      ['heqa-answers', used(1, 1)],
      ['sample', used(1, 0.25)],
      ['segment', used(3, 1)],
    ]);
    expect(summary.usd).toBe(2.25);
  });

  it('adds up what stopping early saved, and says nothing where nothing stopped', () => {
    const none = stopped([undefined, undefined, undefined]);
    expect(summarise(1, [none])).not.toHaveProperty('saved');
    const verdicts = [stopped([3, undefined, 6]), none, stopped([undefined, 1, 2], { used: 4, saved: 6 })];
    expect(summarise(3, verdicts).saved).toEqual({ draws: 12, samples: 6 });
    const all = stopped([undefined, undefined, undefined], { used: 10, saved: 0 });
    expect(summarise(1, [all]).saved).toEqual({ draws: 0, samples: 0 });
  });

  it('knows no cost where one price is missing', () => {
    const { usd, byPurpose } = summarise(2, [
      asked({ segment: used(1, 0.5) }, 0.5),
      asked({ segment: used(1, null), sample: used(1, 0) }, null),
    ]);
    expect([usd, byPurpose?.segment?.usd, byPurpose?.sample?.usd]).toEqual([null, null, 0]);
  });
});
