import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { ConfigInput } from '../../src/config/schema.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import { ConfigError } from '../../src/errors.ts';
import type { Stance } from '../../src/passage.ts';
import { chanceOfFact, evidenceOnFact, probabilityOf } from '../../src/scoring/calibration.ts';
import { statementsByFact } from '../../src/scoring/fact-score.ts';
import type { Calibrator, EvidenceChance } from '../../src/scoring/scoring-schema.ts';
import { statement } from '../support/records.ts';

const platt: Calibrator = { method: 'platt', slope: -4, intercept: 2 };
describe('probabilityOf', () => {
  it('is nothing without a score or a calibrator', () => {
    expect(probabilityOf(null, platt)).toBeNull();
    expect(probabilityOf(0.5, undefined)).toBeNull();
  });

  it('is a logistic curve for platt', () => {
    expect(probabilityOf(0.5, platt)).toBe(0.5);
    expect(probabilityOf(0, platt)).toBeCloseTo(1 / (1 + Math.exp(-2)), 12);
    expect(probabilityOf(1e6, platt)).toBe(0);
    expect(probabilityOf(-1e6, platt)).toBe(1);
  });

  it('falls with support and stays in [0, 1]', () => {
    const support = fc.double({ min: -10, max: 10, noNaN: true });
    fc.assert(
      fc.property(support, support, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const [atLow, atHigh] = [probabilityOf(low, platt), probabilityOf(high, platt)];
        expect(atLow).toBeGreaterThanOrEqual(atHigh as number);
        expect(atLow).toBeLessThanOrEqual(1);
        expect(atHigh).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('a calibration in a config', () => {
  const config = (passage: unknown) => ({ scoring: { calibration: { passage } } }) as ConfigInput;

  it('is read as it stands', () => {
    expect(resolveConfig(config(platt)).scoring.calibration).toEqual({ passage: platt, fact: 'none' });
  });

  it.each([
    ['a known method', { ...platt, method: 'isotonic' }, /method: expected "?platt/],
    ['a falling curve', { method: 'platt', slope: 1, intercept: 0 }, /slope: expected at most 0/],
    ['numbers', { method: 'platt', slope: Number.NaN, intercept: 0 }, /slope: expected a number/],
  ])('needs %s', (_, calibrator, message) => {
    expect(() => resolveConfig(config(calibrator))).toThrow(ConfigError);
    expect(() => resolveConfig(config(calibrator))).toThrow(message);
  });
});

describe('the chance that a fact is wrong', () => {
  const text = 'Maria Nowak was a Polish chemist. She was born in Warsaw in 1881.';
  const passage = {
    ...{ id: 'nowak', prompt: 'Who was Maria Nowak?', response: text.replace('Warsaw', 'Paris') },
    samples: [text, text, text],
  };

  it('comes from the evidence on the fact, by the calibration that the preset local brings', async () => {
    const verdict = await createDetector({ preset: 'local' }).evaluate(passage);
    const { triples, probability, sentences, trace } = verdict;
    const { fact } = resolveConfig({ preset: 'local' }).scoring.calibration;
    if (fact === 'none') throw new Error('the preset local brings a calibration of facts');
    const saidOf = statementsByFact(trace);
    for (const { score, triple, probability: chance } of triples)
      expect(chance).toBe(chanceOfFact(score, evidenceOnFact(saidOf(triple.id)), fact));
    const flagged = triples.filter(({ label }) => label === 'hallucinated');
    // all three samples contradict it
    expect(flagged.map((row) => row.probability)).toEqual([0.98]);
    expect([probability, ...sentences.map((row) => row.probability)]).toEqual([null, null, null]);
  });

  it('is not given where the configuration takes the calibration away, nor for other evidence', async () => {
    const without = { preset: 'local', scoring: { calibration: { fact: 'none' } } } as const;
    const { triples } = await createDetector(without).evaluate(passage);
    expect(new Set(triples.map((row) => row.probability))).toEqual(new Set([null]));
    const parts = await createDetector({ preset: 'local', scoring: { facts: 'parts' } }).evaluate(passage);
    expect(new Set(parts.triples.map((row) => row.probability))).toEqual(new Set([null]));
  });
});

const said = (...says: Stance[]) => ({
  byModel: false,
  statements: says.map((one) => statement(one, { coverage: 0 })),
});
const chance: EvidenceChance = {
  ...{ method: 'evidence', slope: -2, intercept: 1 },
  ...{ allContradict: 0.9, someContradict: 0.6, disputed: 0.4, unmentioned: 0.5 },
};

describe('the chance that a fact is wrong', () => {
  it.each([
    ['allContradict', 0.9, said('contradicts', 'contradicts')],
    ['someContradict', 0.6, said('contradicts', 'silent')],
    ['disputed', 0.4, said('contradicts', 'repeats')],
    ['unmentioned', 0.5, said('silent', 'silent')],
    // 1 / (1 + e^(−(−2 · ½ + 1)))
    ['other', 0.5, said('repeats', 'silent')],
  ] as const)('where it is %s is %d', (kind, expected, given) => {
    expect(evidenceOnFact(given)).toBe(kind);
    expect(chanceOfFact(0.5, kind, chance)).toBeCloseTo(expected, 12);
  });

  it('is not known without a score', () => {
    expect(chanceOfFact(null, 'allContradict', chance)).toBeNull();
  });
});
