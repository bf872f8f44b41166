/** Whether a sentence allows or forbids something: "tenants may keep a dog", "dogs are banned". */
import type { Token } from './sentence-words.ts';

const FORBIDDING = /\b(?:banned|forbidden|prohibited|barred|rul(?:es?|ed) out|off limits)\b/g;
/** But not "must" alone. */
const ALLOWING = /\b(?:allowed|permitted|can|may|cannot|must (?=(?:not|t)\b))/g;
const DENIED_BEFORE = /\b(?:(?:not|t|never|no longer)(?: \w+)?|no \w+(?: (?:is|are|was|were))?) $/;
/** "t" is that of "can't". */
const DENIED_BEHIND = /^ ?(?:not|t)\b/;

/** True where it allows all that it tells of, false where it forbids all; null where it does neither, or both. */
export function allowanceIn(tokens: readonly Token[]): boolean | null {
  const text = tokens.map(({ lower }) => lower).join(' ');
  const isDenied = (word: string, at: number) =>
    word === 'cannot' ||
    DENIED_BEFORE.test(text.slice(0, at)) ||
    DENIED_BEHIND.test(text.slice(at + word.length));
  const told = (form: RegExp, allows: boolean) =>
    [...text.matchAll(form)].map(({ 0: word, index }) => isDenied(word, index) !== allows);
  const [first = null, ...others] = [...told(FORBIDDING, false), ...told(ALLOWING, true)];
  return others.every((allows) => allows === first) ? first : null;
}
