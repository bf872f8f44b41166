/** A text in progress, with its tokens. */
import type { ChatChoice } from '../../models/chat-model.ts';
import { type PlacedToken, placeTokens } from '../align-tokens.ts';

export interface Draft {
  text: string;
  /** In the order of the text; stretches that came without tokens have none. */
  placed: readonly PlacedToken[];
}

/** Null where the tokens are not those of the text. */
export function draftOf({ text, tokens = [] }: Pick<ChatChoice, 'text' | 'tokens'>): Draft | null {
  const placed = tokens.length === 0 ? [] : placeTokens(text, tokens);
  return placed && { text, placed };
}

/** The draft up to a place; a token that the place cuts is left out. */
export const upTo = ({ text, placed }: Draft, end: number): Draft => ({
  text: text.slice(0, end),
  placed: placed.filter(({ span }) => span.end <= end),
});

/**
 * The beginning with what a model wrote after it. What it repeats of the beginning is taken off, and a blank is put
 * between two words.
 */
export function continued(beginning: Draft, answer: Draft): Draft {
  const skipped = repeated(beginning.text, answer.text);
  const rest = answer.text.slice(skipped);
  const blank = /\S$/.test(beginning.text) && /^[\p{L}\p{N}"'“(]/u.test(rest) ? ' ' : '';
  const shift = beginning.text.length + blank.length - skipped;
  const moved = answer.placed
    .filter(({ span }) => span.start >= skipped)
    .map((token) => ({ ...token, span: { start: token.span.start + shift, end: token.span.end + shift } }));
  return { text: beginning.text + blank + rest, placed: [...beginning.placed, ...moved] };
}

/** Fewest characters that count as a repetition: shorter ones may be meant. */
const LEAST_REPEATED = 12;

/** How many characters at the start of `written` repeat the end of `beginning`. */
function repeated(beginning: string, written: string): number {
  const ending = beginning.trimEnd();
  for (let start = 0; ending.length - start >= LEAST_REPEATED; start++) {
    const own = ending.slice(start);
    if (written.startsWith(own) && (start === 0 || /\s/.test(ending[start - 1] as string))) return own.length;
  }
  return 0;
}
