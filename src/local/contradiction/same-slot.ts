/**
 * Whether two values stand in one slot of what two clauses tell: the same predicate of the same participants, or in one noun's
 * phrase. Clauses that differ in another value of what they tell, too, tell of two events: "won the prize in physics in 1903",
 * "won the prize in chemistry in 1911".
 */
import { dimensionOf, measuredKey } from '../../english/frames/dimensions.ts';
import { type Frame, isCopula, isInPart, type Part, partsOf } from '../../english/frames/frame.ts';
import {
  areApart,
  areOneSort,
  headOf,
  isNaming,
  keysOf,
  participantsOf,
  shareWords,
} from '../../english/frames/participants.ts';
import { areToldApart } from '../../english/frames/tell-apart.ts';
import { hasAlternatives } from '../../english/lexicon/alternatives.ts';
import { isNounOf } from '../../english/lexicon/noun-trees.ts';
import { type PredicateRelation, predicateRelation } from '../../english/frames/predicates.ts';
import { isPlace, overlaps } from '../../english/lexicon/places.ts';
import { foldedName } from '../../english/sentence-words.ts';
import type { Token } from '../../english/tokens.ts';
import { isOfMeasure, isOfPlace, tellsWhich } from '../../english/lexicon/prepositions.ts';
import { happensOnce, isLight, isRepeated, type VerbSort } from '../../english/lexicon/verbs.ts';
import { isOccasion } from '../../english/values/mentions.ts';
import { isWordKind, type ValueKind } from '../../passage.ts';
import type { ClausePlace } from './clause-place.ts';
import { type Value, valueRelation } from './stated-values.ts';

const SORTS: Partial<Record<ValueKind, readonly VerbSort[]>> = {
  place: ['place', 'event'],
  name: ['place'],
  quantity: ['count'],
  sort: ['material'],
  year: ['event'],
  date: ['event'],
};

/** Of "the American colonies" these tell which are meant, whoever acts in them. */
const NAMING: ReadonlySet<ValueKind> = new Set(['name', 'place', 'people', 'date', 'ordinal']);

const NAMES: ReadonlySet<ValueKind> = new Set(['name', 'place', 'people']);

/** These are told by the words that else tell two of a sort apart. */
const RANKS: ReadonlySet<ValueKind> = new Set(['ordinal', 'century']);

/** What stands behind no preposition, as in "is the start of the Camel Trail", tells of no place. */
function sortsOf(
  { mention: { kind, measure } }: Value,
  ...places: readonly ClausePlace[]
): readonly VerbSort[] {
  if (measure !== null) return ['size'];
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
  const isOfOneNoun = sharesNoun(value, one, other, its);
  const predicate = isOfOneNoun
    ? 'same'
    : (roleRelation(one, its) ??
      toldOfNoun(one, its, predicateRelation(one.frame, its.frame, sortsOf(value, one, its))));
  if (predicate === 'different' || areOfTwo(value, one, other, its)) return 'different';
  if (isOneOfMany(value, one, other, its)) return 'different';
  if (!isOfOneNoun && areOtherParticipants(one, its)) return 'different';
  const isAttribute = isOfOneNoun && NAMING.has(value.mention.kind);
  const isMeasured = value.mention.measure !== null;
  if (!isAttribute && (isOfOneNoun ? areOthersBeside(one, its) : areOthers(one, its, isMeasured)))
    return 'different';
  // "situated on the river", "situated at the foot of a hill"
  const isPlacedElsewhere =
    NAMING.has(value.mention.kind) && !isOfOneNoun && !areOfOneWord(one.part, its.part);
  return isPlacedElsewhere ? 'unknown' : predicate;
}

