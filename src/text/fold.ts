/**
 * The comparison form of text, without case, accents, width, strokes and ligatures. "Łódź", "LODZ" and "Lodz" are
 * equal. Letters of other scripts than Latin lose case and marks only.
 */
import anyAscii from 'any-ascii';

/** Latin letters that are not composed of a plain one and a mark: ł, ø, ß, æ, ı ... */
const OTHER_LATIN = /[^\P{Script=Latin}\p{ASCII}]+/gu;

/** Invisible characters, for a character class: soft hyphens, blanks and joiners of no width, as in copied text. */
export const INVISIBLE_CLASS = String.raw`\u00AD\u200B-\u200D\u2060\uFEFF`;
const INVISIBLE = new RegExp(`[${INVISIBLE_CLASS}]`, 'g');

/** A text without them, and the original position of each remaining code unit; null where it contains none. */
export function visibleText(text: string): { visible: string; places: readonly number[] } | null {
  if (text.search(INVISIBLE) < 0) return null;
  const places = Array.from({ length: text.length }, (_, place) => place).filter(
    (place) => text.charAt(place).search(INVISIBLE) < 0,
  );
  return { visible: text.replace(INVISIBLE, ''), places };
}

/** Without marks or other letters. */
const ASCII = /^\p{ASCII}*$/u;

/** The comparison form of a text; it may be longer than the text ("ß" is "ss"). */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const unmarked = text.replace(INVISIBLE, '').normalize('NFKD').replace(/\p{M}/gu, '');
  return unmarked.replace(OTHER_LATIN, (letters) => anyAscii(letters)).toLowerCase();
}

/** Its runs of letters and digits, folded, in order. */
export const foldedWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Folded, words parted by one blank. */
export const foldedName = (text: string): string => foldedWords(text).join(' ');
