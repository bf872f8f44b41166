/**
 * The predicate a clause is at, and the words of a relation that it gives.
 *
 * A relation is the text from the verb to the tail wherever that is short, so that whatever a preposition really
 * attaches to, "played a key role in | the Investiture Controversy" still says what the sentence says.
 */

import { articleFor } from '../articles.ts';
import { isLinking } from '../lexicon/verbs.ts';
import type { Token } from '../tokens.ts';
import type { Chunk } from './phrase-chunks.ts';
import type { Group, Item, Phrase } from './phrases.ts';

export interface Predicate {
  /** Null while the subject is still to come: "Born in Dublin, he ...". */
  subject: readonly Phrase[] | null;
  /** What the relation starts with, where the text has no verb of its own here: "is ". */
  prefix: string;
  /** From the first verb to the end of the last, in the text. */
  start: number;
  end: number;
  /** Where the last verb begins: "to survive" of "is one of the few pilots to survive". */
  verbStart: number;
  /** Dictionary form of the last verb. */
  lemma: string;
  participle: boolean;
  object: Group | null;
  adjuncts: number;
  /** What follows belongs to something else. */
  closed: boolean;
  /** What an apposition interrupts: "was started by Hoare, a developer, in 2006". */
  outer?: Predicate;
  /** The verb needs its first preposition: "went through (a phase in their evolution)". */
  bound?: boolean;
}

const MOST_RELATION_WORDS = 10;
const LIGHT_VERBS = new Set(['make', 'play', 'have', 'take', 'give', 'hold', 'gain', 'serve', 'begin', 'do']);
/** Those that say where and when something happens, whatever noun stands before them. */
const OF_CLAUSE = new Set('in at during until since after before'.split(' '));
const FILLERS =
  /(?<!\b(?:the|an?|his|her|its|their|most|more|very|for|so)\s)\b(also|then|later|now|still|eventually|subsequently|currently|today|just|again|first|finally|usually|often|widely|officially|generally|typically|commonly|probably|perhaps)\s(?!to be\b)/gi;

export const firstToken = (item: Item | Phrase): Token => item.tokens[0] as Token;
export const lastToken = (item: Item | Phrase): Token => item.tokens.at(-1) as Token;
/** Whether nothing but white space stands between. */
export const isAdjacent = (text: string, left: Item, right: Item): boolean =>
  text.slice(lastToken(left).end, firstToken(right).start).trim() === '';
const wordCount = (text: string): number => text.split(' ').length;
const isShort = (text: string): boolean => wordCount(text) <= MOST_RELATION_WORDS && !/,\s/.test(text);

/** The words of a relation without "to" before it and without adverbs that part the same relation in two texts. */
export function plainRelation(relation: string): string {
  const verb = `${relation} `.replace(/^to /, '').replace(FILLERS, '').trim();
  return verb.replace(
    /^(?:(?:is|was) (?=\p{Lu}\p{Ll}*(?:ed|orn|nown|led|eld|uilt|ade|itten)\b))?./u,
    (opening) => opening.toLowerCase(),
  );
}

