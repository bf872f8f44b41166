/** Whether one clause denies what another says: the same predicate, of the same, in the same place and time. */
import { baseForms } from '../lexicon/base-forms.ts';
import { areInTurn, areOpposites } from '../lexicon/opposites.ts';
import { isUntil } from '../lexicon/prepositions.ts';
import { isSameVerb } from '../lexicon/verbs.ts';
import type { Frame, Part } from './frame.ts';
import { areApart, keysOf, participantsOf, shareWords } from './participants.ts';

/** Share of the words of what is said that the other clause must have. */
const LEAST_SHARED = 0.5;

export function areDenials(one: Frame, other: Frame): boolean {
  const turn = turnOf(one, other);
  if (turn === null || (one.denied !== other.denied) === turn) return false;
  if (areOthers(one, other) || [one, other].some(isDelayed)) return false;
  if (turn && (areInTurn(one.verb, other.verb) || !isOfOne(one, other))) return false;
  const [denied, said] = one.denied ? [one, other] : [other, one];
  if (isOnlyBounded(denied, said)) return false;
  return (
    mentionsMost(contentOf(denied), said) && adjunctsOf(denied, said) && mentionsMost(contentOf(said), denied)
  );
}

const CONDITIONS = /^(?:if|unless|when|whenever|where|once)$/;
const RELATIVES = /^(?:who|that|which)$/;

/**
 * Whether the clause of a sentence at `index` holds of some only, or under a condition: "a player is offside if ...", "a player who is
 * level is not offside".
 *
 * @param text what the clauses were read of
 */
export const isLimitedTo = (clauses: readonly Frame[], index: number, text: string): boolean =>
  clauses.some(
    (other, at) =>
      (CONDITIONS.test(other.joint) && other.after === index) ||
      (at < index && other.subject === clauses[index]?.subject && tellsWhich(other, text)),
  );

/** Whether it tells of what may not be so: a condition, which of several is meant, a promise: "days not taken", "said that it would come". */
export function isNoStatement(clauses: readonly Frame[], index: number, text: string): boolean {
  const own = clauses[index] as Frame;
  if (/^(?:if|unless|whenever)$/.test(own.joint) || (own.joint === 'that' && own.modal === 'would'))
    return true;
  if (!tellsWhich(own, text) && !text.startsWith('not ', own.start)) return false;
  return clauses.some(({ subject }, at) => at > index && subject === own.subject);
}

/** "a player who is level", but not "Curie, who was born in Warsaw". */
const tellsWhich = ({ joint, subject, start }: Frame, text: string): boolean =>
  RELATIVES.test(joint) && subject !== null && !text.slice(subject.tokens.at(-1)?.end, start).includes(',');

/** Whether the predicates are opposites; null where they are others. It depends on their words alone. */
export function turnOf(one: Frame, other: Frame): boolean | null {
  if (one.verb === 'be' && other.verb === 'be') return areComplementsOpposite(one, other);
  if (one.verb === 'be' || other.verb === 'be' || one.aspect !== other.aspect) return null;
  if (isSameVerb(one.verb, other.verb)) return false;
  return areOpposites(one.verb, other.verb) && one.passive === other.passive ? true : null;
}

/** "is safe", "is dangerous"; of complements that share a word the predicate is one. */
function areComplementsOpposite(one: Frame, other: Frame): boolean | null {
  const [own, its] = [adjectivesOf(one), adjectivesOf(other)];
  if (own.some((word) => its.includes(word))) return false;
  return own.some((word) =>
    its.some((match) => !baseForms(word).includes(match) && areOpposites(word, match)),
  );
}

/** Those that the subject is said to be. */
export const adjectivesOf = ({ verb, object }: Frame): string[] =>
  verb === 'be' && object !== null
    ? object.tokens.filter(({ pos }) => pos === 'ADJ').map(({ lower }) => lower)
    : [];

const contentOf = ({ object }: Frame): string[] => keysOf(object?.tokens ?? []);

/** Whether a clause has at least half of the words. */
function mentionsMost(words: readonly string[], { object, adjuncts, subject, passive }: Frame): boolean {
  if (words.length === 0) return true;
  const there = new Set(
    [object, ...adjuncts, passive ? subject : null].flatMap((part) => keysOf(part?.tokens ?? [])),
  );
  return words.filter((word) => there.has(word)).length >= LEAST_SHARED * words.length;
}

/** Whether all that the denial names beside is named by the other: "did not win in 1990" says nothing of 1991. */
function adjunctsOf(denied: Frame, said: Frame): boolean {
  const there = new Set(
    [said.object, said.subject, ...said.adjuncts, ...said.asides].flatMap((part) =>
      keysOf(part?.tokens ?? []),
    ),
  );
  return denied.adjuncts.every(({ tokens }) => {
    const words = keysOf(tokens);
    return words.length === 0 || words.some((word) => there.has(word));
  });
}

/** "do not store above 30 °C", "not for more than a week": what is denied is no more than what lies beyond, unless the other says that. */
function isOnlyBounded(denied: Frame, said: Frame): boolean {
  const bounds = boundsOf(denied);
  if (bounds.length === 0) return false;
  const others = boundsOf(said);
  return !bounds.some((bound) => others.includes(bound));
}

const BOUNDING = /^(?:above|below|over|under|beyond|before|after|past|without)$/;

/** Its prepositions and comparatives that bound what it tells. */
const boundsOf = ({ object, adjuncts }: Frame): string[] => [
  ...adjuncts.flatMap(({ word }) => (BOUNDING.test(word) ? [word] : [])),
  ...[object, ...adjuncts].flatMap((part) => {
    const words = part?.tokens.map(({ lower }) => lower) ?? [];
    const than = words.indexOf('than');
    return than > 0 ? [words[than - 1] as string] : [];
  }),
];

/** "was not evacuated until noon": it was, then; but not "did not serve from 1921 until 1934". */
const isDelayed = ({ denied, adjuncts }: Frame): boolean =>
  denied && adjuncts.some(({ word }) => isUntil(word)) && !adjuncts.some(({ word }) => word === 'from');

/** Whether both are told of one subject for sure: one thing may rise while another falls. */
function isOfOne({ subject: one }: Frame, { subject: other }: Frame): boolean {
  if (one === null || other === null) return true;
  return (
    [one, other].some(({ tokens }) => keysOf(tokens).length === 0) || shareWords(one.tokens, other.tokens)
  );
}

function areOthers(one: Frame, other: Frame): boolean {
  const [own, its] = [participantsOf(one), participantsOf(other)];
  const apart = (left: Part | null, right: Part | null) =>
    left !== null && right !== null && areApart(left.tokens, right.tokens);
  if (one.passive === other.passive) return apart(one.subject, other.subject);
  return apart(own.agent, its.agent) || apart(own.patient, its.patient);
}
