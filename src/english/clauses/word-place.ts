/** A word in its sentence, as the tag rules see it, and what they ask of it. */
import type { Token } from '../tokens.ts';

/** A word with its neighbours; those before it already have their corrected tags. */
export interface Place {
  token: Token;
  before: Token | undefined;
  twoBefore: Token | undefined;
  after: Token | undefined;
  twoAfter: Token | undefined;
  isFirst: boolean;
  /** Whether the clause has a verb before this word. */
  clauseHasVerb: boolean;
}

export type Tag = Token['pos'];
/** The tag of the word, or nothing where the rule does not apply. */
export type Rule = (place: Place) => Tag | false | undefined;

/** Pronouns that own what follows them. */
export const POSSESSIVE_PRONOUNS = new Set(['his', 'her', 'its', 'their', 'my', 'your', 'our', 'whose']);

export const is = (token: Token | undefined, pattern: RegExp): boolean => pattern.test(token?.lower ?? '');
export const has = (token: Token | undefined, ...tags: Tag[]): boolean =>
  token !== undefined && tags.includes(token.pos);
export const isPossessive = (token: Token | undefined): boolean =>
  token !== undefined && (POSSESSIVE_PRONOUNS.has(token.lower) || is(token, /^['’]s$/));
export const isNounNext = ({ after }: Place): boolean => has(after, 'NOUN', 'PROPN', 'ADJ');
export const isParticipleForm = ({ token }: Place): boolean => is(token, /(ed|ing|en|wn)$/);
