import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsPhrase, leakFreeGroups } from '../../src/verification/leaks.ts';

describe('holdsPhrase', () => {
  it.each([
    ['Who was born in Rugby?', 'Rugby', true],
    ['Who was born in RÚGBY, then?', 'rugby', true],
    ['The Rugby School', 'the rugby school', true],
    ['Who was born in Rug\u200Bby\u200F?', 'Rugby', true],
    ['the author of “The Soldier”', 'soldier', true],
    ['Rugbyman', 'Rugby', false],
    ['Rugby', 'Rugby School', false],
    ['anything', '—', false],
    ['', 'Rugby', false],
  ])('%j holds %j: %s', (text, phrase, expected) => {
    expect(holdsPhrase(text, phrase)).toBe(expected);
  });
});

describe('leakFreeGroups', () => {
  const member = (tripleId: string, shown: string, hidden: string) => ({ tripleId, shown, hidden });
  const idsOf = (groups: { tripleId: string }[][]) =>
    groups.map((row) => row.map(({ tripleId }) => tripleId));

  it('keeps apart what gives away, in either direction, and joins what does not', () => {
    const members = [
      member('a', 'Quint; Leith', 'was born in'),
      member('b', 'a painter who was born in Leith; Quint', 'is'),
      member('c', 'Quint; Ayr', 'died in'),
      member('d', 'Quint; what is', 'loved'),
    ];
    expect(idsOf(leakFreeGroups(members, 8))).toEqual([['a', 'c', 'd'], ['b']]);
    expect(idsOf(leakFreeGroups(members, 2))).toEqual([['a', 'c'], ['b'], ['d']]);
  });

  it('leaves alone what leaks with everybody, and takes account of other ways to leak', () => {
    const members = ['a', 'b', 'c'].map((id) => member(id, id === 'b' ? 'x y z' : 'q', `${id}z`));
    const toAll = leakFreeGroups(members, 8, (from) => from.tripleId === 'b');
    expect(idsOf(toAll)).toEqual([['a', 'c'], ['b']]);
  });

  it('has every member once, groups within bounds, and no leak in any', () => {
    const phrase = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', 'É', '7', '\u200F', '…'), { maxLength: 3 })
      .map((words) => words.join(' '));
    const members = fc.array(fc.tuple(phrase, phrase), { maxLength: 12 });
    fc.assert(
      fc.property(members, fc.integer({ min: 1, max: 5 }), (rows, size) => {
        const all = rows.map(([shown, hidden], index) => member(`t${index}`, shown, hidden));
        const groups = leakFreeGroups(all, size);
        expect(
          groups
            .flat()
            .map(({ tripleId }) => tripleId)
            .sort(),
        ).toEqual(all.map(({ tripleId }) => tripleId).sort());
        for (const group of groups) {
          expect(group.length).toBeLessThanOrEqual(size);
          for (const one of group)
            for (const other of group)
              if (one !== other) expect(holdsPhrase(one.shown, other.hidden)).toBe(false);
        }
        expect(leakFreeGroups(all, size)).toEqual(groups);
      }),
    );
  });
});
