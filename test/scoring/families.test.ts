import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZERO_USAGE } from '../../src/models/budget/usage.ts';
import { COMPONENTS, EMPTY_TRACE } from '../../src/passage.ts';
import { FAMILY_NAMES, familiesIn, weightsOfFamily } from '../../src/scoring/families.ts';
import { scorePassage, type ScoringInput } from '../../src/scoring/verdict.ts';
import { agreement, passageAgreement } from '../support/records.ts';
import { plainScoring, weights } from '../support/scoring.ts';
import type { Scoring } from '../../src/scoring/scoring-schema.ts';

const mixed = weights({ tail: 1, support: 2, reference: 4, tokens: 1 });

describe('families of parts', () => {
  it('have the weights of their parts', () => {
    expect(weightsOfFamily(mixed, 'zeroResource')).toEqual(weights({ tail: 1, support: 2 }));
    expect(weightsOfFamily(mixed, 'tokens')).toEqual(weights({ tokens: 1 }));
    expect(familiesIn(weights({ tokens: 1, head: 0.1 }))).toEqual(['zeroResource', 'tokens']);
  });

  it('share out all weights', () => {
    const own = fc.record(Object.fromEntries(COMPONENTS.map((name) => [name, fc.nat(5)])));
    fc.assert(
      fc.property(own, (values) => {
        const all = weights(values);
        const sums = COMPONENTS.map((name) =>
          FAMILY_NAMES.reduce((sum, family) => sum + weightsOfFamily(all, family)[name], 0),
        );
        expect(sums).toEqual(COMPONENTS.map((name) => all[name]));
      }),
    );
  });
});

/** Two sentences without triples: the samples doubt the first, the reference the second. */
const value = (number: number) => ({ value: number, reason: null });
const check = (number: number) => ({ ...value(number), label: null, evidence: null, note: null });
const input: ScoringInput = {
  passage: { id: 'p', prompt: 'q', response: 'One thing. Another.' },
  sentences: [
    { start: 0, end: 10 },
    { start: 11, end: 19 },
  ],
  trace: {
    ...EMPTY_TRACE,
    agreement: passageAgreement({
      sentences: [agreement({ support: value(0.2) }), agreement({ support: value(1) })],
    }),
    reference: { checker: 'test', triples: {}, sentences: [check(0.8), check(0.4)], claims: [] },
  },
  usage: ZERO_USAGE,
  abstention: null,
};
const scoring: Scoring = {
  ...plainScoring({ support: 1, reference: 1 }),
  ...{ passage: 'min', passageOf: 'sentences' },
};

describe('several families', () => {
  it('have a passage score each, beside the one of the worst sentence in all respects', () => {
    // sentences .5 and .7; families .2 and .4
    expect(scorePassage(input, scoring)).toMatchObject({
      score: 0.5,
      label: 'factual',
      families: { zeroResource: 0.2, reference: 0.4 },
    });
  });

  it('are not shown where one family has a weight', () => {
    const one = { ...scoring, weights: weights({ support: 3 }) };
    expect(scorePassage(input, one)).not.toHaveProperty('families');
  });

  it('leave a passage without any score unscored', () => {
    const empty = { ...input, trace: { ...input.trace, agreement: null } };
    const { reference: _, ...trace } = empty.trace;
    const verdict = scorePassage({ ...empty, trace }, scoring);
    expect(verdict).toMatchObject({
      score: null,
      label: 'abstained',
      families: { zeroResource: null, reference: null },
    });
  });
});
