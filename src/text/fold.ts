/**
 * What is the same in spite of how it is written: case, accents, width, strokes and ligatures. "Łódź", "LODZ" and
 * "Lodz" are one. Letters of other scripts than Latin lose case and marks, and stay letters of their script.
 */
import anyAscii from 'any-ascii';

/** Latin letters that are not made of a plain one and a mark: ł, ø, ß, æ, ı ... */
const OTHER_LATIN = /[^\P{Script=Latin}\p{ASCII}]+/gu;

/** Has neither marks nor other letters. */
const ASCII = /^\p{ASCII}*$/u;

/** The comparison form of a text; it may be longer than the text ("ß" is "ss"). */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const unmarked = text.normalize('NFKD').replace(/\p{M}/gu, '');
  return unmarked.replace(OTHER_LATIN, (letters) => anyAscii(letters)).toLowerCase();
}
