/**
 * Naming: which entity a phrase stands for, as text. Pronouns, short names and "the valley" become the topic's name
 * where that is safe; a pronoun that cannot be told is null.
 */

import { isCapitalised, isPossessiveMark, type Token } from '../tokens.ts';
import type { NameIndex } from './names.ts';
import { type Phrase, phraseText } from './phrases.ts';
import { pronounClass, type Topic } from './topic.ts';
import { POSSESSIVE_PRONOUNS } from './word-place.ts';

const ARTICLES = new Set(['a', 'an', 'the', 'this', 'these', 'that', 'those', 'both']);

/** Who speaks and who is spoken to, in whose place no name can be put. */
const SPEAKERS = new Map([
  ['i', 'I'],
  ['we', 'we'],
  ['you', 'you'],
]);

/** What phrases of one response stand for. */
export interface Naming {
  text: string;
  topic: Topic | null;
  /** Common nouns that "the ..." refers to the topic by: "valley", "band". */
  topicNouns: ReadonlySet<string>;
  /** Other names of the topic, lower-cased: "ie" of Internet Explorer. */
  aliases: ReadonlySet<string>;
  /** Full names of the response by their short forms. */
  names: NameIndex;
}

/** Whether the words are a shorter form of the topic's name: "Rasetti" of "Franco Rasetti". */
function isShortName(tokens: readonly Token[], topic: Topic): boolean {
  const name = topic.tokens.filter(isCapitalised).map((token) => token.lower);
  return (
    tokens.length > 0 &&
    tokens.length < topic.tokens.length &&
    tokens.every((token) => isCapitalised(token) && name.includes(token.lower)) &&
    tokens.some((token) => token.lower === name.at(-1) || token.lower === name[0])
  );
}

const isTopic = (name: string, topic: Topic): boolean => {
  const [given, full] = [name.toLowerCase(), topic.name.toLowerCase()];
  return given === full || given === `${full}s` || `${given}s` === full;
};

/** The tail of a fact: "its" and "their" own what the head owns, where the head is not the topic. */
export function tailName(phrase: Phrase, naming: Naming, head: string | null): string | null {
  const [first, ...rest] = phrase.tokens;
  const owner =
    head !== null &&
    head !== naming.topic?.name &&
    !SPEAKERS.has(head.toLowerCase()) &&
    rest.length > 0 &&
    /^(its|their)$/.test(first?.lower ?? '') &&
    !/['’]s /.test(head) &&
    head.split(' ').length <= 3;
  return owner ? `${head}'s ${phraseText(naming.text, rest)}` : entityName(phrase, naming, 'tail');
}

/** The phrase as the name of an entity, or null for a pronoun whose antecedent is not safe to tell. */
export function entityName(phrase: Phrase, naming: Naming, role: 'head' | 'tail'): string | null {
  const { topic } = naming;
  const [first, ...rest] = phrase.tokens;
  if (!first) return 'you';
  if (phrase.owner) {
    const owner = entityName(phrase.owner, naming, role);
    return owner && `${owner}'s ${phraseText(naming.text, phrase.tokens)}`;
  }
  const refersToTopic =
    topic !== null && pronounClass(first.lower) !== null && pronounClass(first.lower) === topic.pronoun;
  if (first.pos === 'PRON' && rest.length === 0)
    return refersToTopic ? topic.name : role === 'head' ? (SPEAKERS.get(first.lower) ?? null) : null;
  if (POSSESSIVE_PRONOUNS.has(first.lower)) {
    const owned = phraseText(naming.text, rest);
    const isKnown = role === 'tail' || /^(?:my|our|your)$/.test(first.lower) || rest.at(-1)?.pos === 'PROPN';
    return refersToTopic ? `${topic.name}'s ${owned}` : isKnown ? owned : null;
  }
  const tokens = ARTICLES.has(first.lower) && rest.length > 0 && !isTitle(phrase) ? rest : phrase.tokens;
  const name = phraseText(naming.text, tokens);
  if (topic && (isShortName(tokens, topic) || isTopic(name, topic) || naming.aliases.has(name.toLowerCase())))
    return topic.name;
  const definite = /^(the|this)$/.test(first.lower) && tokens.length === 1;
  if (topic && definite && role === 'head' && naming.topicNouns.has(tokens[0]?.lower ?? ''))
    return topic.name;
  const fullName = tokens.length === 1 && role === 'head' ? naming.names.get(name) : null;
  if (fullName) return fullName;
  const owner = tokens.findIndex(isPossessiveMark);
  if (topic && owner > 0 && isShortName(tokens.slice(0, owner), topic)) {
    return `${topic.name}'s ${phraseText(naming.text, tokens.slice(owner + 1))}`;
  }
  return name || null;
}

const isPluralNoun = (token: Token | undefined): boolean =>
  token?.pos === 'NOUN' && token.lower !== token.lemma;

/**
 * "The bridge is new. Fishermen fought it, as they feared for the salmon": of the subjects of a sentence up to "they" the first in
 * the plural, where the topic is one thing; else the subject itself.
 */
export function severalFor(subject: Phrase, before: readonly Phrase[], topic: Topic | null): Phrase {
  const [first, ...rest] = subject.tokens;
  const last = topic?.tokens.at(-1);
  if (first?.lower !== 'they' || rest.length > 0 || last?.pos !== 'NOUN' || isPluralNoun(last))
    return subject;
  return before.find(({ tokens }) => isPluralNoun(tokens.at(-1))) ?? subject;
}

/** "The Lord of the Rings" inside a sentence keeps its article. */
function isTitle(phrase: Phrase): boolean {
  const [first, second] = phrase.tokens;
  return (
    first !== undefined &&
    second !== undefined &&
    /^The$/.test(first.text) &&
    second.pos === 'PROPN' &&
    first.pos === 'PROPN'
  );
}

/** Whether a pronoun may stand for a name: "he" and "she" for a capitalised one, none for who speaks. */
export const mayStandFor = ({ tokens }: Phrase, name: string | null): boolean =>
  name !== null &&
  !SPEAKERS.has(name.toLowerCase()) &&
  tokens.length === 1 &&
  (/^(?:he|she)$/.test(tokens[0]?.lower ?? '')
    ? /^\p{Lu}/u.test(name)
    : /^(?:it|they)$/.test(tokens[0]?.lower ?? ''));
