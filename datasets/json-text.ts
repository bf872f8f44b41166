/** JSON text from a file: bytes to text, and text to values. */
import { InputError } from '../src/errors.ts';
import { syntaxErrorLine } from './json-position.ts';

/**
 * UTF-8 bytes as text, without a byte order mark.
 * @throws InputError when the bytes are not UTF-8 (UTF-16, Latin-1 and gzip files, cut characters)
 */
export function decodeUtf8(bytes: Uint8Array, place: string): string {
  // UTF-16 of ASCII text without a byte order mark is valid UTF-8 with zero bytes
  const isUtf16 = bytes.length > 1 && (bytes[0] === 0) !== (bytes[1] === 0);
  try {
    if (!isUtf16) return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // reported below
  }
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  throw new InputError(
    `${place}: not UTF-8 text; ${isGzip ? 'it is packed by gzip: unpack it' : 'save the file as UTF-8'}`,
  );
}

/** The text without a leading byte order mark. */
export const withoutByteOrderMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** A whole JSON file. @throws InputError naming file and line */
export function parseJsonDocument(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const line = syntaxErrorLine(text, (cause as Error).message);
    throw new InputError(`${source}, line ${line}: not valid JSON: ${oneLineMessage(cause)}`, { cause });
  }
}

/** The parser's message; it quotes the text, including line breaks and control characters. */
export const oneLineMessage = (error: unknown): string =>
  escaped((error as Error).message.replace(/\s+/g, ' '));

/** With control characters, direction marks and line separators escaped as in JSON: `\u001b`. */
export const escaped = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
