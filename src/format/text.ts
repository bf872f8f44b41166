/** Text for terminals: one line, no control sequences, measured in columns. */
import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { UNPARTED } from '../text/unparted-scripts.ts';

export { counted, figure, MISSING, percentage, scoreFigure, shortened, thresholdFigure } from './figures.ts';

/** Control characters, and the marks that turn the direction of text round. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** `text` without escape sequences, and with a space for control characters and direction marks. */
export function withoutControls(text: string): string {
  return stripVTControlCharacters(text).replace(UNSAFE, ' ');
}

/** {@link withoutControls} on one line. */
export function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ').trim();
}

/** `text` cut to `width` columns, with an ellipsis where something was cut. */
export function cut(text: string, width: number): string {
  let columns = 0;
  let kept = 0;
  // stops as soon as the rest is known not to fit: texts may be long
  for (const { segment, index } of SEGMENTER.segment(text)) {
    columns += stringWidth(segment);
    if (columns < width) kept = index + segment.length;
    if (columns > width) return `${text.slice(0, kept).trimEnd()}…`;
  }
  return text;
}

const SEGMENTER = new Intl.Segmenter();

/** A fact in words, on one line: `Marie Curie was born in Warsaw`; without the spaces that its script has not. */
export function tripleWords(triple: { head: string; relation: string; tail: string }): string {
  const words = `${triple.head} ${triple.relation.replaceAll('_', ' ')} ${triple.tail}`;
  return oneLine(words).replace(NO_SPACE, '');
}

const NO_SPACE = new RegExp(`(?<=[${UNPARTED}]) (?=[${UNPARTED}])`, 'gu');

const ENTITIES: Record<string, string> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

/** `text` for HTML or XML, inside an element or a quoted attribute; control characters become spaces. */
export const escapeHtml = (text: string): string =>
  withoutControls(text).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
