import { describe, expect, it } from 'vitest';
import type { Stance, Trace } from '../../src/passage.ts';
import { statementsByFact, scoreOfStatements } from '../../src/scoring/statements-by-fact.ts';
import { agreement, passageAgreement, statement, statements, verification } from '../support/records.ts';

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
