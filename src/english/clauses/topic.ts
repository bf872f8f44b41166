/**
 * What a passage is about: the first subject of the response, which its pronouns and short names refer to.
 */

import { mostFrequent } from '../../common/group-by.ts';
import { nameSurelyAsked } from '../question.ts';
import { isCapitalised, readText, type Token } from '../tokens.ts';
import { type Item, type Phrase, phraseText } from './phrases.ts';
import { isImperative } from './surroundings.ts';
import { POSSESSIVE_PRONOUNS } from './word-place.ts';

type PronounClass = 'he' | 'she' | 'it' | 'they';

export interface Topic {
  /** As the text names it first, without article: "Franco Rasetti". */
  name: string;
  tokens: Token[];
  /** The pronouns that refer to it; null where the text uses none. */
  pronoun: PronounClass | null;
}

/** Whether its pronoun is one of people. */
export const isPersonal = (topic: Topic | null): boolean =>
  topic?.pronoun === 'he' || topic?.pronoun === 'she';

const CLASSES: Record<PronounClass, string> = {
  he: 'he him his himself',
  she: 'she her hers herself',
  it: 'it its itself',
  they: 'they them their themselves',
};
const CLASS_OF = new Map(
  Object.entries(CLASSES).flatMap(([kind, words]) =>
    words.split(' ').map((word) => [word, kind as PronounClass] as const),
  ),
);

/** The class of a third-person pronoun, or null for any other word. */
export function pronounClass(word: string): PronounClass | null {
  return CLASS_OF.get(word) ?? null;
}

/**
 * One of a single thing, or else "they", of several (`isPlural`) the other way round: the pronoun that opens sentences most often, else the most frequent one, those that own something last.
 *
 * @param isPerson whether the topic may be one: "The Wedding Planner" is not, so "she" is somebody in it
 */
function topicPronoun(
  sentences: readonly (readonly Token[])[],
  { isPerson, isPlural }: { isPerson: boolean; isPlural: boolean },
): PronounClass | null {
  const isKnown = (kind: PronounClass, plural: boolean): boolean =>
    plural ? kind === 'they' : kind === 'it' || (isPerson && kind !== 'they');
  const kindsIn = (tokens: readonly Token[], plural: boolean): PronounClass[] =>
    tokens.flatMap(({ lower }) => pronounClass(lower) ?? []).filter((kind) => isKnown(kind, plural));
  const all = sentences.flat();
  const openers = sentences.flatMap((tokens) => tokens.slice(0, 1));
  const owns = ({ lower }: Token): boolean => POSSESSIVE_PRONOUNS.has(lower);
  const owners = all.filter(owns);
  const others = all.filter((token) => !owns(token));
  const kinds = (isPlural ? [true, false] : [false, true]).flatMap((plural) =>
    [openers, others, owners].map((tokens) => mostFrequent(kindsIn(tokens, plural))),
  );
  return kinds.find((kind) => kind !== null) ?? null;
}

/** Whether the prompt asks about just this name: "Kind of Blue", but not "Hastings" of "the Battle of Hastings". */
function isAsked(name: string, prompt: string): boolean {
  const place = prompt.indexOf(name);
  return (
    /^\p{Lu}/u.test(name) &&
    place >= 0 &&
    !prompt.slice(0, place).endsWith(' of the ') &&
    !/\p{Lu}\S* of $/u.test(prompt.slice(0, place))
  );
}

/** What a sentence may be about: a name the prompt asks about, else a phrase before the verb and after no preposition. */
function topicPhrase(text: string, items: readonly Item[], prompt: string): Phrase | null {
  const verb = items.findIndex((item, index) => item.kind === 'verb' && index > 0);
  const phrases = items.flatMap((item, index) => {
    const phrase = item.kind === 'group' ? item.members[0] : undefined;
    const named = phrase?.kind === 'noun' && phrase.tokens[0]?.pos !== 'PRON';
    const isObject = items[index - 1]?.kind === 'preposition' || isImperative(items, index - 1);
    return named ? [{ phrase, isSubject: index < verb && !isObject }] : [];
  });
  const subject = phrases.find(({ isSubject }) => isSubject)?.phrase ?? null;
  if (subject === null || isAsked(phraseText(text, withoutArticle(subject)), prompt)) return subject;
  if (nameSurelyAsked(prompt) === null) return subject;
  const asked = phrases.find(({ phrase }) => isAsked(phraseText(text, withoutArticle(phrase)), prompt));
  return asked?.phrase ?? subject;
}