/** "Sweden, Finland and Austria became members": whoever else is one is not named instead of them. */
function isOneOfMany(value: Value, one: ClausePlace, other: Value, its: ClausePlace): boolean {
  if (!NAMING.has(value.mention.kind) || !isCopula(its.frame) || its.part.role !== 'subject') return false;
  const inPart = (own: Value, { part }: ClausePlace) =>
    own.beside().filter((rival) => rival.mention.kind === own.mention.kind && rival.place()?.part === part)
      .length;
  return inPart(other, its) > 1 && inPart(value, one) === 1;
}

/** Of two clauses on what somebody was: "was a member of the council from 1942", "was chairman of the board in 1948"; null for others. */
function roleRelation(one: ClausePlace, its: ClausePlace): PredicateRelation | null {
  const [own, others] = [roleBeside(one), roleBeside(its)];
  if (own === null || others === null) return null;
  const isOne = areOneSort([own.head], [others.head]) || keysOf([own.head])[0] === keysOf([others.head])[0];
  const areOfNames = own.names.length > 0 && others.names.length > 0;
  if (!isOne || (areOfNames && !shareWords(own.names, others.names))) return 'different';
  return areOfNames || own.names.length === others.names.length ? 'same' : 'unknown';
}

/** The role that a clause says somebody has, and the names behind it; null where the value is told of its noun, or there is none. */
function roleBeside({ frame, part, start, end }: ClausePlace): { head: Token; names: Token[] } | null {
  if (!isCopula(frame)) return null;
  for (const side of [frame.object, frame.subject]) {
    const head = side === null ? null : roleIn(side);
    if (side === null || head === null || (side === frame.subject && isNaming(side.tokens))) continue;
    const isBefore = side === part && start <= head.start;
    const names = side.tokens.filter(
      (token) =>
        token.pos === 'PROPN' && token.start > head.start && !(token.start < end && token.end > start),
    );
    return isBefore ? null : { head, names };
  }
  return null;
}

/** The noun of a phrase that tells what somebody is: "member" of "a member of the council"; null where it tells something else. */
function roleIn({ tokens }: Part): Token | null {
  const head = headOf(tokens);
  return head !== undefined && isNounOf('role', head.lower) ? head : null;
}

