import { describe, expect, it } from 'vitest';
import type { Stance } from '../../src/passage.ts';
import { chanceOfFact, evidenceOnFact } from '../../src/scoring/fact-chance.ts';
import type { EvidenceChance } from '../../src/scoring/scoring-schema.ts';
import { statement } from '../support/records.ts';

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
