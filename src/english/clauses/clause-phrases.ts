/**
 * Phrases in their clause: a group as subject, object, apposition, adjunct or late member of a list, by what stands
 * before it.
 */

import type { Clause, ClauseFact } from './clause.ts';
import { shareOf } from './coordination.ts';
import { isBare, isIndefinite, isNameOf, isQuantity, isTitle, mayDescribe, nameIn } from './group-kinds.ts';
import type { Chunk } from './phrase-chunks.ts';
import { type Group, isKinship } from './phrases.ts';
import {
  adjunctRelation,
  apposition,
  firstToken,
  isAdjacent,
  isCopula,
  needsAdjunct,
  lastToken,
  objectRelation,
  plainText,
  withAdjunct,
  withObject,
} from './predicate.ts';
import {
  isGoverned,
  isListed,
  sharesLastPreposition,
  opensNextClause,
  startsClause,
} from './surroundings.ts';

const EXAMPLE_WORDS = new Set(['including', 'such', 'like']);
const PARTICLES = /^(over|out|off|up|down)$/;
/** "According to legend": says where a fact is from, not a fact. */
const SOURCES = new Set(['according']);

/** Takes in the group at `index` of the items. */
export function readGroup(clause: Clause, group: Group, index: number): void {
  const before = clause.items[index - 1];
  if (before?.kind === 'preposition') readPrepositional(clause, group, index);
  else if (before?.kind === 'break' && firstToken(before).text === ':') readNamed(clause, group, index);
  else if (firstToken(group).lower === 'whose') readOwned(clause, group);
  else if (startsClause(clause.items, index)) clause.setSubject(group);
  else if (clause.predicate === null) readBeforeVerb(clause, group, index);
  else if (before?.kind === 'verb') readObject(clause, group, index);
  else if (sharesLastPreposition(clause.items, index)) readObjectAgain(clause, group);
  else if (before?.kind === 'comma' && !isListed(clause.items, index) && group.members.length === 1)
    readApposition(clause, group, index);
  else if (before?.kind === 'comma' || before?.kind === 'and') readLateMember(clause, group);
}

function readBeforeVerb(clause: Clause, group: Group, index: number): void {
  const before = clause.items[index - 1]?.kind;
  if (clause.subject === null) clause.setSubject(group);
  else if (before === 'comma' && clause.last !== null) readApposition(clause, group, index);
  else if (before === 'and') readLateMember(clause, group);
  else clause.setSubject(group);
}

/** "Ann Berg, whose books ...": the clause is about what the phrase before owns. */
function readOwned(clause: Clause, group: Group): void {
  const owner = clause.last && clause.referentOf(clause.last)?.at(-1);
  clause.endPredicate();
  clause.antecedent = owner ? [{ kind: 'noun', tokens: group.tokens.slice(1), owner }] : [];
}

/** What the preposition before the group governs: an example, an object, an adjunct, or something of the subject's. */
function readPrepositional(clause: Clause, group: Group, index: number): void {
  const preposition = clause.items[index - 1] as Chunk;
  if (opensNextClause(clause.items, index)) clause.endPredicate();
  if (clause.items[index - 2]?.kind === 'comma' && clause.predicate?.outer)
    clause.predicate = clause.predicate.outer;
  const { predicate, subject } = clause;
  if (EXAMPLE_WORDS.has(firstToken(preposition).lower)) stateExamples(clause, preposition, group);
  else if (SOURCES.has(firstToken(preposition).lower)) return;
  else if (
    predicate !== null &&
    PARTICLES.test(firstToken(preposition).lower) &&
    predicate.end + 1 === firstToken(preposition).start
  ) {
    // "took over": the object stands behind the particle
    clause.predicate = { ...predicate, end: lastToken(preposition).end };
    readObject(clause, group, index);
  } else if (predicate !== null) stateAdjunct(clause, preposition, group);
  else {
    const attached = clause.last !== null && clause.items[index - 2] === clause.last;
    const [only] = subject ?? [];
    if (attached && only && subject?.length === 1) {
      clause.subject = [{ kind: 'noun', tokens: [...only.tokens, ...preposition.tokens, ...group.tokens] }];
    } else clause.front(preposition, group, attached);
  }
}

function readObject(clause: Clause, group: Group, index: number): void {
  const { predicate } = clause;
  if (predicate === null || predicate.closed) return;
  clause.predicate = { ...predicate, object: group };
  const empty = isCopula(predicate) ? isBare(group) : needsAdjunct(predicate);
  if (empty && isGoverned(clause.items, index)) return;
  clause.state(clause.predicate, objectRelation(clause.text, predicate), group);
}

