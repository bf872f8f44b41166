import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson, parseJsonDocuments } from '../../src/models/parse-json.ts';

describe('parseJson', () => {
  it.each([
    ['{"a": 1}', { a: 1 }],
    ['\uFEFF```json\r\n{"a": 1}\r\n```', { a: 1 }],
    ['Here it is: [1, 2] as asked.', [1, 2]],
    ["{'a': 'it is',}", { a: 'it is' }],
    ['{"a": "x}]"} {', { a: 'x}]' }],
    ['{"a": 1} and {"b": 2}', { a: 1 }],
    ['none', undefined],
    ['', undefined],
  ])('reads %j', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it('reads back any JSON between words, and never throws', () => {
    const json = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(`Answer: ${text}.`)).toEqual(JSON.parse(text));
      }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', ',', ':', 'a', '\\', '\uD800') }),
        (text) => {
          const value = parseJson(text);
          expect(value === undefined || typeof value === 'object').toBe(true);
        },
      ),
    );
  });
});

describe('parseJsonDocuments', () => {
  it('reads all documents and leaves brackets of ordinary text', () => {
    expect(parseJsonDocuments('{"a":1}\n{"a":2}\n[3]')).toEqual([{ a: 1 }, { a: 2 }, [3]]);
    expect(parseJsonDocuments('Paris [sic] is {here}')).toEqual([]);
  });
});
