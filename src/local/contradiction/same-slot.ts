/**
 * Whether two values stand in one slot of what two clauses tell: the same predicate of the same participants, or in one noun's
 * phrase, and of one event.
 */
import { type Frame, isCopula, type Part } from '../../english/frames/frame.ts';
import {
  areApart,
  isNaming,
  isSpeaker,
  keysOf,
  participantsOf,
  shareWords,
} from '../../english/frames/participants.ts';
import {
  areOnTwoTopics,
  type PredicateRelation,
  predicateRelation,
} from '../../english/frames/predicates.ts';
import { hasAlternatives } from '../../english/lexicon/alternatives.ts';
import { isOfPlace } from '../../english/lexicon/prepositions.ts';
import { isLight, isRepeated, type VerbSort } from '../../english/lexicon/verbs.ts';
import type { ValueKind } from '../../passage.ts';
import { NAMES } from './compare-values.ts';
import { areBehindOneWord, sharesNoun, toldOfNoun } from './nouns-beside.ts';
import { roleIn, roleRelation } from './stated-roles.ts';
import type { ClausePlace, Value } from './stated-value.ts';
import { areOfOneWord, areOfTwoEvents, DATED, NAMING } from './two-events.ts';

const SORTS: Partial<Record<ValueKind, readonly VerbSort[]>> = {
  place: ['place', 'event'],
  name: ['place'],
  quantity: ['count'],
  sort: ['material'],
  year: ['event'],
  date: ['event'],
};

/** What stands behind no preposition, as in "is the start of the Camel Trail", tells of no place. */
function sortsOf(
  { mention: { kind, measure } }: Value,
  ...places: readonly ClausePlace[]
): readonly VerbSort[] {
  // "you have 22 minutes", "the journey lasts 3 hours"
  if (measure !== null) return places.some(({ frame: { subject } }) => isOfSpeech(subject)) ? [] : ['size'];
  // "was a member in 1921", "played football in 1934" say more than that something happened; "see it at the museum" where it is
  const isMore = ({ frame, part }: ClausePlace) =>
    frame.object !== null && frame.object !== part && (isCopula(frame) || DATED.has(kind));
  if (places.some(isMore)) return [];
  const isPlaced = places.every(({ part }) => part.role === 'adjunct');
  return (SORTS[kind] ?? []).filter((sort) => sort !== 'place' || isPlaced);
}

export function slotRelation(value: Value, other: Value): PredicateRelation {
  const [one, its] = [value.place(), other.place()];
  if (one === null || its === null) return 'unknown';
  // "on the album Amber", "released the album Onyx": of names one noun tells no more than what they are, nor does it of what is beside
  // an act: "trailing by two goals", "won by three goals"
  const isBeside = [one, its].every(({ part }) => part.role === 'adjunct');
  const isOfOneNoun =
    sharesNoun(value, one, other, its) &&
    !(
      (isBeside || NAMES.has(value.mention.kind)) &&
      predicateRelation(one.frame, its.frame, []) === 'different'
    ) &&
    !areOnTwoTopics(one.frame, its.frame);
  const predicate = isOfOneNoun
    ? 'same'
    : (roleRelation(one, its) ??
      toldOfNoun(one, its, predicateRelation(one.frame, its.frame, sortsOf(value, one, its))));
  if (predicate === 'different' || areOfTwoEvents(value, one, other, its)) return 'different';
  const isDate = DATED.has(value.mention.kind);
  if (!isOfOneNoun && !isDate && areOtherParticipants(one, its)) return 'different';
  const isAttribute = isOfOneNoun && NAMING.has(value.mention.kind);
  const isMeasured = value.mention.measure !== null;
  if (!isAttribute && (isOfOneNoun ? areOthersBeside(one, its) : areOthers(one, its, { isMeasured, isDate })))
    return 'different';
  // "situated on the river", "situated at the foot of a hill"
  const isPlacedElsewhere =
    NAMING.has(value.mention.kind) &&
    !isOfOneNoun &&
    (!areOfOneWord(one.part, its.part) || (value.mention.kind === 'name' && areInTwoRoles(one, its))) &&
    !areBehindOneWord(one, its);
  return isPlacedElsewhere ? 'different' : predicate;
}

/**
 * Whether what a value is told of has a name of which a text says nothing: "the pyramid of Pei was opened in 1989" is no matter of
 * a text that tells when the palace was opened. Who does something to what the text knows may be somebody else.
 *
 * @param isKnown whether the text has a word, by its key
 */
export function isOfStranger(value: Value, isKnown: (key: string) => boolean): boolean {
  const place = value.place();
  if (place === null) return false;
  const { subject, object } = place.frame;
  if (subject === null || subject === place.part || !isNaming(subject.tokens)) return false;
  // a name that a pronoun of the clause stands for may be another one
  const begin = place.start - (value.start - value.sentence.start);
  if ((subject.tokens[0]?.start ?? 0) < begin) return false;
  const others = object === null || object === place.part ? [] : keysOf(object.tokens);
  return ![...keysOf(subject.tokens), ...others].some(isKnown);
}

/** Who speaks or is spoken to: nothing that is as large as something else. */
const isOfSpeech = (subject: Part | null): boolean => subject !== null && isSpeaker(subject.tokens);

/** A pronoun that no phrase before it stands for: it is what the text is about. */
const isPointing = ({ tokens }: Part): boolean =>
  tokens.length === 1 && tokens[0]?.pos === 'PRON' && keysOf(tokens).length === 0;

