/**
 * Parses the JSON in a model's answer, tolerating fences, words around it, single quotes, trailing commas and
 * quotation marks inside a text. Unclosed JSON was cut off and is not completed: facts would be lost without notice.
 */
import { jsonrepair } from 'jsonrepair';
import { jsonIn } from '../common/json-line.ts';

/** The first whole object or array of an answer; undefined where there is none. */
export function parseJson(text: string): object | undefined {
  const start = nextBracket(text, 0);
  const end = start < 0 ? null : endOf(text, start);
  if (end === null) return undefined;
  const last = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  const fragments = [text.slice(start, last), text.slice(start, end)];
  for (const read of [strict, repaired]) {
    for (const fragment of fragments) {
      const value = read(fragment);
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

/** All whole objects and arrays of an answer, in order; broken ones without a quotation mark count as ordinary text. */
export function parseJsonDocuments(text: string): object[] {
  const documents: object[] = [];
  for (const { start, end } of brackets(text)) {
    const fragment = text.slice(start, end ?? start);
    const value = strict(fragment) ?? (/["'“]/.test(fragment) ? repaired(fragment) : undefined);
    if (value !== undefined) documents.push(value);
  }
  return documents;
}

/** Whether an answer holds JSON that is never closed. */
export const isCutOff = (text: string): boolean =>
  brackets(text).some(({ start, end }) => end === null && JSON_BEGINS.test(text.slice(start + 1)));

/** After the bracket; a bracket with a word behind it is ordinary text (`[sic`). */
const JSON_BEGINS = /^\s*["'“{[\d-]/u;

function strict(text: string): object | undefined {
  const value = jsonIn(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** In characters. Repair time grows with the square of the length: a second for this. */
const LONGEST_REPAIRED = 50_000;

function repaired(text: string): object | undefined {
  if (text.length > LONGEST_REPAIRED) return undefined;
  try {
    return strict(jsonrepair(text));
  } catch {
    return undefined;
  }
}

/** The outermost brackets, in order, each with the position after its closing one. */
function brackets(text: string): { start: number; end: number | null }[] {
  const found: { start: number; end: number | null }[] = [];
  for (let start = nextBracket(text, 0); start >= 0; ) {
    const end = endOf(text, start);
    found.push({ start, end });
    start = end === null ? -1 : nextBracket(text, end);
  }
  return found;
}

function nextBracket(text: string, from: number): number {
  const bracket = /[[{]/g;
  bracket.lastIndex = from;
  return bracket.exec(text)?.index ?? -1;
}

/** Deepest nesting of brackets; no prompt asks for more, and recursion over it would exhaust the stack. */
const DEEPEST = 100;

/**
 * Where the bracket opened at `start` is closed, ignoring strings; null where it never is. A closing bracket closes
 * everything opened since its counterpart, so that a missing one truncates nothing.
 */
function endOf(text: string, start: number): number | null {
  const open: Bracket[] = [];
  const count = { '}': 0, ']': 0 };
  const opens = (bracket: Bracket) => {
    open.push(bracket);
    count[bracket] += 1;
  };
  for (let index = start; index < text.length; index++) {
    const character = text[index] as string;
    if (open.length > DEEPEST) return null;
    if (character === '"') {
      const end = endOfText(text, index);
      if (end === null) return null;
      index = end;
    } else if (character === '{') opens('}');
    else if (character === '[') opens(']');
    else if ((character === '}' || character === ']') && count[character] > 0) {
      let closed: Bracket;
      do {
        closed = open.pop() as Bracket;
        count[closed] -= 1;
      } while (closed !== character);
      if (open.length === 0) return index + 1;
    }
  }
  return null;
}

type Bracket = '}' | ']';

/** The position of the quotation mark that ends a string: unescaped ones inside it are followed by words. */
function endOfText(text: string, start: number): number | null {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '"' && endsText(text, index)) return index;
  }
  return null;
}

function endsText(text: string, quote: number): boolean {
  const behind = /\s*(?:[,:}\]]|$)/y;
  behind.lastIndex = quote + 1;
  return behind.test(text);
}