/** The text of a range without quotation marks, its white space as single blanks. */
export function plainText(text: string, start: number, end: number): string {
  return text
    .slice(start, end)
    .replace(/["“”«»`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

export const isCopula = ({ lemma }: Predicate): boolean => isLinking(lemma);
/** A verb that says little without its adjunct: "made (contributions to)". */
export const needsAdjunct = ({ lemma }: Predicate): boolean => LIGHT_VERBS.has(lemma);

const lemmaOf = (verb: Chunk): string =>
  verb.tokens.findLast(({ pos }) => pos === 'VERB' || pos === 'AUX')?.lemma ?? '';

const STATES = /^(known|called|located|situated|based|named|nicknamed|considered|found|used)$/;
const NAMINGS = /^(born|called|named|nicknamed|titled|known|considered)$/;

/** "is " or "was " for a passive that lacks it ("Born in Dublin, he ..."), nothing for any other verb. */
function auxiliaryOf(verb: Chunk, participle: boolean, hasObject: boolean): string {
  const word = lastToken(verb).lower;
  const passive =
    participle &&
    !verb.tokens.some(({ pos }) => pos === 'AUX' || pos === 'PART') &&
    /(ed|en|wn|born|held|built|made|set|led|found|written|based)$/.test(word);
  if (!passive || (hasObject && !NAMINGS.test(word))) return '';
  return STATES.test(word) ? 'is ' : 'was ';
}

/** The predicate that a verb group begins; `hasObject` where an object follows at once. */
export function verbPredicate(
  verb: Chunk,
  subject: readonly Phrase[] | null,
  { participle, hasObject }: { participle: boolean; hasObject: boolean },
): Predicate {
  const start = firstToken(verb).start;
  const end = lastToken(verb).end;
  const state = { participle, object: null, adjuncts: 0, closed: false };
  const prefix = auxiliaryOf(verb, participle, hasObject);
  return { subject, prefix, start, end, verbStart: start, lemma: lemmaOf(verb), ...state };
}

/** The predicate after one more adjunct. */
export function withAdjunct(text: string, predicate: Predicate, preposition: Chunk): Predicate {
  const { prefix, start, end, object, adjuncts } = predicate;
  const passive = /^(is|are|was|were|has been|have been|had been|being)\b/.test(
    prefix + plainText(text, start, end),
  );
  const loose = /^(in|at|on|near|from|to|as|by|during|for|with|until|after|before)$/.test(
    firstToken(preposition).lower,
  );
  const bound = predicate.bound === true || (adjuncts === 0 && object === null && !passive && !loose);
  return { ...predicate, adjuncts: adjuncts + 1, bound };
}

/** The same verb (as text in `prefix`) with another object: "is" with an apposition, "won A in 1938 and B". */
export function withObject(predicate: Predicate, prefix: string, object: Group): Predicate {
  const { start } = firstToken(object);
  return { ...predicate, prefix: `${prefix} `, start, end: start, verbStart: start, object, adjuncts: 0 };
}

/** "X, the largest island in Y": what the predicate "X is" makes of the apposition. */
export function apposition(subject: readonly Phrase[], object: Group): Predicate {
  const { start } = firstToken(object);
  const state = { participle: true, object, adjuncts: 0, closed: false };
  return { subject, prefix: 'is ', start, end: start, verbStart: start, lemma: 'be', ...state };
}

/**
 * "worked" + "to reform": the predicate with one more verb, which stands alone after an adjunct ("moved to Paris to
 * study"); closed where that makes it too long. */
export function withVerb(text: string, predicate: Predicate, verb: Chunk): Predicate {
  if (!isShort(plainText(text, predicate.start, lastToken(verb).end))) return { ...predicate, closed: true };
  const verbStart = firstToken(verb).start;
  const ofPurpose = predicate.adjuncts > 0 && !isCopula(predicate) && !predicate.participle;
  const place = {
    end: lastToken(verb).end,
    verbStart,
    ...(ofPurpose ? { start: verbStart, prefix: '' } : {}),
  };
  return { ...predicate, ...place, lemma: lemmaOf(verb), object: null, adjuncts: 0 };
}

/** The relation to an object or complement. */
export function objectRelation(text: string, { prefix, start, end }: Predicate): string {
  return (prefix + plainText(text, start, end)).trim();
}

/** The relation up to and with the object. */
export function wholeRelation(text: string, predicate: Predicate): string {
  const { prefix, start, end, object } = predicate;
  return (prefix + plainText(text, start, object === null ? end : lastToken(object).end)).trim();
}

/** "a group" of "a non-violent, intellectual resistance group", "city" of "the capital and largest city of Mallorca". */
function kindOf({ members }: Group): string | null {
  const phrase = (members.at(-1) as Phrase).tokens;
  const end = phrase.findIndex(({ pos }) => pos === 'ADP');
  const { text: noun, pos } = phrase.at(end < 1 ? -1 : end - 1) as Token;
  if (pos !== 'NOUN' && pos !== 'PROPN') return null;
  const article = phrase[0]?.lower ?? '';
  if (article === 'the') return `the ${noun}`;
  return /^an?$/.test(article) ? `${articleFor(noun)} ${noun}` : noun;
}

/**
 * The relation to what a preposition governs, the fullest that is short enough; null where the phrase seems to
 * belong to the phrase before it instead.
 *
 * @param before the phrase before the preposition
 */
export function adjunctRelation(
  text: string,
  predicate: Predicate,
  { preposition, group, before }: { preposition: Chunk; group: Group; before: Group | null },
): string | null {
  const { prefix, start, end, verbStart, object, adjuncts } = predicate;
  const isDate = group.members[0]?.kind === 'date';
  const attached = before !== null && isAdjacent(text, before, preposition);
  const ofEvent = isDate && attached && lastToken(before).pos === 'NOUN';
  const word = plainText(text, firstToken(preposition).start, lastToken(preposition).end);
  const objectEnd = object === null ? end : lastToken(object).end;
  const upTo = (from: number, to: number): string => prefix + plainText(text, from, to);

  const literal = upTo(start, lastToken(preposition).end);
  const wholeBefore =
    before?.members[0]?.kind === 'date' || (before !== null && /^(PROPN|NUM)$/.test(lastToken(before).pos));
  const ofVerb = isDate || OF_CLAUSE.has(word.toLowerCase()) || wholeBefore;
  const ofNoun = ofEvent || (word === 'in' && before !== null && firstToken(before).pos === 'PRON');
  const skipsOthers = adjuncts > 0 && ofVerb && !ofNoun && !predicate.bound;
  if (!skipsOthers && isShort(literal)) return literal;
  if (adjuncts > 0 && (!ofVerb || ofNoun)) return null;
  const kind = object && kindOf(object);
  const shorter = [
    `${upTo(start, objectEnd)} ${word}`,
    upTo(verbStart, lastToken(preposition).end),
    `${upTo(verbStart, objectEnd)} ${word}`,
    isCopula(predicate)
      ? kind && `${upTo(verbStart, end).trim()} ${kind} ${word}`
      : `${upTo(verbStart, end)} ${word}`,
  ].filter((relation) => relation !== null);
  return shorter.find(isShort) ?? null;
}