/** Of the films that somebody appeared in, and the clubs that somebody is a member of, each text may name others. */
export function isOpen(value: Value): boolean {
  const { mention } = value;
  const at = value.place();
  if (at === null) return false;
  const { frame, part, start } = at;
  if (!NAMES.has(mention.kind) || part.role === 'subject') return false;
  const role = part === frame.object && mention.kind !== 'people' ? roleIn(part) : null;
  return isRepeated(frame.verb) || (role !== null && role.start < start);
}

/** Whether both clauses name one participant beside the values, so that they need no other word in common. */
export function shareParticipant(value: Value, other: Value): boolean {
  const [one, its] = [value.place(), other.place()];
  if (one === null || its === null) return false;
  const [own, others] = [one, its].map(({ frame, part }) => {
    const { agent, patient } = participantsOf(frame);
    return [agent, patient].map((each) => (each === part ? null : each));
  }) as [(Part | null)[], (Part | null)[]];
  const isShared = (left: Part | null | undefined, right: Part | null | undefined): boolean =>
    left != null &&
    right != null &&
    (shareWords(left.tokens, right.tokens) || [left, right].some(isPointing));
  // "it is kept at the Louvre", "it is in the British Museum"
  const isBe = [one, its].some(({ frame }) => isCopula(frame));
  return own.some(
    (part, side) => isShared(part, others[side]) || (isBe && others.some((each) => isShared(part, each))),
  );
}

/**
 * Whether both values are what one thing is said to be, of which only one can be so: "is purple", "it is green"; "is smaller than
 * Norway", "is the larger of the two".
 */
export function isSaidAlike(value: Value, other: Value): boolean {
  const { kind, key } = value.mention;
  if (kind !== 'opposite' && !(kind === 'sort' && hasAlternatives(key))) return false;
  const [one, its] = [value.place(), other.place()];
  if (one?.part.role !== 'object' || its?.part.role !== 'object') return false;
  const [own, others] = [one.frame, its.frame];
  const isSaid = isCopula(own) && isCopula(others) && own.denied === others.denied;
  if (!isSaid || own.joint !== '' || others.joint !== '') return false;
  const isOther = own.adjuncts.some((part) =>
    others.adjuncts.some(({ word, tokens }) => word === part.word && !shareWords(tokens, part.tokens)),
  );
  return !isOther && shareParticipant(value, other);
}

/** "designed the bombe", "designed it with Welchman": to whom something is done, and what a preposition names. */
const areInTwoRoles = (one: ClausePlace, its: ClausePlace): boolean =>
  ![one, its].some(({ frame }) => isCopula(frame)) &&
  [one, its].some(({ part }) => part.role === 'object') &&
  [one, its].some(({ part }) => part.role === 'adjunct');

/** "The Berlin Wall was built", "built by East Germany": what is built in the one, who builds in the other. */
function areOtherParticipants(one: ClausePlace, its: ClausePlace): boolean {
  const [own, others] = [one, its].map(participantAt);
  if (own !== undefined && others !== undefined) return own !== others;
  // "visited him in Arles", "Theo visited him"
  const isWhere = ({ part }: ClausePlace) => part.role === 'adjunct' && isOfPlace(part.word);
  return (own !== undefined && isWhere(its)) || (others !== undefined && isWhere(one));
}

/** Undefined of an adjunct, and of a clause with "be", whose sides may change places. */
function participantAt({ frame, part }: ClausePlace): 'agent' | 'patient' | undefined {
  if (isCopula(frame)) return undefined;
  const { agent, patient } = participantsOf(frame);
  if (part === agent) return 'agent';
  return part === patient ? 'patient' : undefined;
}

/** Of what one noun counts or names only who it is told of counts. */
const areOthersBeside = (one: ClausePlace, its: ClausePlace): boolean => {
  const [own, others] = [one.frame.subject, its.frame.subject];
  const isTold = own !== null && others !== null && own !== one.part && others !== its.part;
  return isTold && isToldAlike(one.frame, its.frame) && areApart(own.tokens, others.tokens);
};

/** Who does something and to whom something is done are not held against each other; "is reported with code 404", "has code 500". */
const isToldAlike = (one: Frame, its: Frame): boolean =>
  one.passive === its.passive || isLight(one.passive ? its.verb : one.verb);

/** Whether the participants differ beside the values: the other who or the other what. "The 1945 prize" is one beside its date. */
function areOthers(
  one: ClausePlace,
  its: ClausePlace,
  { isMeasured, isDate }: { isMeasured: boolean; isDate: boolean },
): boolean {
  if (isCopula(one.frame) && isCopula(its.frame)) return isMeasured && areOthersBeside(one, its);
  const [own, others] = [participantsOf(one.frame), participantsOf(its.frame)];
  const isBeside = (part: Part, place: ClausePlace) =>
    part !== place.part || (isDate && !isCopula(place.frame) && part.tokens.at(-1)?.end !== place.end);
  const apart = (left: Part | null, right: Part | null): boolean =>
    left !== null &&
    right !== null &&
    isBeside(left, one) &&
    isBeside(right, its) &&
    areApart(left.tokens, right.tokens);
  const isWhole = (frame: Frame) => frame.passive || frame.object !== null;
  if (isWhole(one.frame) === isWhole(its.frame))
    return apart(own.agent, others.agent) || apart(own.patient, others.patient);
  // "Amazon began in 1994", "Bezos founded Amazon in 1994"
  const [bare, whole] = isWhole(one.frame) ? [others, own] : [own, others];
  const sides = [whole.agent, whole.patient].filter((part) => part !== null);
  return (
    bare.agent !== null &&
    sides.length > 0 &&
    sides.every((part) => bare.agent !== null && areApart(bare.agent.tokens, part.tokens))
  );
}
