import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectedIds } from '../../datasets/ids.ts';
import { InputError } from '../../src/errors.ts';

const passages = ['7', '12', 'Ada Byron', '[3]'].map((id, index) => ({
  passage: { id, prompt: 'p', response: `Response ${index} (of four).` },
  label: null,
}));
const select = (text: string) => selectedIds(text, { source: 'ids.txt', passages });

describe('a list of ids', () => {
  it.each([
    ['numbers', '[12, 7]'],
    ['texts', '["12", "7"]'],
    ['objects', '[{"id": "7"}, {"id": "12", "note": "x"}]'],
    ['lines', '12\r\n7\n\n'],
    ['lines after a byte order mark', '\uFEFF7\n12'],
    ['opening words', '[{"entity": "Response 0 ", "label": "factual"}, {"entity": "Response 1 ("}]'],
    ['repetitions', '7\n7\n12'],
  ])('may hold %s; the order is that of the passages', (_, text) => {
    expect(select(text)).toMatchObject({ ids: ['7', '12'], missing: [] });
  });

  it('tells which entries name no passage', () => {
    expect(select('7\nAda Byron\nBob\n')).toEqual({ ids: ['7', 'Ada Byron'], listed: 3, missing: ['Bob'] });
    expect(select('["[3]", 99]')).toEqual({ ids: ['[3]'], listed: 2, missing: ['99'] });
  });

  it.each([
    ['nothing', '', /ids\.txt: expected a list of ids/],
    ['an empty list', '[]', /ids\.txt: expected/],
    ['an object', '{"ids": [7]}', /ids\.txt: expected/],
    ['an entry that is no id', '[7, null]', /ids\.txt, row 2: expected/],
    ['broken JSON', '[7,', /ids\.txt, line 1: not valid JSON/],
    ['no id of a passage', '8\n9', /ids\.txt: none of its ids/],
  ])('is refused when it holds %s', (_, text, message) => {
    expect(() => select(text)).toThrow(message);
    expect(() => select(text)).toThrow(InputError);
  });

  it('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string(),
          fc.array(fc.string()).map((ids) => ids.join('\n')),
        ),
        (text) => {
          try {
            expect(select(text).ids.length).toBeGreaterThan(0);
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
          }
        },
      ),
    );
  });
});