/** ", the largest island in ...": what it says of the phrase before, or of the subject for kin ("the son of"). */
function readApposition(clause: Clause, group: Group, index: number): void {
  const { last, predicate } = clause;
  const [phrase] = group.members;
  if (
    !phrase ||
    !last ||
    isQuantity(last) ||
    phrase.kind !== 'noun' ||
    (phrase.tokens.length < 2 && !isNameOf(group, last)) ||
    group.members.length > 1
  )
    return;
  const kin = isKinship(phrase);
  const between = clause.text.slice(lastToken(last).end, firstToken(phrase).start);
  const described = last.members.slice(-1);
  const subject =
    kin && last !== predicate?.object ? clause.subject : isTitle(phrase) ? described.map(nameIn) : described;
  if (!mayDescribe(phrase, group, last) || /\p{L}/u.test(between) || subject === null) return;
  const said = apposition(subject, group);
  clause.state(said, 'is', group);
  const next = clause.items[index + 1]?.kind;
  if (predicate !== null && (next === 'preposition' || next === 'relative'))
    clause.predicate = predicate.participle ? said : { ...said, outer: predicate };
}

/**
 * A phrase after "and" that came too late to be grouped. It takes the place of the object where the last phrase
 * was of another kind ("won A in 1938 and B in 1939", "is a professor at X and a fellow at Y"), else of the last.
 */
function readLateMember(clause: Clause, group: Group): void {
  const { predicate } = clause;
  const afterDate = clause.last?.members[0]?.kind === 'date' && group.members[0]?.kind === 'noun';
  if (predicate?.object && (afterDate || isIndefinite(group))) readObjectAgain(clause, group);
  else restate(clause, group);
}

/** The last fact (of a kind) once more, with the group in the place of its tail. */
function restate(clause: Clause, group: Group, isOfKind = (_: ClauseFact): boolean => true): void {
  const stated = clause.facts.findLast(isOfKind);
  if (!stated) return;
  for (const tail of shareOf([stated.tail, ...group.members]).slice(1)) {
    const span = { start: stated.span.start, end: lastToken(tail).end };
    clause.facts.push({ ...stated, tail, span });
  }
}

/** Another object of the verb, after what hangs on the first. */
function readObjectAgain(clause: Clause, group: Group): void {
  const { predicate } = clause;
  if (predicate === null || predicate.object === null) return;
  if (predicate.closed) restate(clause, group, ({ relation }) => relation === 'include');
  else {
    const relation = objectRelation(clause.text, predicate);
    clause.predicate = withObject(predicate, relation, group);
    clause.state(clause.predicate, relation, group);
  }
}

/** "four characters: a nurse, a thief, and a patient": the phrase before takes in what follows, unless that is a clause. */
function readNamed(clause: Clause, group: Group, index: number): void {
  const whole = clause.last?.members.at(-1);
  const isList = group.members.length > 1 && clause.items[index + 1]?.kind !== 'verb';
  if (!isList || whole?.tokens.at(-1)?.pos !== 'NOUN') clause.setSubject(group);
  else clause.stateOf({ head: whole, relation: 'include', start: firstToken(whole).start }, group);
}

/** "sites, including the Gelati Monastery": the phrase before takes in what follows. */
function stateExamples(clause: Clause, preposition: Chunk, group: Group): void {
  const isPlural = ({ tokens }: Group): boolean =>
    tokens.some(({ pos, lower }) => pos === 'NOUN' && /s$/.test(lower));
  const plural = clause.seen.slice(-2).findLast(isPlural);
  const isLike = firstToken(preposition).lower === 'like';
  const whole = (plural ?? (isLike ? null : clause.last))?.members.at(-1);
  if (!whole || whole.kind === 'date') return;
  if (clause.predicate !== null) clause.predicate = { ...clause.predicate, closed: true };
  clause.stateOf({ head: whole, relation: 'include', start: firstToken(whole).start }, group);
}

/** The preposition ends the relation; what is too long for that is said of the phrase before. */
function stateAdjunct(clause: Clause, preposition: Chunk, group: Group): void {
  const { predicate, last: before } = clause;
  if (predicate === null) return;
  const ofClause = predicate.closed
    ? null
    : adjunctRelation(clause.text, predicate, { preposition, group, before });
  clause.predicate = withAdjunct(clause.text, predicate, preposition);
  if (ofClause !== null) {
    clause.state(clause.predicate, ofClause, group);
    return;
  }
  const head = before?.members.at(-1);
  if (
    (predicate.adjuncts === 0 && !predicate.closed) ||
    !before ||
    head?.kind !== 'noun' ||
    lastToken(before).pos === 'NUM' ||
    !isAdjacent(clause.text, before, preposition)
  )
    return;
  const { start } = firstToken(preposition);
  const relation = plainText(clause.text, start, lastToken(preposition).end);
  clause.stateOf({ head, relation, start }, group);
}
