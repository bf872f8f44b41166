import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  componentMatrix,
  componentsPresent,
  passageRows,
} from '../../../src/benchmark/tune/component-matrix.ts';
import { createSweep } from '../../../src/benchmark/tune/sweep.ts';
import { COMPONENTS, type PassageVerdict, type Trace } from '../../../src/passage.ts';
import { rescoreVerdict, type Scoring } from '../../../src/scoring/verdict.ts';
import { randomVerdict, scoring } from './fixtures.ts';

const share = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
const anyScoring: fc.Arbitrary<Scoring> = fc.record({
  weights: fc.record(
    Object.fromEntries(COMPONENTS.map((name) => [name, fc.oneof(fc.constant(0), share)])),
  ) as unknown as fc.Arbitrary<Scoring['weights']>,
  consistency: fc.constantFrom('raw', 'mean'),
  conflictVote: fc.boolean(),
  context: share,
  claimContext: share,
  wholeSentence: share,
  passage: fc.constantFrom('mean', 'min', 'flaggedShare'),
  passageOf: fc.constantFrom('triples', 'sentences'),
  facts: fc.constant('parts' as const),
  factThreshold: share,
  combine: fc.constantFrom('statements', 'families'),
  threshold: fc.record({ rule: fc.constant('fixed' as const), triple: share, passage: share }),
});

/** What scoring itself gives, in the form of a sweep. */
function scored(verdicts: readonly PassageVerdict[], scoring: Scoring) {
  const again = verdicts.map((verdict) => rescoreVerdict(verdict, scoring));
  const numbers = (rows: readonly { score: number | null }[]) =>
    Float64Array.from(rows, ({ score }) => score ?? Number.NaN);
  return {
    passage: numbers(again),
    triple: numbers(again.flatMap(({ triples }) => triples)),
    sentence: numbers(again.flatMap(({ sentences }) => sentences)),
    claim: numbers(again.flatMap(({ claims }) => claims)),
  };
}

const swept = (verdicts: readonly PassageVerdict[], { threshold, ...rest }: Scoring) =>
  createSweep(componentMatrix(verdicts.map(passageRows)))({
    ...rest,
    tripleThreshold: threshold.rule === 'fixed' ? threshold.triple : Number.NaN,
  });

describe('a sweep', () => {
  it('gives the scores of rescoreVerdict to the last bit, whatever the scoring', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { minLength: 1, maxLength: 6 }), anyScoring, (seeds, own) => {
        const verdicts = seeds.map(randomVerdict);
        expect(swept(verdicts, own)).toEqual(scored(verdicts, own));
      }),
      { numRuns: 300 },
    );
  });

  it('can be used for one setting after the other', () => {
    const verdicts = [1, 2, 3].map(randomVerdict);
    const sweep = createSweep(componentMatrix(verdicts.map(passageRows)));
    const first = { ...scoring({ support: 1 }), tripleThreshold: 0.5 };
    const before = structuredClone(sweep(first));
    sweep({
      ...scoring({ tail: 0.3, consistency: 0.7 }),
      passage: 'min',
      context: 0.4,
      tripleThreshold: 0.2,
    });
    expect(sweep(first)).toEqual(before);
  });

  it('meets every way a score can be missing in these records', () => {
    const verdicts = Array.from({ length: 60 }, (_, seed) => randomVerdict(seed));
    const again = verdicts.map((verdict) => rescoreVerdict(verdict, scoring({ numbers: 1 })));
    expect(new Set(again.flatMap(({ sentences }) => sentences.map(({ source }) => source)))).toEqual(
      new Set(['triples', 'sentence', 'passage', 'none']),
    );
    expect(new Set(again.flatMap(({ claims }) => claims.map(({ source }) => source)))).toEqual(
      new Set(['triples', 'claim', 'passage', 'none']),
    );
    expect(new Set(again.map(({ abstention }) => abstention?.reason))).toEqual(
      new Set([undefined, 'no-scores', 'no-samples']),
    );
  });
});

const withoutChecks = ({ reference: _, uncertainty: __, ...trace }: Trace): Trace => trace;

describe('componentsPresent', () => {
  it('names the components that have a value anywhere', () => {
    const verdicts = [1, 2, 3, 4].map(randomVerdict).map((verdict) => ({
      ...verdict,
      trace: withoutChecks({ ...verdict.trace, verification: [], agreement: null }),
    }));
    expect(componentsPresent(componentMatrix(verdicts.map(passageRows)))).toEqual(['consistency']);
  });
});
