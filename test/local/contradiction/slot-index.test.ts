import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexShared, indexSlots } from '../../../src/local/contradiction/slot-index.ts';
import { likeness, type Slot, slotOfWords } from '../../../src/local/contradiction/slots.ts';

const slot: fc.Arbitrary<Slot> = fc
  .array(fc.tuple(fc.constantFrom(...'abcdefghijkl'), fc.double({ min: 0.1, max: 5, noNaN: true })))
  .map((entries) => slotOfWords(new Map(entries)));

const slotOf = (words: Record<string, number>) => slotOfWords(new Map(Object.entries(words)));

describe('indexSlots', () => {
  it('finds every slot that is as like, in order', () => {
    const slots = fc.array(slot, { maxLength: 80 });
    fc.assert(
      fc.property(slots, slot, fc.double({ min: 0, max: 1, noNaN: true }), (items, asked, least) => {
        const found = indexSlots(items, (item) => item)(asked, least);
        expect(found).toEqual(items.filter((item) => found.includes(item)));
        for (const item of items) if (likeness(asked, item) >= least) expect(found).toContain(item);
      }),
    );
  });

  it('judges slots of the same common words together, but for a rare word that is asked for or left out', () => {
    const items = Array.from({ length: 100 }, (_, index) => slotOf({ born: 4, [`word ${index}`]: 1 }));
    const find = indexSlots(items, (item) => item);
    // 2 · 4 / (5 + 5) where only "born" is shared
    expect(find(slotOf({ born: 4, 'word 7': 1 }), 0.81)).toEqual([items[7]]);
    expect(find(slotOf({ born: 4, 'word 7': 1 }), 0.79)).toHaveLength(100);
    // without "word 7" 2 · 4 / (4 + 4), else 2 · 4 / (4 + 5)
    expect(find(slotOf({ born: 4 }), 0.9, ['word 7'])).toEqual([items[7]]);
  });

  it('finds every slot that is as like without some words', () => {
    const key = fc.constantFrom(...'abcdefghijkl');
    const slots = fc.array(slot, { maxLength: 80 });
    fc.assert(
      fc.property(slots, slot, fc.array(key, { maxLength: 3 }), (items, asked, apart) => {
        const rest = slotOfWords(new Map([...asked.words].filter(([word]) => !apart.includes(word))));
        const found = indexSlots(items, (item) => item)(rest, 0.7, apart);
        for (const item of items) if (likeness(asked, item, apart) >= 0.7) expect(found).toContain(item);
      }),
    );
  });

  it('looks up neither the words that the other has not nor the common ones that say too little', () => {
    const items = Array.from({ length: 100 }, (_, index) => slotOf({ the: 0.6, [`word ${index}`]: 5 }));
    const find = indexSlots(items, (item) => item);
    expect(find(slotOf({ the: 0.6, 'word 7': 5, other: 5 }), 0.3)).toEqual([items[7]]);
    // 2 · 0.6 / (0.6 + 5.6)
    expect(find(slotOf({ the: 0.6 }), 0.19)).toHaveLength(100);
    expect(find(slotOf({ the: 0.6 }), 0.2)).toEqual([]);
  });
});

describe('indexShared', () => {
  const sharedBy = (one: Slot, other: Slot) => {
    let shared = 0;
    for (const [word, weight] of one.words) shared += Math.min(weight, other.words.get(word) ?? 0);
    return shared;
  };

  it('gives the slots by the weight that they share, the most first', () => {
    const slots = [{ born: 3, died: 6 }, {}, { born: 4, '<in': 2 }, { born: 3 }].map(slotOf);
    const found = indexShared(slots)(slotOf({ born: 4, '<in': 1 }), 3);
    expect(found.map(({ shared, places }) => ({ shared, places: [...places] }))).toEqual([
      { shared: 5, places: [2] },
      { shared: 3, places: [0, 3] },
    ]);
    expect(indexShared(slots)(slotOf({}), 1)).toEqual([]);
  });

  it('agrees with a comparison of all words', () => {
    const slots = fc.array(slot, { maxLength: 80 });
    fc.assert(
      fc.property(slots, slot, fc.double({ min: 0.1, max: 9, noNaN: true }), (items, asked, least) => {
        const first = new Map<number, number>();
        for (const { shared, places } of indexShared(items)(asked, least)) {
          const rows = [...places];
          expect(rows).toEqual(rows.toSorted((one, other) => one - other));
          for (const place of rows) if (!first.has(place)) first.set(place, shared);
        }
        for (const [place, item] of items.entries()) {
          const shared = sharedBy(asked, item);
          expect(first.get(place) ?? 0).toBeCloseTo(shared >= least ? shared : 0);
        }
      }),
    );
  });
});
