import { describe, expect, it } from 'vitest';
import type { BaselineDefinition } from '../../../src/benchmark/baselines/baseline.ts';
import { FACTSELFCHECK_BASELINES } from '../../../src/benchmark/baselines/factselfcheck.ts';
import { quint, SAMPLES, startService, verdicts } from './baseline-service.ts';

const [KG, TEXT] = FACTSELFCHECK_BASELINES as [BaselineDefinition, BaselineDefinition];
const FACTS = [
  '(Mara Quint; was; a painter)',
  '(Mara Quint; was born in; Leith)',
  '(Mara Quint; moved to Oban in; 1912)',
];

describe('FactSelfCheck', () => {
  it('KG: judges triples and claims against the triples of every sample that has some', async () => {
    const service = await startService({
      'fact-in-graph': ({ list }) =>
        verdicts(
          'supported',
          list('sample').length === 2 ? [true, true, false, true] : [false, false, false, true],
        ),
    });
    const scores = await KG.score(quint({ claims: ['She painted.'] }), service.parts);
    // Facts: 1/2, 1/2, 1; the third sentence has none and takes the passage's mean.
    expect(scores.passage).toBeCloseTo(2 / 3, 12);
    expect(scores.sentences?.slice(0, 2)).toEqual([0.5, 1]);
    expect(scores.sentences?.[2]).toBe(scores.passage);
    expect(scores.claims).toEqual([0]);
    expect(scores.trace).toMatchObject({
      facts: [
        { id: 'original/1', risk: 0.5 },
        { id: 'original/2', risk: 0.5 },
        { id: 'original/3', risk: 1 },
      ],
      samples: [{ sample: 'sample-1', risks: [0, 0, 1, 0] }, { sample: 'sample-2' }],
    });
    const [first] = service.asked('fact-in-graph');
    expect(first?.model).toBe('analyst');
    expect(first?.list('statements')).toEqual([...FACTS, 'She painted.']);
    expect(first?.list('sample')).toEqual(FACTS.slice(0, 2));
    expect(service.count()).toBe(2);
  });

  it('Text: judges them against every sample text', async () => {
    const service = await startService({
      'fact-in-text': ({ block }) => verdicts('supported', [block('sample') !== SAMPLES[1], true, false]),
    });
    const scores = await TEXT.score(quint(), service.parts);
    expect(scores.sentences?.[0]).toBeCloseTo((1 / 3 + 0) / 2, 12);
    expect(scores.sentences?.[1]).toBe(1);
    expect(scores.passage).toBeCloseTo((1 / 3 + 0 + 1) / 3, 12);
    expect(
      service
        .asked('fact-in-text')
        .map(({ block }) => block('sample'))
        .sort(),
    ).toEqual([...SAMPLES].sort());
    expect(service.count()).toBe(3);
  });

  it('scores claims of a passage without triples, but not the passage', async () => {
    const service = await startService({ 'fact-in-text': () => verdicts('supported', ['yes']) });
    const input = quint({ claims: ['She painted.'] });
    const scores = await TEXT.score(
      {
        ...input,
        trace: { ...input.trace, segmentations: [] },
      },
      service.parts,
    );
    expect(scores).toMatchObject({
      passage: null,
      reason: 'no-triples',
      sentences: [null, null, null],
      claims: [0],
    });
  });
});
