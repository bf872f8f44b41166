import { describe, expect, it } from 'vitest';
import type { TripleChange } from '../../src/correction/change.ts';
import { changeFigures, verdictFigures } from '../../src/correction/correction-figures.ts';
import { countFacts, outcomeOf, relativeIncrease, shareOf } from '../../src/correction/correction-outcome.ts';
import { type JudgedFact, verdictOf } from '../support/verdicts.ts';

const verdict = (response: string, facts: readonly JudgedFact[]) =>
  verdictOf({ id: 'quint', prompt: 'Who?', response }, facts);

const BEFORE = verdict('Mara was born in Oban. She left Ayr in 1850. She died.', [
  { fact: ['Mara', 'was born in', 'Oban'], stated: 'born in Oban', label: 'hallucinated' },
  { fact: ['Mara', 'left', 'Ayr'], stated: 'left Ayr', label: 'hallucinated' },
  { fact: ['Mara', 'left Ayr in', '1850'], stated: 'left Ayr in 1850' },
]);
const change = (ordinal: number, tail: string | null, status: TripleChange['status']): TripleChange => {
  const row = BEFORE.triples[ordinal - 1];
  if (row === undefined) throw new RangeError(`no triple ${ordinal}`);
  const { head, relation, tail: old } = row.triple;
  return {
    tripleId: `original/${ordinal}`,
    old: { head, relation, tail: old },
    new: tail === null ? null : { head, relation, tail },
    source: 'samples',
    status,
    reason: status === 'replaced' ? null : 'values-differ',
  };
};
const CHANGES = [change(1, 'Leith', 'replaced'), change(2, null, 'not-proposed')];
const REPLACEMENTS = [{ start: 0, end: 22, text: 'Mara was born in Leith.' }];
const TEXT = 'Mara was born in Leith. She left Ayr in 1850. She died.';
const outcome = (facts: readonly JudgedFact[]) =>
  outcomeOf({ before: BEFORE, after: verdict(TEXT, facts), changes: CHANGES, replacements: REPLACEMENTS });

describe('outcomeOf', () => {
  it('finds the new fact again, and the old one where it stayed', () => {
    const { changes, introduced } = outcome([
      { fact: ['Mara', 'was born in', 'Leith'], stated: 'born in Leith', score: 0.7 },
      { fact: ['Mara', 'left', 'Ayr'], stated: 'left Ayr', label: 'hallucinated' },
    ]);
    expect(changes.map(({ before, after }) => [before, after])).toEqual([
      [
        { label: 'hallucinated', score: 0.2 },
        { tripleId: 'original/1', label: 'factual', score: 0.7 },
      ],
      [
        { label: 'hallucinated', score: 0.2 },
        { tripleId: 'original/2', label: 'hallucinated', score: 0.2 },
      ],
    ]);
    expect(introduced).toEqual([]);
  });

  it('finds it in other words in the place of the old one, and nowhere else', () => {
    const found = outcome([
      { fact: ['She', 'came from', 'the town of Leith'], stated: 'born in Leith', label: 'hallucinated' },
    ]);
    expect(found.changes[0]?.after?.label).toBe('hallucinated');
    expect(found.introduced).toEqual([]);
    const elsewhere = outcome([{ fact: ['Mara', 'died in', 'Leith'], stated: 'She died' }]);
    expect(elsewhere.changes[0]?.after).toBeNull();
  });

  it('counts as introduced what is flagged and was not, be it new or factual before', () => {
    const { introduced } = outcome([
      { fact: ['Mara', 'was born in', 'Leith'], stated: 'born in Leith' },
      { fact: ['mara', 'LEFT', 'Ayr'], stated: 'left Ayr', label: 'hallucinated' },
      { fact: ['Mara', 'left Ayr in', '1850'], stated: 'left Ayr in 1850', label: 'hallucinated' },
      { fact: ['Mara', 'was', 'a ghost'], stated: 'She died', label: 'hallucinated' },
    ]);
    expect(introduced).toEqual(['original/3', 'original/4']);
  });
});

describe('figures', () => {
  const after = verdict(TEXT, [
    { fact: ['Mara', 'was born in', 'Leith'], stated: 'born in Leith' },
    { fact: ['Mara', 'left', 'Ayr'], stated: 'left Ayr' },
    { fact: ['Mara', 'left Ayr in', '1850'], stated: 'left Ayr in 1850', label: 'hallucinated' },
  ]);
  const { changes, introduced } = outcomeOf({
    before: BEFORE,
    after,
    changes: CHANGES,
    replacements: REPLACEMENTS,
  });

  it('counts changes by what became of them', () => {
    expect(changeFigures(changes)).toEqual({
      ...{ flagged: 2, replaced: 1, refused: 0, notProposed: 1 },
      ...{ fixed: 1, stillFlagged: 0, notFound: 0, believed: 0.5, believedOfReplaced: 1 },
    });
    expect(changeFigures([])).toMatchObject({ flagged: 0, believed: null, believedOfReplaced: null });
  });

  it('gives the factual share over all facts of all passages, and its relative increase', () => {
    // before 1 of 3 and 2 of 2, after 2 of 3 and 2 of 2: 3/5 to 4/5, a third more
    const calm = verdict('All is well.', [{ fact: ['a', 'b', 'c'] }, { fact: ['d', 'e', 'f'] }]);
    const rouge = { rouge1: 0.9, rouge2: 0.8, rougeL: 0.8 };
    const figures = verdictFigures([
      { before: BEFORE, after, rouge, introduced },
      { before: calm, after: calm, rouge: null, introduced: [] },
    ]);
    expect(figures).toMatchObject({
      passages: 2,
      changed: 1,
      flaggedPassages: 1,
      believedPassages: 0,
      introduced: 1,
    });
    expect(figures.factualBefore).toBeCloseTo(0.6, 12);
    expect(figures.factualAfter).toBeCloseTo(0.8, 12);
    expect(figures.factualIncrease).toBeCloseTo(1 / 3, 12);
    expect(figures.rouge).toEqual(rouge);
  });

  it('gives all three of ROUGE over the same texts', () => {
    const rouge = { rouge1: 0.9, rouge2: 0.8, rougeL: 0.8 };
    const oneWord = { rouge1: 0, rouge2: null, rougeL: 0 };
    const row = { before: BEFORE, after, introduced: [] };
    expect(
      verdictFigures([
        { ...row, rouge },
        { ...row, rouge: oneWord },
      ]).rouge,
    ).toEqual(rouge);
  });

  it('leaves abstained and undecided facts out of the share', () => {
    const mixed = verdict('x', [
      { fact: ['a', 'b', 'c'] },
      { fact: ['d', 'e', 'f'], label: 'abstained', score: null },
      { fact: ['g', 'h', 'i'], label: 'hallucinated' },
    ]);
    expect(countFacts(mixed)).toEqual({ factual: 1, judged: 2 });
  });

  it('has no share of nothing and no increase from nothing', () => {
    expect(shareOf(0, 0)).toBeNull();
    expect(relativeIncrease(0, 0.5)).toBeNull();
    expect(relativeIncrease(null, 0.5)).toBeNull();
    expect(relativeIncrease(0.5, 0.25)).toBe(-0.5);
  });
});
