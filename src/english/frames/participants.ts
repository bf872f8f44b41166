/** Who takes part in what a clause tells, whatever its voice, and whether two phrases may name one participant. */
import { wordKey } from '../content-words.ts';
import { areOneNoun } from '../lexicon/noun-trees.ts';
import { isPartNoun } from '../lexicon/part-nouns.ts';
import { isPeople } from '../lexicon/places.ts';
import { areInitials } from '../lexicon/same-names.ts';
import { STOP_WORDS } from '../lexicon/stop-words.ts';
import { isPossessiveMark, takeUntil, type Token } from '../tokens.ts';
import type { Frame, Part } from './frame.ts';

interface Participants {
  /** Who does it. */
  agent: Part | null;
  /** To whom or what it is done; of a verb without an object its subject. */
  patient: Part | null;
}

export function participantsOf(frame: Frame): Participants {
  const { subject, object, passive, adjuncts } = frame;
  if (passive) return { agent: adjuncts.find(({ word }) => word === 'by') ?? null, patient: subject };
  return { agent: subject, patient: object };
}

const isContent = ({ lower, pos }: Token): boolean =>
  !STOP_WORDS.has(lower) && !/^(?:PUNCT|SYM|PART|DET|PRON)$/.test(pos);

/** Keys of the content words of a phrase. */
export const keysOf = (tokens: readonly Token[]): string[] =>
  tokens.filter(isContent).map(({ text }) => wordKey(text));

/** "it", "all of them" */
export const isPronoun = ({ tokens }: Part): boolean =>
  tokens.every(({ pos }) => pos === 'PRON' || pos === 'DET');

const PRONOUN =
  /^(?:it|he|she|they|this|that|these|those|we|you|i|one|him|her|them|who|which|there|both|all|each|others?)$/;
const OWNER = /^(?:its|his|her|their|our|my|your)$/;

/** Who speaks or is spoken to. */
export const isSpeaker = ([first, ...more]: readonly Token[]): boolean =>
  more.length === 0 && /^(?:you|we|i)$/.test(first?.lower ?? '');

const wordsOf = (tokens: readonly Token[]): Token[] => tokens.filter(({ pos }) => pos !== 'PUNCT');

/** The last word before what a preposition adds. */
export const headOf = (words: readonly Token[]): Token | undefined =>
  words.find((_, index) => words[index + 1]?.pos === 'ADP' || index === words.length - 1);

type Form = 'pronoun' | 'name' | 'definite' | 'owned' | 'other';
function formOf(tokens: readonly Token[]): Form {
  const words = wordsOf(tokens);
  const [first] = words;
  if (words.length === 0 || (words.length === 1 && PRONOUN.test(first?.lower ?? ''))) return 'pronoun';
  if (words.some(isPossessiveMark)) return 'owned';
  if (OWNER.test(first?.lower ?? '')) return 'other';
  const last = headOf(words);
  // "the Famicom console", but not "the Japanese company"
  const isNamed = words.some(({ pos, lower }) => pos === 'PROPN' && !isPeople(lower));
  if (last?.pos === 'PROPN' || isNamed) return 'name';
  return /^(?:the|this|that)$/.test(first?.lower ?? '') ? 'definite' : 'other';
}

/** Whether a phrase names what it is of: a name, or a thing by its owner, "Pei's pyramid". */
export const isNaming = (tokens: readonly Token[]): boolean => /^(?:name|owned)$/.test(formOf(tokens));

/** Whether two phrases share a word that tells what they name, or one has the initials of the other: "the ICJ". */
export function shareWords(one: readonly Token[], other: readonly Token[]): boolean {
  const keys = keysOf(other);
  return (
    keysOf(one).some((key) => keys.includes(key)) || haveInitials(one, other) || haveInitials(other, one)
  );
}

const haveInitials = (one: readonly Token[], other: readonly Token[]): boolean =>
  one.some(({ text, lower }) => /^\p{Lu}{2,}$/u.test(text) && areInitials(lower, nameIn(other)));

const nameIn = (tokens: readonly Token[]): string =>
  tokens.flatMap(({ pos, lower }) => (/^(?:PROPN|ADP)$/.test(pos) ? [lower] : [])).join(' ');

/** Whether a phrase names what is a part or version of something. */
const isPart = (tokens: readonly Token[]): boolean => {
  const head = headOf(wordsOf(tokens));
  return head?.pos === 'NOUN' && isPartNoun(head.lower);
};

/** "the prize in economics": of the prizes that the words before name the one of a subject. */
function isOneOf(one: readonly Token[], other: readonly Token[]): boolean {
  const at = one.findIndex(({ lower }) => lower === 'in' || lower === 'for');
  if (at < 0 || one[at - 1]?.pos !== 'NOUN' || other.some(({ pos }) => pos === 'ADP')) return false;
  const [head] = keysOf(one.slice(at - 1, at));
  const subject = one.slice(at + 1);
  return (
    head !== undefined &&
    keysOf(other).includes(head) &&
    subject.length > 0 &&
    subject.every(({ pos }) => /^(?:NOUN|ADJ|DET)$/.test(pos)) &&
    !shareWords(subject, other)
  );
}

/**
 * Whether two phrases cannot name one participant: two names, a thing and what is its own or a part of it; "the company" may be
 * any name.
 */
export function areApart(one: readonly Token[], other: readonly Token[]): boolean {
  const forms = [formOf(one), formOf(other)];
  const isOwned =
    [one, other].some((tokens) => OWNER.test(tokens[0]?.lower ?? '')) || isPart(one) !== isPart(other);
  if (forms.includes('pronoun')) return isOwned && !(forms[0] === 'pronoun' && forms[1] === 'pronoun');
  if (shareWords(one, other)) return isOneOf(one, other) || isOneOf(other, one) || areOfTwoHeads(one, other);
  if (forms.includes('definite')) return isOwned;
  // "Peru's capital" is called Lima
  if (forms.includes('owned') && forms.every((form) => form === 'name' || form === 'owned')) return isOwned;
  if (forms[0] === 'name' && forms[1] === 'name') return true;
  return !areOneSort(one, other);
}

/** "Tokyo Tower" and "Tokyo Skytree": names with a word in common, of which each is called by one that the other lacks. */
function areOfTwoHeads(one: readonly Token[], other: readonly Token[]): boolean {
  const [own, its] = [one, other].map(nameOf) as [Token[], Token[]];
  const hasHead = (name: readonly Token[], within: readonly Token[]) =>
    keysOf(name.slice(-1)).every((key) => keysOf(within).includes(key));
  return own.length > 1 && its.length > 1 && !hasHead(own, other) && !hasHead(its, one);
}

/** The words of a name before any comma; empty where there are others. */
function nameOf(tokens: readonly Token[]): Token[] {
  const words = takeUntil(tokens, ({ pos }) => pos === 'PUNCT').filter(({ pos }) => pos !== 'DET');
  return words.every(({ pos }) => pos === 'PROPN') ? words : [];
}

/** "adults" and "people", "a boy" and "a child". */
export function areOneSort(one: readonly Token[], other: readonly Token[]): boolean {
  const nouns = (tokens: readonly Token[]) =>
    tokens.filter(({ pos }) => pos === 'NOUN').map(({ lower }) => lower);
  return nouns(one).some((noun) => nouns(other).some((match) => areOneNoun(noun, match)));
}
