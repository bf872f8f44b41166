import { describe, expect, it } from 'vitest';
import type { Abstention, PassageVerdict, ReferenceCheck, ReferenceLabel } from '../../src/passage.ts';
import { summariseReference } from '../../src/reference/reference-summary.ts';
import { type JudgedFact, verdictOf } from '../support/verdicts.ts';

const CONTEXT = ['A note.', 'Ann Lee sang in Leeds.'];

/** A passage whose triples have these labels; null where it abstained. */
function verdict(
  id: string,
  labels: (ReferenceLabel | null)[],
  abstention: Abstention['reason'] | null = null,
) {
  const evidence = { reference: 1, span: { start: 0, end: 12 } };
  const checks = labels.map((label, index): [string, ReferenceCheck] => [
    `original/${index + 1}`,
    label === null
      ? { value: null, reason: 'refused', label, evidence: null, note: null }
      : { value: label === 'entailment' ? 1 : 0, reason: null, label, evidence, note: 'n' },
  ]);
  const passage = { id, prompt: 'Who?', response: 'Ann Lee sang in York.', context: CONTEXT };
  const facts = labels.map((): JudgedFact => ({ fact: ['Ann Lee', 'sang in', 'York'] }));
  const reference = { checker: 'test', triples: Object.fromEntries(checks), sentences: [], claims: [] };
  const result: PassageVerdict = {
    ...verdictOf(passage, facts, { reference }),
    abstention: abstention && { reason: abstention, detail: '' },
    spans: [{ start: 16, end: 20, type: 'conflict', source: 'triples', tripleIds: [] }],
  };
  return result;
}

describe('summariseReference', () => {
  const summary = summariseReference([
    verdict('a', ['entailment', 'contradiction', null]),
    verdict('b', [], 'refusal'),
    verdict('c', [], 'no-reference'),
    verdict('d', ['neutral']),
  ]);

  it('counts labels, and responses that abstain, but not those nobody could check', () => {
    expect(summary.checker).toBe('test');
    expect(summary.labels).toEqual({ entailment: 1, neutral: 1, contradiction: 1 });
    expect(summary.unlabelled).toBe(1);
    expect(summary.rates).toMatchObject({
      responses: 3,
      abstainRate: 1 / 3,
      rates: { entailment: 0.25, neutral: 0.5, contradiction: 0.25 },
      strict: { entailment: 0, neutral: 1, contradiction: 1 },
    });
    expect(summary.passages.map(({ id }) => id)).toEqual(['a', 'b', 'd']);
  });

  it('says of each triplet where it is decided, and how much of it is copied', () => {
    const [first] = summary.passages[0]?.triples ?? [];
    expect(first).toMatchObject({
      ...{ passage: 'a', id: 'original/1', label: 'entailment', value: 1, quote: 'Ann Lee sang', note: 'n' },
      evidence: { reference: 1, span: { start: 0, end: 12 } },
    });
    // ann lee sang in york: 4/5 words, 3/4 pairs, 2/3, 1/2
    expect(first?.copyRate).toBeCloseTo((4 / 5 + 3 / 4 + 2 / 3 + 1 / 2) / 4, 12);
    expect(summary.copyRate).toBeCloseTo(first?.copyRate as number, 12);
    for (const rate of Object.values(summary.copyRates))
      expect(rate).toBeCloseTo(first?.copyRate as number, 12);
    expect(summariseReference([verdict('a', ['neutral'])]).copyRates).toMatchObject({
      ...{ entailment: null, contradiction: null },
    });
    expect(summary.passages[1]).toMatchObject({ strict: null, soft: null, major: null, copyRate: null });
  });

  it('counts the answers to probes, and of the masked facts those judged all the same', () => {
    const masked = [true, false, null].map((biased) => ({ label: null, biased }) as never);
    const knowledge = ['yes', 'no', 'no'].map((value) => ({ value }) as never);
    const probes = new Map([['a', { masked, knowledge }]]);
    const checked = [verdict('a', ['entailment', 'contradiction', null])];
    expect(summariseReference(checked, probes).probes).toEqual({
      knowledge: { yes: 1, no: 2, unsure: 0 },
      masked: 2,
      biased: 1,
    });
    expect(summary).not.toHaveProperty('probes');
  });

  it('quotes the spans', () => {
    expect(summary.passages[0]?.spans).toMatchObject([{ text: 'York', type: 'conflict' }]);
  });

  it('is empty for nothing', () => {
    expect(summariseReference([])).toMatchObject({ checker: null, copyRate: null, passages: [] });
  });
});
