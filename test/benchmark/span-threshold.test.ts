import { describe, expect, it } from 'vitest';
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { spansAt, spansOutOfFold } from '../../src/benchmark/span-threshold.ts';
import { verdict } from './cases.ts';

/** A response of sentences ten characters long, with their supports; the first `wrong` of them are marked. */
function response(id: string, supports: (number | null)[], wrong: number) {
  const passage = { id, prompt: '', response: 'x'.repeat(10 * supports.length) };
  const spans = Array.from({ length: wrong }, (_, index) => ({
    ...{ start: 10 * index, end: 10 * index + 9 },
    ...({ type: 'baseless', degree: 'evident', implicitTrue: false, dueToNull: false } as const),
  }));
  const labelled: LabelledPassage = { passage, label: wrong > 0 ? 'non-factual' : 'factual', spans };
  const sentences = supports.map((support) => ({ gold: 0 as const, support }));
  return {
    labelled,
    verdict: { ...verdict({ id, positive: null, support: 0.5, sentences }), passage, spans: [] },
  };
}

describe('spans at a threshold', () => {
  it('are those of the sentences below it', () => {
    const { verdict: one } = response('1', [0.2, 0.3, null, 0.6], 1);
    expect(spansAt(one, 0.3).map(({ start }) => start)).toEqual([0]);
    expect(spansAt(one, 0.31).map(({ start }) => start)).toEqual([0, 10]);
  });
});

describe('thresholds from the other folds', () => {
  // what is wrong has support .2 everywhere, what is right .6 or .8
  const rows = Array.from({ length: 12 }, (_, index) => response(`${index}`, [0.2, 0.6, 0.8], 1));
  const labelled = rows.map((row) => row.labelled);
  const verdicts = rows.map((row) => row.verdict);

  it('find what is marked where support tells it', () => {
    const found = spansOutOfFold(labelled, verdicts, { folds: 4, seed: 1 });
    expect(found.map(({ spans }) => spans?.map(({ start, end }) => [start, end]))).toEqual(
      rows.map(() => [[0, 9]]),
    );
  });

  it('do not look at the response they are for', () => {
    const [first, ...others] = rows;
    const odd = response('0', [0.2, 0.6, 0.8], 3);
    const spansOfFirst = (row: typeof odd) =>
      spansOutOfFold(
        [row, ...others].map((one) => one.labelled),
        [row, ...others].map((one) => one.verdict),
        { folds: 12, seed: 1 },
      )[0]?.spans;
    expect(spansOfFirst(odd)).toEqual(spansOfFirst(first as typeof odd));
  });

  it('leave alone what no threshold decides or no label judges', () => {
    const asked = { ...(verdicts[0] as (typeof verdicts)[0]) };
    asked.trace = { ...asked.trace, spans: { value: [], reason: null } };
    const unmarked = response('unmarked', [0.1], 0);
    delete unmarked.labelled.spans;
    const found = spansOutOfFold(
      [...labelled, unmarked.labelled],
      [asked, ...verdicts.slice(1), unmarked.verdict],
      { folds: 4, seed: 1 },
    );
    expect(found[0]).toBe(asked);
    expect(found.at(-1)).toBe(unmarked.verdict);
    expect(spansOutOfFold([], [asked], { folds: 2, seed: 1 })).toEqual([asked]);
  });
});
