/**
 * What is the same in spite of how it is written: case, accents, width, strokes and ligatures. "Łódź", "LODZ" and
 * "Lodz" are one. Letters of other scripts than Latin lose case and marks, and stay letters of their script.
 */
import anyAscii from 'any-ascii';

/** Latin letters that are not made of a plain one and a mark: ł, ø, ß, æ, ı ... */
const OTHER_LATIN = /[^\P{Script=Latin}\p{ASCII}]+/gu;

/**
 * What takes no room, as it stands in a class of a pattern: soft hyphens, blanks and joiners of no width. They come along
 * with text that is copied.
 */
export const INVISIBLE_CLASS = String.raw`\u00AD\u200B-\u200D\u2060\uFEFF`;
const INVISIBLE = new RegExp(`[${INVISIBLE_CLASS}]`, 'g');

/** A text without them, and the place in the text of each code unit that stays; null where it has none. */
export function visibleText(text: string): { visible: string; places: readonly number[] } | null {
  if (text.search(INVISIBLE) < 0) return null;
  const places = Array.from({ length: text.length }, (_, place) => place).filter(
    (place) => text.charAt(place).search(INVISIBLE) < 0,
  );
  return { visible: text.replace(INVISIBLE, ''), places };
}

/** Has neither marks nor other letters. */
const ASCII = /^\p{ASCII}*$/u;

/** The comparison form of a text; it may be longer than the text ("ß" is "ss"). */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const unmarked = text.replace(INVISIBLE, '').normalize('NFKD').replace(/\p{M}/gu, '');
  return unmarked.replace(OTHER_LATIN, (letters) => anyAscii(letters)).toLowerCase();
}

/** Its runs of letters and digits, folded, in order. */
export const foldedWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
