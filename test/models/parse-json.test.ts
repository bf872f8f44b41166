import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCutOff, parseJson, parseJsonDocuments } from '../../src/models/parse-json.ts';

describe('parseJson', () => {
  it.each([
    ['{"a": 1}', { a: 1 }],
    ['\uFEFF```json\r\n{"a": 1}\r\n```', { a: 1 }],
    ['Here it is: [1, 2] as asked.', [1, 2]],
    ["{'a': 'it is',}", { a: 'it is' }],
    ['{"a": "x}]"} {', { a: 'x}]' }],
    ['{"a": 1} and {"b": 2}', { a: 1 }],
    ['{"a": "a "great" one", "b": "6" pipe"}', { a: 'a "great" one', b: '6" pipe' }],
    ['{"a": [{"b": 1}, {"b": 2}}', { a: [{ b: 1 }, { b: 2 }] }],
    ['{"a": [{"b": 1}, {"b": 2}', undefined],
    ['{"a": [{"b": "1"}, {"b": "2}]}', undefined],
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

describe('answers that were cut off', () => {
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.constant('a "word", [b] {c}\\'),
      ),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  const answer = fc.record({
    value: fc.oneof(fc.array(value), fc.dictionary(fc.string(), value)),
    indent: fc.constantFrom(0, 2),
    around: fc.constantFrom(['', ''], ['```json\n', '\n```'], ['Here it is: ', '\nThat is all.']),
  });

  it('are read whole or not at all, wherever they end', () => {
    fc.assert(
      fc.property(answer, ({ value, indent, around: [before, after] }) => {
        const json = JSON.stringify(value, null, indent);
        const text = `${before}${json}${after}`;
        const whole: unknown = JSON.parse(json);
        const complete = `${before}${json}`.length;
        for (let end = 0; end <= text.length; end++) {
          const read = parseJson(text.slice(0, end));
          expect(read).toEqual(end < complete ? undefined : whole);
          if (end >= complete) expect(isCutOff(text.slice(0, end))).toBe(false);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('are told from answers in which no JSON begins', () => {
    const cut = ['{"a', '[{', '[ 1, 2', 'So: {"a": 1} and {"a": 2', "{'a': 'b", '[“a', '{"a": "b"]'];
    const ordinary = ['', 'Paris', 'Paris [sic', 'the set {x', '{"a": 1} {', ':-[', '{"a": 1}]'];
    expect(cut.filter((text) => !isCutOff(text))).toEqual([]);
    expect(ordinary.filter(isCutOff)).toEqual([]);
  });
});
