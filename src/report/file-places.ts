/**
 * Where the texts of passages stand in the file they were read from: a text file that is the response, a JSON document
 * or JSON Lines that hold it in a string, or a table that holds it in a cell. A place is given only where the file
 * holds the very text, so that a file that was changed since gives none.
 */
import type { Passage, Span } from '../passage.ts';
import { promptMessages } from '../text/conversation.ts';

/**
 * A stretch of a file. Lines and columns are counted from 1, offsets from 0; columns and offsets count characters (code
 * points), a byte order mark aside. CRLF and LF end a line.
 */
export interface FilePlace {
  /** As tools of the project name it: relative to its root with `/`, or absolute. */
  file: string;
  startLine: number;
  startColumn: number;
  endLine: number;
  /** Behind the last character. */
  endColumn: number;
  charOffset: number;
  charLength: number;
}

/** A text in a file: what stands there, and the pieces of it that are one UTF-16 unit of the text each. */
interface Held {
  start: number;
  raw: string;
  unit: RegExp;
}

const PLAIN = /./gs;
const JSON_UNIT = /\\u[\da-f]{4}|\\.|./gis;
/** Line breaks of cells are read as line feeds. */
const CELL_UNIT = /""|\r\n|./gs;

/** The places of passages, asked for in the order of the file. */
export class FilePlaces {
  readonly #file: string;
  readonly #text: string;
  readonly #key: string | null;
  readonly #lines: LineMap;
  readonly #strings: JsonString[] | null;
  /** Where to look on, so that equal texts of several passages are found one after the other. */
  #next = 0;

  /**
   * @param text without byte order mark
   * @param key of responses in JSON; null for any
   */
  constructor(file: string, text: string, key: string | null) {
    this.#file = file;
    this.#text = text;
    this.#key = key;
    this.#lines = new LineMap(text);
    this.#strings = /^\s*[[{]/.test(text) ? jsonStrings(text) : null;
  }

  /**
   * Gives places of spans of the response; null stands for the whole of it. What was not in the file, as a response
   * that a model was asked for, has the place of its prompt, or of the last message.
   */
  of({ prompt, response }: Pick<Passage, 'prompt' | 'response'>): (span: Span | null) => FilePlace | null {
    const own = response === undefined ? null : this.#find(response, this.#key);
    const held = own ?? this.#find(promptMessages(prompt).at(-1)?.content ?? '', null);
    if (held === null) return () => null;
    return (span) => this.#place(held, own === null ? null : span);
  }

  #place({ start, raw, unit }: Held, span: Span | null): FilePlace {
    const first = this.#lines.at(start + (span ? rawOffset(raw, unit, span.start) : 0));
    const last = this.#lines.at(start + (span ? rawOffset(raw, unit, span.end) : raw.length));
    return {
      file: this.#file,
      ...{ startLine: first.line, startColumn: first.column, endLine: last.line, endColumn: last.column },
      charOffset: first.character,
      charLength: last.character - first.character,
    };
  }

  #find(text: string, key: string | null): Held | null {
    if (text === '') return null;
    if (text === this.#text) return { start: 0, raw: text, unit: PLAIN };
    return this.#strings ? this.#findString(this.#strings, text, key) : this.#findCell(text);
  }

  #findString(strings: readonly JsonString[], text: string, key: string | null): Held | null {
    for (let step = 0; step < strings.length; step++) {
      const index = (this.#next + step) % strings.length;
      const { key: own, start, raw } = strings[index] as JsonString;
      if ((key !== null && own !== key) || !holds(raw, text)) continue;
      this.#next = index + 1;
      return { start, raw, unit: JSON_UNIT };
    }
    return null;
  }

  #findCell(text: string): Held | null {
    const quoted = text.replaceAll('"', '""');
    for (const raw of [quoted, quoted.replaceAll('\n', '\r\n')]) {
      const onward = this.#text.indexOf(raw, this.#next);
      const start = onward === -1 ? this.#text.indexOf(raw) : onward;
      if (start === -1) continue;
      this.#next = start + raw.length;
      return { start, raw, unit: CELL_UNIT };
    }
    return null;
  }
}

interface JsonString {
  /** The name before it; null of an element of a list. */
  key: string | null;
  /** Of what stands between its quotation marks. */
  start: number;
  raw: string;
}

const STRING = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/gs;

/** Every string value of JSON text, in order. */
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
function holds(raw: string, text: string): boolean {
  if (raw.length < text.length) return false;
  if (!raw.includes('\\')) return raw === text;
  try {
    return JSON.parse(`"${raw}"`) === text;
  } catch {
    return false;
  }
}

/** Where in the raw form the unit at `offset` of the text begins. */
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

/** Lines of a text, with the characters before each. */
class LineMap {
  readonly #text: string;
  readonly #lines: { start: number; character: number }[] = [{ start: 0, character: 0 }];

  constructor(text: string) {
    this.#text = text;
    let character = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (!isSecondHalf(text, at)) character += 1;
      if (code === 10) this.#lines.push({ start: at + 1, character });
    }
  }

  at(offset: number): { line: number; column: number; character: number } {
    let [low, high] = [0, this.#lines.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lines[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle;
    }
    const { start, character } = this.#lines[low] as { start: number; character: number };
    const before = [...this.#text.slice(start, offset)].length;
    return { line: low + 1, column: before + 1, character: character + before };
  }
}

/** Whether a code unit is the second of a surrogate pair. */
const isSecondHalf = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 && at > 0 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
