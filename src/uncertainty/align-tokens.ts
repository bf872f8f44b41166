/** Aligns the tokens of a response with its text. */
import type { Span, Token } from '../passage.ts';

/** A token and its characters; none where its bytes only begin a character, and for control tokens. */
export interface PlacedToken extends Token {
  span: Span;
}

/** How tokenizers write white space; used where the text contains no such character. */
const MARKERS = [
  ['▁', ' '],
  ['Ġ', ' '],
  ['Ċ', '\n'],
] as const;
const CONTROL = /^<\|[^|]*\|>$|^<\/?s>$|^<(?:eos|bos|pad|end_of_turn)>$/;
const BYTE = /^<0x([0-9A-Fa-f]{2})>$/;
const UNREADABLE = /\uFFFD/;
/** UTF-16 code units of the longest character. */
const LONGEST_CHARACTER = 2;

/**
 * The tokens with their places; null where they do not match the text. Joined they must equal the text, apart from
 * white space at the ends of tokens, control tokens, and bytes of cut characters (U+FFFD).
 */
export function placeTokens(text: string, tokens: readonly Token[]): PlacedToken[] | null {
  const placed: PlacedToken[] = [];
  let end = 0;
  /** Unreadable tokens just before, whose characters are skipped. */
  let unreadable = 0;
  for (const [index, surface] of surfaces(text, tokens).entries()) {
    const token = tokens[index] as Token;
    if (UNREADABLE.test(surface) && !text.startsWith(surface, end)) {
      placed.push({ ...token, span: { start: end, end } });
      unreadable += 1;
      continue;
    }
    const span = find(text, surface, { from: end, skip: unreadable * LONGEST_CHARACTER });
    if (span === null) return null;
    if (unreadable > 0) stretch(placed.at(-1), span.start);
    placed.push({ ...token, span });
    unreadable = 0;
    end = span.end;
  }
  if (unreadable > 0) stretch(placed.at(-1), text.length);
  const rest = text.slice(placed.at(-1)?.span.end ?? 0);
  return rest.trim() === '' ? placed : null;
}

/** Assigns characters without a readable token to the previous token. */
function stretch(token: PlacedToken | undefined, end: number): void {
  if (token) token.span = { start: token.span.start, end };
}

interface Search {
  from: number;
  /** How many characters may be skipped. */
  skip: number;
}

/** The first occurrence of a token's text, with or without the white space around it. */
function find(text: string, surface: string, { from, skip }: Search): Span | null {
  if (surface.trim() === '') {
    const length = text.startsWith(surface, from) ? surface.length : 0;
    return { start: from, end: from + length };
  }
  for (let start = from; start <= from + skip; start++) {
    const bare = start + (/^\s*/.exec(text.slice(start))?.[0].length ?? 0);
    if (text.startsWith(surface, start)) return { start, end: start + surface.length };
    if (text.startsWith(surface.trimStart(), bare)) {
      return { start, end: bare + surface.trimStart().length };
    }
    if (text.startsWith(surface.trim(), bare)) return { start, end: bare + surface.trim().length };
  }
  return null;
}

/** The tokens as in the text: white space restored, bytes joined to characters, control tokens empty. */
function surfaces(text: string, tokens: readonly Token[]): string[] {
  const markers = MARKERS.filter(([marker]) => !text.includes(marker));
  const decoder = new TextDecoder();
  return tokens.map(({ text: token }) => {
    const [, byte] = BYTE.exec(token) ?? [];
    if (byte !== undefined && !text.includes(token)) {
      return decoder.decode(Uint8Array.of(Number.parseInt(byte, 16)), { stream: true });
    }
    if (CONTROL.test(token) && !text.includes(token)) return '';
    return markers.reduce((written, [marker, space]) => written.replaceAll(marker, space), token);
  });
}

/** The tokens of a span, including those that only begin one of its characters. */
export function tokensIn(placed: readonly PlacedToken[], { start, end }: Span): PlacedToken[] {
  return placed.filter(({ span }) =>
    span.start === span.end ? span.start >= start && span.start < end : span.start < end && span.end > start,
  );
}
