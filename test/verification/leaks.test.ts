import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsPhrase, namesHead, withoutLeaks } from '../../src/verification/leaks.ts';

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

describe('namesHead', () => {
  const fact = (head: string, relation = 'is', tail = 'old') => ({ head, relation, tail });
  it.each([
    ['Which painter was born in Leith?', fact('Mara Quint'), false],
    ['Which painter called Mara Quint was born in Leith?', fact('Mara Quint'), true],
    ['What did Quint paint?', fact('Mara Quint'), true],
    ['Mara was born where?', fact('Mara Quint'), true],
    ['Whose book, like Quint’s letters, is lost?', fact("Mara Quint's book"), true],
    // Words for kinds of things are no names, in small letters or in the name of another thing.
    ['Which university teaches Welsh?', fact('University of Leeds'), false],
    ['Which school, unlike the University of York, teaches Welsh?', fact('University of Leeds'), false],
    ['Which film won the prize?', fact('Harbour Lights (film)'), false],
    ['Which Holy Roman Emperor went to Canossa?', fact('Emperor Henry IV'), false],
    ['Which Leeds school teaches Welsh?', fact('University of Leeds'), true],
    ['Which British spaceplane was never built?', fact('British Aerospace HOTOL'), false],
    ['Are the British old?', fact('the British'), true],
    ['Which King of Scotland was born in Leith?', fact('James VI of Scotland'), false],
    ['Which king, James, was born in Leith?', fact('James VI of Scotland'), true],
    ['Which duke, of Wellington, was born in Leith?', fact('Duke of Wellington'), true],
    // Words of relation and tail cannot be avoided, the whole head can.
    ['Which language is spoken in Old Brenn?', fact('Brenn Sign', 'is spoken in', 'Old Brenn'), false],
    ['Which city has Leeds Castle?', fact('Leeds', 'has', 'Leeds Castle'), true],
    ['Which body, the UPU, was founded in 1874?', fact('Universal Postal Union'), true],
    ['Which body was founded in 1874?', fact('Universal Postal Union'), false],
    ['Which term is abbreviated as RFC?', fact('Request for Comments', 'is abbreviated as', 'RFC'), false],
    ['Which moons are red?', fact('the red moons'), false],
    ['Are the red moons red?', fact('the red moons'), true],
    ['Which X?', fact('—'), false],
  ])('%j with the head of %j: %s', (question, triple, expected) => {
    expect(namesHead(question, triple)).toBe(expected);
  });
});

describe('withoutLeaks', () => {
  it('leaves out what clashes with most others, the last of equals', () => {
    // b shows what a, c and d hide; e and f clash with each other alone.
    const shows: Record<string, string> = { b: 'acd', f: 'e' };
    const leaks = (from: string, to: string) => shows[from]?.includes(to) ?? false;
    expect(withoutLeaks([...'abcdef'], leaks)).toEqual({ kept: [...'acde'], left: [...'bf'] });
    expect(withoutLeaks([], leaks)).toEqual({ kept: [], left: [] });
    expect(withoutLeaks([...'acd'], leaks)).toEqual({ kept: [...'acd'], left: [] });
  });

  it('keeps each item in one of the lists, and no leak among those kept', () => {
    const pairs = fc.array(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 })), { maxLength: 30 });
    fc.assert(
      fc.property(fc.nat({ max: 10 }), pairs, (count, rows) => {
        const items = Array.from({ length: count }, (_, index) => index);
        const leaks = (from: number, to: number) => rows.some(([one, other]) => one === from && other === to);
        const { kept, left } = withoutLeaks(items, leaks);
        expect([...kept, ...left].sort()).toEqual(items);
        for (const one of kept)
          for (const other of kept) if (one !== other) expect(leaks(one, other)).toBe(false);
        expect(withoutLeaks(kept, leaks).left).toEqual([]);
      }),
    );
  });
});
