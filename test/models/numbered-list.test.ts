import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { itemOf, missingItems, numberedList } from '../../src/models/numbered-list.ts';

const item = z.object({ answer: z.string() }).transform(({ answer }) => answer);
const read = (answers: unknown, length = 3) =>
  numberedList('answers', length, item)(JSON.stringify({ answers }));

describe('numberedList', () => {
  it('finds each item by its number, whatever the order', () => {
    const items = read([
      { number: 2, answer: 'b' },
      { number: '1', answer: 'a' },
      { number: 9, answer: 'z' },
    ]);
    expect(items?.map(({ value }) => value)).toEqual(['a', 'b', null]);
    expect(items?.[1]?.raw).toBe('{"number":2,"answer":"b"}');
    expect(items?.[2]?.raw).toContain('"z"');
  });

  it('reads numbers with the letter of their list', () => {
    const items = read([
      { number: 'F2', answer: 'b' },
      { number: ' f1', answer: 'a' },
      { number: 'F', answer: 'c' },
      { number: 'FF3', answer: 'c' },
    ]);
    expect(items?.map(({ value }) => value)).toEqual(['a', 'b', null]);
  });

  it('loses an item that cannot be read, with its text, and no other', () => {
    const items = read([
      { number: 1, answer: 5 },
      'Hm.',
      { number: 2, answer: 'b' },
      { number: 2, answer: 'c' },
    ]);
    expect(items?.map(({ value }) => value)).toEqual([null, 'b', null]);
    expect(items?.[0]?.raw).toBe('{"number":1,"answer":5}');
    expect(missingItems(items ?? [])).toEqual([
      'Number 1 is missing or cannot be used.',
      'Number 3 is missing or cannot be used.',
    ]);
    // The first that can be read counts, not the first.
    expect(read([{ number: 1 }, { number: 1, answer: 'a' }], 1)?.[0]).toEqual({
      value: 'a',
      raw: '{"number":1,"answer":"a"}',
    });
  });

  it('is null without a list', () => {
    expect(numberedList('answers', 2, item)('{"replies": []}')).toBeNull();
    expect(numberedList('answers', 2, item)('Hm.')).toBeNull();
  });

  it('has one item a number for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.nat({ max: 5 }), (text, length) => {
        const items = numberedList('answers', length, item)(text);
        if (items !== null) expect(items).toHaveLength(length);
      }),
    );
  });
});

describe('itemOf', () => {
  it('is an answer of its own, or the reason of the whole', () => {
    const value = read([{ number: 1, answer: 'a' }], 2) ?? [];
    const whole = { value, reason: null, raw: 'all' } as const;
    expect(itemOf(whole, 0)).toEqual({ value: 'a', reason: null, raw: '{"number":1,"answer":"a"}' });
    expect(itemOf(whole, 1)).toMatchObject({ value: null, reason: 'unparsable' });
    const lost = { value: null, reason: 'truncated', raw: '{"ans' } as const;
    expect(itemOf(lost, 1)).toEqual(lost);
  });
});
