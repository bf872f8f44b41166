import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SampleStatement, Stance, Trace } from '../../src/passage.ts';
import {
  factScore,
  isContradictedByChance,
  meanLikeness,
  scoreOfStatements,
  statementsByFact,
} from '../../src/scoring/fact-score.ts';
import { agreement, passageAgreement, statement, statements, verification } from '../support/records.ts';

const saying = (says: SampleStatement['says'], coverage: number | null = says === 'repeats' ? 1 : 0) =>
  statement(says, { coverage });
const times = (count: number, says: SampleStatement['says']) =>
  Array.from({ length: count }, () => saying(says));
const alike = (share: number) => (positions: readonly number[]) => (positions.length < 2 ? 0 : share);
const scored = (rows: readonly SampleStatement[], share = 0.5) => factScore(rows, alike(share)) as number;

const anyStatement = fc
  .record({
    says: fc.constantFrom<Stance[]>('repeats', 'holds', 'contradicts', 'silent', 'incomparable'),
    coverage: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ says, coverage }) => saying(says, coverage));
const anyStatements = fc.array(anyStatement, { minLength: 1, maxLength: 20 });
const anyShare = fc.double({ min: 0, max: 1, noNaN: true });

describe('factScore', () => {
  it('is the mean of what samples say, drawn a little to the middle', () => {
    // (2 · 1 + 0 + .25) / 3.5
    expect(scored([...times(2, 'repeats'), saying('contradicts')])).toBeCloseTo(2.25 / 3.5, 12);
    // silent, coverage 0, G .5: .5 − .125 each
    expect(scored(times(2, 'silent'))).toBeCloseTo((2 * 0.375 + 0.25) / 2.5, 12);
    expect(scored([...times(2, 'holds'), saying('contradicts')])).toBeCloseTo(2.25 / 3.5, 12);
    expect(factScore([], alike(1))).toBeNull();
  });

  it('never rises by one more sample that contradicts, never falls by one that repeats', () => {
    fc.assert(
      fc.property(anyStatements, anyShare, (rows, share) => {
        expect(scored([...rows, saying('contradicts')], share)).toBeLessThanOrEqual(
          scored(rows, share) + 1e-12,
        );
        expect(scored([...rows, saying('repeats')], share)).toBeGreaterThanOrEqual(
          scored(rows, share) - 1e-12,
        );
      }),
    );
  });

  it('lies between contradicted and repeated where no sample mentions the fact, nearer the middle the less they share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), anyShare, anyShare, (n, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const silent = times(n, 'silent');
        expect(scored(silent, more)).toBeGreaterThan(scored(times(n, 'contradicts')));
        expect(scored(silent, more)).toBeLessThan(scored(times(n, 'repeats')));
        expect(Math.abs(scored(silent, less) - 0.5)).toBeLessThanOrEqual(
          Math.abs(scored(silent, more) - 0.5) + 1e-12,
        );
      }),
    );
  });

  it('reads how alike samples are off their record, on average, once for each set of them', () => {
    let reads = 0;
    const rows = [[0.1, 0.2], [0.3], []];
    const counted = new Proxy(rows, {
      get(all, key) {
        reads += 1;
        return Reflect.get(all, key);
      },
    });
    const of = meanLikeness({ alike: counted });
    expect([of([0, 1]), of([0, 2]), of([1, 2]), of([0, 9]), of([1]), of([])]).toEqual([
      0.1, 0.2, 0.3, 0, 0, 0,
    ]);
    expect(of([0, 1, 2])).toBeCloseTo(0.2, 12);
    const before = reads;
    expect([of([0, 1, 2]), reads]).toEqual([of([0, 1, 2]), before]);
    expect(meanLikeness({})([0, 1])).toBe(0);
  });
});

function traceOf({ byModel, byWords }: { byModel?: Stance[]; byWords?: Stance[] }) {
  const triple = agreement({ statements: byWords?.map((says) => statement(says, { coverage: 1 })) ?? [] });
  const trace: Pick<Trace, 'verification' | 'agreement'> = {
    verification: [verification('original/1', byModel && { statements: statements(...byModel) })],
    agreement: byWords ? passageAgreement({ alike: [[1], []], triples: { 'original/1': triple } }) : null,
  };
  return trace;
}
const scoreIn = (trace: ReturnType<typeof traceOf>) =>
  scoreOfStatements(trace)(statementsByFact(trace)('original/1'));

describe('statementsByFact', () => {
  it('takes what a model read before what words tell', () => {
    const both = traceOf({ byModel: ['contradicts'], byWords: ['repeats', 'repeats'] });
    expect(statementsByFact(both)('original/1')).toMatchObject({
      byModel: true,
      statements: [{ says: 'contradicts' }],
    });
    const words = traceOf({ byModel: [], byWords: ['repeats', 'silent'] });
    expect(statementsByFact(words)('original/1')).toMatchObject({ byModel: false, statements: [{}, {}] });
    expect(statementsByFact(traceOf({}))('original/9')).toEqual({ statements: [], byModel: false });
  });
});

describe('isContradictedByChance', () => {
  const once = { statements: [...times(1, 'contradicts'), ...times(2, 'silent')], byModel: false };

  it('is a contradiction by the words of one sample of three, among many facts', () => {
    expect(isContradictedByChance(once, 16)).toBe(true);
    expect(isContradictedByChance(once, 15)).toBe(false);
  });

  it('is none by two samples, by one of two, or as a model reads it', () => {
    const twice = [...times(2, 'contradicts'), ...times(1, 'silent')];
    expect(isContradictedByChance({ ...once, statements: twice }, 16)).toBe(false);
    expect(isContradictedByChance({ ...once, statements: once.statements.slice(0, 2) }, 16)).toBe(false);
    expect(isContradictedByChance({ ...once, byModel: true }, 16)).toBe(false);
    expect(isContradictedByChance({ ...once, statements: times(3, 'silent') }, 16)).toBe(false);
  });
});

describe('scoreOfStatements', () => {
  it('is (Σ w e + ¼) ÷ (Σ w + ½), where a silence that a model reads counts ½', () => {
    expect(scoreIn(traceOf({ byModel: ['repeats', 'contradicts', 'silent'] }))).toBeCloseTo(1.75 / 3.5, 12);
    expect(scoreIn(traceOf({ byModel: ['silent', 'silent'], byWords: [] }))).toBeCloseTo(1.25 / 2.5, 12);
    // by words: two samples alike that hold all its words, so 0.5 + 0.5 / 2 each, of half the weight
    expect(scoreIn(traceOf({ byWords: ['silent', 'silent'] }))).toBeCloseTo(1 / 1.5, 12);
    expect(scoreIn(traceOf({ byWords: ['contradicts', 'silent'] }))).toBeCloseTo((0.25 + 0.25) / 2, 12);
    expect(scoreIn(traceOf({}))).toBeNull();
  });
});
