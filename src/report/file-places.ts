/**
 * The places of passages in the file they were read from: a text file that is the response, JSON or JSON Lines with the
 * response in a string, or a table with it in a cell. Only literal matches have a place, so text that
 * changed in the file since the run has none.
 */
import { jsonIn } from '../common/json-line.ts';
import type { Passage, Span } from '../passage.ts';
import { promptMessages } from '../text/conversation.ts';

/**
 * A stretch of a file. Lines and columns are counted from 1, offsets from 0; columns and offsets count code points,
 * without a byte order mark. CRLF and LF end a line.
 */
export interface FilePlace {
  /** Relative to the project root with `/`, or absolute. */
  file: string;
  startLine: number;
  startColumn: number;
  endLine: number;
  /** Behind the last character. */
  endColumn: number;
  charOffset: number;
  charLength: number;
}

interface Written {
  start: number;
  raw: string;
  /** Matches what is written for one UTF-16 unit of the text. */
  unit: RegExp;
}

const PLAIN = /./gs;
const JSON_UNIT = /\\u[\da-f]{4}|\\.|./gis;
/** Line breaks of cells are read as line feeds. */
const CELL_UNIT = /""|\r\n|./gs;

export interface FilePlaces {
  /**
   * The places of spans of the response; null stands for the whole of it. A response that is not in the file has the
   * place of its prompt, or of the last message. Passages are asked for in the order of the file, so that equal texts
   * are found one after the other.
   */
  of(passage: Pick<Passage, 'prompt' | 'response'>): (span: Span | null) => FilePlace | null;
}

/**
 * @param text without byte order mark
 * @param key of responses in JSON; null for any
 */
export function filePlaces(file: string, text: string, key: string | null): FilePlaces {
  const positionOf = linePositions(text);
  const find = /^\s*[[{]/.test(text) ? stringFinder(text) : cellFinder(text);
  const written = (wanted: string, name: string | null): Written | null => {
    if (wanted === '') return null;
    return wanted === text ? { start: 0, raw: text, unit: PLAIN } : find(wanted, name);
  };
  const placeOf = ({ start, raw, unit }: Written, span: Span | null): FilePlace => {
    const first = positionOf(start + (span ? rawOffset(raw, unit, span.start) : 0));
    const last = positionOf(start + (span ? rawOffset(raw, unit, span.end) : raw.length));
    return {
      file,
      ...{ startLine: first.line, startColumn: first.column, endLine: last.line, endColumn: last.column },
      ...{ charOffset: first.character, charLength: last.character - first.character },
    };
  };
  return {
    of({ prompt, response }) {
      const own = response === undefined ? null : written(response, key);
      const found = own ?? written(promptMessages(prompt).at(-1)?.content ?? '', null);
      if (found === null) return () => null;
      return (span) => placeOf(found, own === null ? null : span);
    },
  };
}

type Finder = (text: string, key: string | null) => Written | null;

function stringFinder(file: string): Finder {
  const strings = jsonStrings(file);
  let next = 0;
  return (text, key) => {
    for (let step = 0; step < strings.length; step++) {
      const index = (next + step) % strings.length;
      const { key: own, start, raw } = strings[index] as JsonString;
      if ((key !== null && own !== key) || !isWritten(raw, text)) continue;
      next = index + 1;
      return { start, raw, unit: JSON_UNIT };
    }
    return null;
  };
}

function cellFinder(file: string): Finder {
  let next = 0;
  return (text) => {
    const quoted = text.replaceAll('"', '""');
    for (const raw of [quoted, quoted.replaceAll('\n', '\r\n')]) {
      const onward = file.indexOf(raw, next);
      const start = onward === -1 ? file.indexOf(raw) : onward;
      if (start === -1) continue;
      next = start + raw.length;
      return { start, raw, unit: CELL_UNIT };
    }
    return null;
  };
}

interface JsonString {
  /** The name before it; null for an element of a list. */
  key: string | null;
  /** Of what is between its quotation marks. */
  start: number;
  raw: string;
}

const STRING = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/gs;

function jsonStrings(text: string): JsonString[] {
  const strings: JsonString[] = [];
  let key: { name: string; end: number } | null = null;
  for (const { 0: token, 1: raw = '', 2: colon, index } of text.matchAll(STRING)) {
    const follows = key !== null && text.slice(key.end, index).trim() === '';
    if (colon === undefined) strings.push({ key: follows && key ? key.name : null, start: index + 1, raw });
    else key = { name: raw, end: index + token.length };
  }
  return strings;
}

/** Whether a JSON string is a text; its length rules most out. */
function isWritten(raw: string, text: string): boolean {
  if (raw.length < text.length) return false;
  return raw.includes('\\') ? jsonIn(`"${raw}"`) === text : raw === text;
}

/** The offset in the raw form of the unit at `offset` of the text. */
function rawOffset(raw: string, unit: RegExp, offset: number): number {
  let at = 0;
  let units = 0;
  for (const [piece] of raw.matchAll(unit)) {
    if (units === offset) break;
    at += piece.length;
    units += 1;
  }
  return at;
}

function linePositions(text: string) {
  const lines: { start: number; character: number }[] = [];
  let [start, character] = [0, 0];
  for (const line of text.split('\n')) {
    lines.push({ start, character });
    start += line.length + 1;
    character += [...line].length + 1;
  }
  return (offset: number): { line: number; column: number; character: number } => {
    let [low, high] = [0, lines.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((lines[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle;
    }
    const line = lines[low] as (typeof lines)[number];
    const before = [...text.slice(line.start, offset)].length;
    return { line: low + 1, column: before + 1, character: line.character + before };
  };
}
