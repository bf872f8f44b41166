/** Reads the JSON in a model's answer, tolerantly: fences, words around it, single quotes, trailing commas. */
import { jsonrepair } from 'jsonrepair';

/** The object or array an answer holds, the first where there are several; undefined where there is none. */
export function parseJson(text: string): object | undefined {
  const start = text.search(/[[{]/);
  if (start < 0) return undefined;
  const last = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1;
  const fragments = [text.slice(start, last), text.slice(start, balancedEnd(text, start))];
  for (const read of [strict, repaired]) {
    for (const fragment of fragments) {
      const value = read(fragment);
      if (value !== undefined) return value;
    }
  }
  return undefined;
}

/** All objects and arrays of an answer, in order; those that quote nothing are taken for ordinary text. */
export function parseJsonDocuments(text: string): object[] {
  const documents: object[] = [];
  for (let start = nextBracket(text, 0); start >= 0; ) {
    const end = balancedEnd(text, start);
    const fragment = text.slice(start, end);
    const value = strict(fragment) ?? (/["'“]/.test(fragment) ? repaired(fragment) : undefined);
    if (value !== undefined) documents.push(value);
    start = nextBracket(text, end);
  }
  return documents;
}

function strict(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function repaired(text: string): object | undefined {
  try {
    return strict(jsonrepair(text));
  } catch {
    return undefined;
  }
}

function nextBracket(text: string, from: number): number {
  const bracket = /[[{]/g;
  bracket.lastIndex = from;
  return bracket.exec(text)?.index ?? -1;
}

/** Where the bracket opened at `start` is closed again, strings left out of account; the end where it is not. */
function balancedEnd(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index] as string;
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if ('[{'.includes(character)) depth++;
    else if (']}'.includes(character) && --depth === 0) return index + 1;
  }
  return text.length;
}
