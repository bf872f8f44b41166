/**
 * Reads triples written as text: `(a, b, c)`, `1. [a; b; c]`, `- a | b | c`, `[(a, b, c), (d, e, f)]`, with or
 * without quotes and names of the parts (`head: a`).
 *
 * A comma may separate the parts or belong to head or tail. Quotes decide; without them, of all ways to make
 * three parts the one is taken whose head and tail both stand in the source text; where that does not leave
 * exactly one, the line is no triple.
 */
import { type Candidate, cleanPart, comparable, type TripleParts } from './triple-parts.ts';

const LABEL =
  /^(?:\s|[-*•–—>]|\d+\s*[.):](?=\s|\(|\[)|\((?:\d+|[a-z])\)\s)*(?:(?:triple|triplet|fact)\s*\d*\s*[:.)][\s*]*)?/iu;
const CLOSING: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const QUOTED = /^\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.|'(?=\p{L}))*)'|“([^”]*)”|«([^»]*)»)\s*$/u;

/** More pieces than this are prose, not a triple. */
const MOST_PIECES = 16;

/** The candidates of one line: one a tuple, or the whole line when it holds none. */
export function readTupleLine(line: string, source: string): Candidate[] {
  const text = line.replace(LABEL, '').trim();
  for (const separator of ['|', '\t']) {
    const pieces = splitPieces(text.replace(/^\||\|$/g, ''), separator);
    if (pieces.length === 3) return [{ raw: text, parts: toParts(pieces) }];
  }
  const tuples = tuplesFrom(text, text.search(/[([{<]/));
  const found = tuples.map(({ raw, inner }) => ({ raw, parts: readTuple(inner, source) }));
  const isTuples = found.some(({ parts }) => parts !== null);
  return isTuples ? found : [{ raw: line.trim(), parts: null }];
}

/** Maximum nesting of lists that are searched for tuples. */
const DEEPEST = 4;

/** The bracketed groups that follow one another from `start` on; the last one may stay open. */
function tuplesFrom(text: string, start: number, depth = 0): { raw: string; inner: string }[] {
  const groups: { raw: string; inner: string }[] = [];
  let rest = start < 0 ? '' : text.slice(start);
  for (let end = groupEnd(rest); end !== null; end = groupEnd(rest)) {
    const raw = rest.slice(0, end);
    const isClosed = raw.length > 1 && raw.endsWith(CLOSING[raw[0] as string] as string);
    const inner = raw.slice(1, isClosed ? -1 : undefined);
    const isList = depth < DEEPEST && isListOfTuples(inner);
    groups.push(...(isList ? tuplesFrom(inner.trim(), 0, depth + 1) : [{ raw, inner }]));
    rest = rest.slice(end).replace(/^[\s,;.]+/, '');
  }
  return groups;
}

/** Whether everything between commas is a tuple, as inside of `[(a, b, c), (d, e, f)]`. */
function isListOfTuples(inner: string): boolean {
  const pieces = splitPieces(inner, ',').filter((piece) => piece.trim() !== '');
  return pieces.length > 0 && pieces.map((piece) => piece.trim()).every(isBracketed);
}

const isBracketed = (piece: string): boolean =>
  /^[([]/.test(piece) && /[)\]]$/.test(piece.slice(-1)) && /[,;|]/.test(piece.slice(1, -1));

/** Where the bracket that opens `text` closes; the end of the text when it never does, null when none opens it. */
function groupEnd(text: string): number | null {
  const open = text[0] ?? '';
  const close = CLOSING[open];
  if (close === undefined) return null;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === open) depth++;
    else if (text[index] === close && --depth === 0) return index + 1;
  }
  return text.length;
}

function readTuple(inner: string, source: string): TripleParts | null {
  for (const separator of ['|', '\t', ';']) {
    const pieces = splitPieces(inner, separator);
    if (pieces.length === 3) return toParts(pieces);
  }
  const pieces = splitPieces(inner, ',');
  if (pieces.length === 3) return toParts(pieces);
  return pieces.length > 3 && pieces.length <= MOST_PIECES ? resolve(pieces, source) : null;
}

/** Splits at a separator outside quotes and brackets. */
function splitPieces(text: string, separator: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let isBlank = true;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] as string;
    const quoted: number | null = isBlank ? quotedEnd(text, index, separator) : null;
    isBlank &&= quoted === null && character.trim() === '';
    if (quoted !== null) {
      piece += text.slice(index, quoted);
      index = quoted - 1;
    } else if (character === separator && depth === 0) {
      pieces.push(piece);
      piece = '';
      isBlank = true;
    } else {
      if ('([{'.includes(character)) depth++;
      else if (')]}'.includes(character)) depth = Math.max(0, depth - 1);
      piece += character;
    }
  }
  return [...pieces, piece];
}

/** Where a quotation that starts at `start` ends, provided that a separator or the end follows; else null. */
function quotedEnd(text: string, start: number, separator: string): number | null {
  const close = { '"': '"', "'": "'", '“': '”', '«': '»' }[text[start] as string];
  if (close === undefined) return null;
  for (let end = text.indexOf(close, start + 1); end >= 0; end = text.indexOf(close, end + 1)) {
    if (text[end - 1] === '\\') continue;
    let after = end + 1;
    while (text[after]?.trim() === '') after++;
    if (after === text.length || text.startsWith(separator, after)) return end + 1;
  }
  return null;
}

const PART_NAMES = [
  /^\s*(?:head|subject)\s*[:=]/i,
  /^\s*(?:relation|predicate)\s*[:=]/i,
  /^\s*(?:tail|object)\s*[:=]/i,
];

function toParts(pieces: readonly string[]): TripleParts {
  const isNamed = PART_NAMES.every((name, part) => name.test(pieces[part] as string));
  const texts = isNamed ? pieces.map((piece) => piece.replace(/^[^:=]*[:=]/, '')) : pieces;
  const [head, relation, tail] = texts.map(cleanPart) as [string, string, string];
  return { head, relation, tail };
}

/** The one way to join the pieces to three parts that fits the source; null when several do or none does. */
function resolve(pieces: readonly string[], source: string): TripleParts | null {
  const text = comparable(source);
  const fitting: TripleParts[] = [];
  for (let middle = 1; middle < pieces.length - 1; middle++) {
    const groups = [pieces.slice(0, middle), [pieces[middle] as string], pieces.slice(middle + 1)];
    if (groups.some((group) => group.length > 1 && group.some((piece) => QUOTED.test(piece)))) continue;
    const parts = toParts(groups.map((group) => group.join(',')));
    const fits = [parts.head, parts.tail].every((part) => part !== '' && text.includes(comparable(part)));
    if (fits) fitting.push(parts);
  }
  return fitting.length === 1 ? (fitting[0] as TripleParts) : null;
}