const withoutArticle = ({ tokens }: Phrase): Token[] => (tokens[0]?.pos === 'DET' ? tokens.slice(1) : tokens);

/** The verb that agrees with a topic tells whether it is of several: "Octopuses are ...". */
const wordAfter = (last: Token, tokens: readonly Token[]): string =>
  tokens.find(({ start }) => start >= last.end)?.lower ?? '';

/** A sentence as tokens, and as phrases with what stands between. */
export interface ReadSentence {
  tokens: readonly Token[];
  items: readonly Item[];
}

/** The topic of a text, from its sentences; null where no sentence has a subject. */
export function findTopic(text: string, sentences: readonly ReadSentence[], prompt: string): Topic | null {
  for (const [index, { items, tokens: ofSentence }] of sentences.entries()) {
    const phrase = topicPhrase(text, items, prompt);
    const tokens = phrase ? withoutArticle(phrase) : [];
    const [first, last] = [tokens[0], tokens.at(-1)];
    if (!first || !last) continue;
    const isPerson = tokens.length === phrase?.tokens.length;
    const pronoun = topicPronoun(
      sentences.map((sentence) => sentence.tokens),
      { isPerson, isPlural: /^(?:are|were|have)$/.test(wordAfter(last, ofSentence)) },
    );
    // "In the end she leaves. Prices fell.": she is somebody before
    const isOfOther =
      /^s?he$/.test(pronoun ?? '') &&
      sentences
        .slice(0, index)
        .some((sentence) => sentence.tokens.some(({ lower }) => pronounClass(lower) === pronoun));
    return { name: phraseText(text, tokens), tokens, pronoun: isOfOther ? null : pronoun };
  }
  return null;
}

/**
 * The name a prompt asks about as the topic of an answer that calls it by a pronoun alone: "Howard Hawks directed it", "Her father
 * was a poet". Null where the prompt has sentences of other names, the text a word of the name, its first sentence no such pronoun, or the
 * prompt names it only as a place or time: "Who invented the telephone in Boston?"
 */
export function topicAsked(text: string, [first]: readonly ReadSentence[], prompt: string): Topic | null {
  const asked = nameSurelyAsked(prompt);
  if (asked === null || first === undefined || ADJUNCT.test(prompt.slice(0, prompt.lastIndexOf(asked))))
    return null;
  const tokens = readText(asked).sentences.flat();
  if (tokens.some((token) => isCapitalised(token) && text.includes(token.text))) return null;
  const words = first.items.flatMap((item) => item.tokens);
  const [opening] = words;
  const isOwner = opening !== undefined && POSSESSIVE_PRONOUNS.has(opening.lower);
  const pronoun = isOwner ? opening : words.find((_, index) => isObjectPronoun(words, index));
  const kind = pronounClass(pronoun?.lower ?? '');
  return kind === null ? null : { name: asked, tokens, pronoun: kind };
}

/** "it" of "directed it", but not "her" of "married her cousin". */
function isObjectPronoun(tokens: readonly Token[], index: number): boolean {
  const [before, token, after] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  if (before?.pos !== 'VERB' || !/^(?:it|him|her|them)$/.test(token?.lower ?? '')) return false;
  return token?.lower !== 'her' || !/^(?:NOUN|PROPN|ADJ|NUM)$/.test(after?.pos ?? '');
}
const ADJUNCT = /\b(?:in|at|on|from|to|for|with|by|of|near|during|after|before|since|until) (?:the )?$/;
