import { describe, expect, it } from 'vitest';
import { isUsable, otherEvidence, reasonToAbstain } from '../../src/records/abstention.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { Segmentation } from '../../src/passage.ts';
import { segmentation } from '../support/records.ts';

const NONE = { any: false, ofSentences: false, lacksReference: false };
const context = ['Ann Lee sang.'];
const tokens = [{ text: 'Ann', logprob: -0.1 }];

describe('otherEvidence', () => {
  it('is a reference that is checked and counts', () => {
    const check = resolveConfig({ preset: 'check' });
    expect(otherEvidence({ context }, check)).toEqual({
      any: true,
      ofSentences: true,
      lacksReference: false,
    });
    expect(otherEvidence({ context: [' '] }, check)).toEqual({ ...NONE, lacksReference: true });
    const grapheval = resolveConfig({ preset: 'grapheval' });
    expect(otherEvidence({ context }, grapheval)).toMatchObject({ any: true, ofSentences: false });
    const weightless = resolveConfig({ preset: 'check', scoring: { weights: { reference: 0 } } });
    expect(otherEvidence({ context }, weightless)).toMatchObject({ any: true, ofSentences: true });
    expect(otherEvidence({}, weightless)).toEqual(NONE);
    expect(otherEvidence({ context }, resolveConfig({ preset: 'local' }))).toEqual(NONE);
  });

  it('is token probabilities that are read and count', () => {
    const rhd = resolveConfig({ preset: 'rhd' });
    expect(otherEvidence({ tokens }, rhd)).toEqual({ any: true, ofSentences: true, lacksReference: false });
    // A passage without tokens is said to be without scores, not without samples.
    expect(otherEvidence({}, rhd)).toEqual({ any: true, ofSentences: false, lacksReference: false });
    expect(otherEvidence({ tokens }, resolveConfig({ preset: 'check' }))).toMatchObject({ any: false });
  });
});

it('is usable as a sample in the language of the response alone', () => {
  const facts = segmentation('sample-0', [['Ann', 'sang', 'well']]);
  const german = { ...facts, language: 'German' };
  const usableFor = (ofResponse?: string) => [facts, german].map((one) => isUsable(one, '', ofResponse));
  expect([usableFor(), usableFor('German'), usableFor('French')]).toEqual([
    ...[
      [true, false],
      [false, true],
      [false, false],
    ],
  ]);
});

describe('reasonToAbstain', () => {
  const facts = segmentation('original', [['Ann', 'sang', 'well']]);
  const without = (outcome: Segmentation['outcome']): Segmentation => ({
    ...segmentation('original', []),
    outcome,
    detail: 'why',
  });
  const reason = (original: Segmentation, other: Partial<typeof NONE> = {}, samples: Segmentation[] = []) =>
    reasonToAbstain({ original, samples, unusable: [] }, { ...NONE, ...other })?.reason ?? null;

  it('is that nothing can be compared with', () => {
    expect(reason(facts)).toBe('no-samples');
    expect(reason(facts, { lacksReference: true })).toBe('no-reference');
    expect(reason(facts, { lacksReference: true }, [facts])).toBeNull();
    expect(reason(facts, { any: true })).toBeNull();
  });

  it('says why no sample of those given can be compared with', () => {
    const detail = (...outcomes: Segmentation['outcome'][]) =>
      reasonToAbstain({ original: facts, samples: [], unusable: outcomes.map(without) }, NONE)?.detail;
    expect(detail()).toBe(
      'there is no sample to compare with: none is given, and no model is asked for any (sampling.ask, sampling.n)',
    );
    expect(detail('empty')).toBe('there is no sample to compare with: the only sample is empty');
    expect(detail('non-english', 'refusal', 'refusal')).toBe(
      'there is no sample to compare with: each of the 3 samples is not in English or an answer that declines',
    );
  });

  it('is that there are no triples, unless sentences are enough', () => {
    expect(reason(without('no-triples'), { any: true })).toBe('no-triples');
    expect(reason(without('no-triples'), { any: true, ofSentences: true })).toBeNull();
    for (const outcome of ['refusal', 'empty', 'non-english', 'failed'] as const) {
      expect(reason(without(outcome), { any: true, ofSentences: true })).toBe(outcome);
    }
  });
});