function areOfTwo(value: Value, one: ClausePlace, other: Value, its: ClausePlace): boolean {
  if (isOccasion(value.mention)) return true;
  if (!RANKS.has(value.mention.kind) && areToldApart(one.frame, its.frame)) return true;
  if (differElsewhere(value, one, other, its)) return true;
  if (DATED.has(value.mention.kind) && happenElsewhere(one, its)) return true;
  return value.mention.measure !== null && areMeasuredOtherwise(value, one, other, its);
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

/** A pronoun that no phrase before it stands for: it is what the text is about. */
const isPointing = ({ tokens }: Part): boolean =>
  tokens.length === 1 && tokens[0]?.pos === 'PRON' && keysOf(tokens).length === 0;

/** Of the films that somebody appeared in, and the clubs that somebody is a member of, each text may name others. */
export function isOpen({ mention, place }: Value): boolean {
  const at = place();
  if (at === null) return false;
  const { frame, part, start } = at;
  if (!NAMES.has(mention.kind) || part.role === 'subject') return false;
  const role = part === frame.object && mention.kind !== 'people' ? roleIn(part) : null;
  return isRepeated(frame.verb) || (role !== null && role.start < start);
}

/** Whether both clauses name one participant beside the values, so that they need no other word in common. */
export function areOfOne(value: Value, other: Value): boolean {
  const [one, its] = [value.place(), other.place()];
  if (one === null || its === null) return false;
  if (isOpen(value)) return false;
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
  return !isOther && areOfOne(value, other);
}

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

const areOfOneWord = (one: Part, its: Part): boolean =>
  one.role !== 'adjunct' ||
  its.role !== 'adjunct' ||
  one.word === its.word ||
  [one.word, its.word].every(isOfPlace);

/** "six legs" and "eight legs", "port 8080" and "port 443": one noun right beside both, but no unit of measure. */
function sharesNoun(value: Value, one: ClausePlace, other: Value, its: ClausePlace): boolean {
  const others = nounsBeside(other, its);
  return nounsBeside(value, one).some((noun) => others.includes(noun));
}

function nounsBeside({ mention }: Value, { part: { tokens }, start: from, end: to }: ClausePlace): string[] {
  const before = tokens.filter(({ end }) => end <= from);
  const behind = tokens.filter(({ start }) => start >= to);
  const isUnit = ({ lower }: Token) => mention.measure?.text.toLowerCase().includes(lower) === true;
  const first = before.findLastIndex((token) => token.pos !== 'NOUN' || isUnit(token)) + 1;
  const last = behind.findIndex((token) => !/^(?:NOUN|PROPN|ADJ|NUM)$/.test(token.pos) && !isUnit(token));
  const beside = [...before.slice(first), ...behind.slice(0, last < 0 ? behind.length : last)];
  return keysOf(beside.filter((token) => token.pos === 'NOUN' && !isUnit(token)));
}

/** "the wife of Zeus": the noun that the value tells of, with its preposition; empty where there is none. */
function nounBefore({ part: { tokens }, start: from }: ClausePlace): string {
  const before = tokens.filter(({ end }) => end <= from);
  const at = before.findLastIndex(({ pos }) => pos === 'ADP');
  const noun = before[at - 1];
  const isRight = before.slice(at + 1).every(({ pos }) => /^(?:DET|ADJ|NOUN|PROPN|NUM)$/.test(pos));
  return noun?.pos === 'NOUN' && isRight ? `${keysOf([noun])} ${before[at]?.lower}` : '';
}

/** Clauses that may tell the same do so of one noun. */
const toldOfNoun = (one: ClausePlace, its: ClausePlace, relation: PredicateRelation): PredicateRelation =>
  relation === 'unknown' && nounBefore(one) !== '' && nounBefore(one) === nounBefore(its) ? 'same' : relation;

/** Of what one noun counts or names only who it is told of counts. */
const areOthersBeside = (one: ClausePlace, its: ClausePlace): boolean => {
  const [own, others] = [one.frame.subject, its.frame.subject];
  const isTold = own !== null && others !== null && own !== one.part && others !== its.part;
  return isTold && isToldAlike(one.frame, its.frame) && areApart(own.tokens, others.tokens);
};

/** Who does something and to whom something is done are not held against each other; "is reported with code 404", "has code 500". */
const isToldAlike = (one: Frame, its: Frame): boolean =>
  one.passive === its.passive || isLight(one.passive ? its.verb : one.verb);

/** Whether the participants differ beside the values: the other who or the other what. */
function areOthers(one: ClausePlace, its: ClausePlace, isMeasured: boolean): boolean {
  if (isCopula(one.frame) && isCopula(its.frame)) return isMeasured && areOthersBeside(one, its);
  const [own, others] = [participantsOf(one.frame), participantsOf(its.frame)];
  const apart = (left: Part | null, right: Part | null): boolean =>
    left !== null &&
    right !== null &&
    left !== one.part &&
    right !== its.part &&
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

const DATED: ReadonlySet<ValueKind> = new Set(['year', 'date', 'decade', 'century']);

/** "opened a shop in Porto in 1988", "opened a shop in Vigo in 1975": two names that stand where each happened. */
function happenElsewhere(
  { frame: one, part }: ClausePlace,
  { frame: its, part: other }: ClausePlace,
): boolean {
  // of two places of what happens once one is wrong, too
  if (isCopula(one) || happensOnce(one.verb) || happensOnce(its.verb)) return false;
  const namesIn = ({ adjuncts }: Frame, own: Part) =>
    adjuncts.flatMap((adjunct) => {
      const name = foldedName(
        adjunct.tokens.flatMap(({ pos, text }) => (pos === 'PROPN' ? [text] : [])).join(' '),
      );
      return adjunct === own || !tellsWhich(adjunct.word) || name === '' ? [] : [{ adjunct, name }];
    });
  const others = namesIn(its, other);
  return namesIn(one, part).some(({ adjunct, name: here }) => {
    const match = others.find((candidate) => areOfOneWord(adjunct, candidate.adjunct));
    if (match === undefined || here.split(' ').some((word) => match.name.split(' ').includes(word)))
      return false;
    return !(isPlace(here) && isPlace(match.name) && overlaps(here, match.name, 4));
  });
}

const isMain = ({ role }: Part): boolean => role === 'object' || role === 'subject';

/** Of two words of opposite meaning, whether their clauses differ in another value, too: a soft-boiled egg takes 6 minutes, a hard one 11. */
export function areOfTwoThings(value: Value, other: Value): boolean {
  const [one, its] = [value.place(), other.place()];
  return one !== null && its !== null && differElsewhere(value, one, other, its);
}

/** Whether another value of what one clause tells has its rival in the other; places and times beside each other may both be wrong. */
function differElsewhere(value: Value, one: ClausePlace, other: Value, its: ClausePlace): boolean {
  const beside = (own: Value, { frame }: ClausePlace) =>
    own.beside().flatMap((rival) => {
      const place = rival === own || isWordKind(rival.mention.kind) ? null : rival.place();
      const part = place === null ? undefined : partsOf(frame).find((one) => isInPart(one, place.start));
      return part === undefined ? [] : [{ rival, part }];
    });
  const others = beside(other, its);
  const isOfHolder = DATED.has(value.mention.kind) && isCopula(one.frame) && isCopula(its.frame);
  return beside(value, one).some(({ rival, part }) => {
    if (!isMain(part) && !isMain(one.part)) return false;
    const alike = others.filter((match) => match.rival.family === rival.family);
    if (alike.some((match) => isNamedIn(rival, part, match.part))) return false;
    // names are many: only those of one phrase stand in the place of each other, and those who are one thing in turn
    const rivals = alike.filter(
      (match) =>
        !NAMING.has(rival.mention.kind) ||
        (isOfHolder && isMain(part) && isMain(match.part)) ||
        shareWords(part.tokens, match.part.tokens),
    );
    return rivals.length > 0 && rivals.every((match) => valueRelation(rival, match.rival) === 'different');
  });
}

/** "Bill Gates and Paul Allen", "Gates and Allen": whether the other phrase has a word of the name. */
const isNamedIn = (rival: Value, part: Part, other: Part): boolean =>
  rival.mention.kind === 'name' &&
  part.tokens.some(
    ({ lower }) =>
      rival.mention.key.split(' ').includes(lower) && other.tokens.some((token) => token.lower === lower),
  );

/** "381 metres to the roof", "443 metres with the antenna": both say how it was measured, and not in a word the same. */
function areMeasuredOtherwise(value: Value, one: ClausePlace, other: Value, its: ClausePlace): boolean {
  const [along, across] = [dimensionOf(one.frame, one.part), dimensionOf(its.frame, its.part)];
  if (along !== '' && across !== '' && along !== across) return true;
  const [left, right] = [measuredBy(value, one), measuredBy(other, its)];
  return left.length > 0 && right.length > 0 && !left.some((key) => right.includes(key));
}

function measuredBy({ mention }: Value, { frame, part, start: from, end: to }: ClausePlace): string[] {
  const parts = [...frame.adjuncts, ...frame.asides].filter((one) => one !== part && isOfMeasure(one.word));
  const unit = mention.measure?.text.toLowerCase() ?? '';
  const inside = part.tokens.filter(
    ({ start, end, lower, pos }) => pos === 'NOUN' && !(start < to && end > from) && !unit.includes(lower),
  );
  const sides = (tokens: readonly Token[]) => keysOf(tokens).map(measuredKey);
  return [...parts.flatMap(({ tokens }) => sides(tokens)), ...(part.role === 'subject' ? [] : sides(inside))];
}
