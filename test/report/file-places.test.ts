import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filePlaces } from '../../src/report/file-places.ts';

const PROMPT = 'Who?';
/** What JSON writes in one, two or six characters, and what takes two code units. */
const UNITS = ['a', '"', '\\', '\n', '\r\n', '\u0001', 'é', '😀', '/', 'u', ' '];
/** The place of the first `words` of the response. */
function placeOf(text: string, response: string, words: string, key: string | null = 'response') {
  const start = response.indexOf(words);
  return filePlaces('in', text, key).of({ prompt: PROMPT, response })({
    start,
    end: start + words.length,
  });
}
const brief = (place: ReturnType<typeof placeOf>) =>
  place && [place.startLine, place.startColumn, place.endLine, place.endColumn];

describe('a text file', () => {
  const text = 'One 😀 line.\r\nTwo 東京 lines.\n\nFour 😀😀 wrong.\r\n';

  it('has lines ended by CRLF and LF, and columns of characters', () => {
    expect(placeOf(text, text, 'wrong')).toEqual({
      ...{ file: 'in', startLine: 4, startColumn: 9, endLine: 4, endColumn: 14 },
      // 13 characters of the first line with its CRLF, 14 of the second, 1 of the third, 8 before the word
      ...{ charOffset: 36, charLength: 5 },
    });
    expect([...text].slice(36, 41).join('')).toBe('wrong');
  });

  it('has stretches over several lines', () => {
    expect(brief(placeOf(text, text, 'line.\r\nTwo'))).toEqual([1, 7, 2, 4]);
  });
});

describe('JSON', () => {
  it('holds responses in strings, with escapes of any kind', () => {
    const text = '{"prompt": "Who?", "response": "a \\"b\\" \\ud83d\\ude00\\n\\u0041 wrong"}\r\n';
    const response = 'a "b" 😀\nA wrong';
    const place = placeOf(text, response, 'wrong');
    expect(brief(place)).toEqual([1, 62, 1, 67]);
    expect(text.slice(61, 66)).toBe('wrong');
    expect(brief(placeOf(text, response, '😀'))).toEqual([1, 41, 1, 53]);
  });

  it('is searched from passage to passage, so that equal responses have places of their own', () => {
    const record = '{"samples": ["No."], "prompt": "Who?", "response": "No."}';
    const places = filePlaces('in', `${record}\n\n${record}\n`, 'response');
    const lines = [1, 2, 3].map(() => places.of({ prompt: PROMPT, response: 'No.' })(null)?.startLine);
    expect(lines).toEqual([1, 3, 1]);
  });

  it('takes no text under another name, nor one inside another text', () => {
    const text = '[{"x": "No.", "y": "\\"response\\": \\"No.\\""},\n {"response": "No."}]';
    expect(brief(placeOf(text, 'No.', 'No.'))).toEqual([2, 16, 2, 19]);
    expect(brief(placeOf(text, 'No.', 'No.', null))).toEqual([1, 9, 1, 12]);
  });

  it('gives the place of the prompt where a model was asked for the response', () => {
    const text = '{"prompt": "What?"}\n{"prompt": "Who?"}\n';
    expect(brief(placeOf(text, 'Me.', 'Me'))).toEqual([2, 13, 2, 17]);
  });

  it('gives none of a text that is not there', () => {
    expect(placeOf('{"prompt": "Whom?", "response": "Yes."}', 'No.', 'No')).toBeNull();
  });

  it('finds every stretch of every response that JSON can hold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...UNITS), minLength: 1 }), {
          minLength: 1,
          maxLength: 5,
        }),
        fc.constantFrom(0, 2),
        fc.nat(),
        (responses, indent, at) => {
          const records = responses.map((response) => ({ prompt: PROMPT, response }));
          const text = JSON.stringify(records, null, indent);
          const places = filePlaces('in', text, 'response');
          const characters = [...text];
          for (const record of records) {
            const start = [...record.response].slice(0, at % [...record.response].length).join('').length;
            const place = places.of(record)({ start, end: record.response.length });
            if (!place) return false;
            const held = characters.slice(place.charOffset, place.charOffset + place.charLength).join('');
            if (JSON.parse(`"${held}"`) !== record.response.slice(start)) return false;
          }
          return true;
        },
      ),
    );
  });
});

describe('a table', () => {
  it('holds responses in cells, quotation marks doubled and line breaks of its own', () => {
    const text = 'prompt,response\r\nWho?,"a ""b"" c\r\nd wrong"\r\n';
    expect(brief(placeOf(text, 'a "b" c\nd wrong', 'wrong'))).toEqual([3, 3, 3, 8]);
    expect(brief(placeOf(text, 'a "b" c\nd wrong', 'c'))).toEqual([2, 15, 2, 16]);
  });
});
