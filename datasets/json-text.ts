/**
 * JSON text with places: bytes to text, text to values, and the line a value stands on.
 *
 * Values are read with `JSON.parse`; a parser that keeps positions runs only when an error has to be placed.
 */
import { parse, type ValueNode } from '@humanwhocodes/momoa';
import { InputError } from '../src/errors.ts';

export type JsonPath = readonly (string | number)[];

/**
 * UTF-8 bytes as text, without a byte order mark.
 * @throws InputError when the bytes are not UTF-8 (UTF-16 and Latin-1 files, cut characters)
 */
export function decodeUtf8(bytes: Uint8Array, place: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InputError(`${place}: not UTF-8 text; save the file as UTF-8`, { cause });
  }
}

/** The text without a leading byte order mark. */
export const withoutByteOrderMark = (text: string): string => text.replace(/^\uFEFF/, '');

/**
 * A whole JSON file.
 * @throws InputError naming file and line
 */
export function parseJsonDocument(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError(`${source}${syntaxErrorLine(text)}: not valid JSON: ${oneLineMessage(cause)}`, {
      cause,
    });
  }
}

/** The parser's words; they quote the text, line breaks included. */
export const oneLineMessage = (error: unknown): string => (error as Error).message.replace(/\s+/g, ' ');

/** `, line 3`, or nothing where the positioned parser is more lenient than `JSON.parse`. */
function syntaxErrorLine(text: string): string {
  try {
    parse(text);
    return '';
  } catch (error) {
    return `, line ${(error as { line: number }).line}`;
  }
}

/** Line, from 1, on which the value at `path` starts; the deepest value on the way where the path ends early. */
export function lineOf(text: string, path: JsonPath): number {
  let node: ValueNode = parse(text).body;
  for (const step of path) {
    const child = childOf(node, step);
    if (child === undefined) break;
    node = child;
  }
  return node.loc.start.line;
}

function childOf(node: ValueNode, step: string | number): ValueNode | undefined {
  if (node.type === 'Array') return node.elements[Number(step)]?.value;
  if (node.type !== 'Object') return undefined;
  // the last one counts where a name is repeated, as for JSON.parse
  return node.members.findLast(
    ({ name }) => (name.type === 'String' ? name.value : name.name) === String(step),
  )?.value;
}
