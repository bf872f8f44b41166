/** Verbs in their clause: what a verb group goes on with or begins, and what a relative pronoun stands for. */

import type { Clause } from './clause.ts';
import type { Chunk } from './phrase-chunks.ts';
import { isNominative, isParticiple, READER } from './phrases.ts';
import { firstToken, isCopula, lastToken, withVerb } from './predicate.ts';
import { isAfterCondition, isImperative, isReduced } from './surroundings.ts';

/** Participles that tell what the subject does, whatever stands before them. */
const MEANS = new Set('using making becoming leading resulting causing allowing earning winning'.split(' '));
const CLAUSE_PREPOSITIONS = new Set(['before', 'after', 'while', 'since', 'upon', 'until']);

/** ", called Kibo": says how the phrase before is called. */
const isNaming = ({ tokens }: Chunk): boolean =>
  tokens.length === 1 && /^(called|named|nicknamed|titled)$/.test(tokens[0]?.lower ?? '');

/** Takes in the verb group at `index` of the items. */
export function readVerb(clause: Clause, verb: Chunk, index: number): void {
  const mayCommand = clause.subject === null || isAfterCondition(clause.items, index);
  if (mayCommand && isImperative(clause.items, index)) clause.setSubject(READER);
  const { predicate } = clause;
  const before = clause.items[index - 1];
  const gerund = before?.kind === 'preposition' && !CLAUSE_PREPOSITIONS.has(lastToken(before).lower);
  const infinitive = firstToken(verb).lower === 'to';
  const whose = before?.kind === 'group' && firstToken(before).lower === 'whose';
  if (before?.kind === 'relative' || whose) clause.begin(verb, clause.antecedent, { index });
  else if (predicate !== null && (gerund || infinitive))
    clause.predicate = withVerb(clause.text, predicate, verb);
  else if (
    before?.kind === 'group' &&
    !isNominative(before) &&
    isReduced(verb, before, { after: clause.items[index + 1], isInside: predicate !== null })
  ) {
    const means = MEANS.has(firstToken(verb).lower);
    clause.begin(verb, means ? clause.subject : clause.referentOf(before), { index, participle: true });
  } else if (before?.kind === 'comma' && clause.last && isNaming(verb)) {
    clause.begin(verb, clause.referentOf(clause.last), { index, participle: true });
  } else if (
    gerund ||
    (isParticiple(verb, clause.items[index + 1]) && !isNominative(before)) ||
    (index === 0 && clause.subject === null)
  ) {
    clause.begin(verb, clause.subject, { index, participle: true });
  } else {
    const inside = predicate !== null && !predicate.participle;
    if (inside && before?.kind === 'group') clause.setSubject(before);
    clause.begin(verb, inside && before?.kind === 'and' ? predicate.subject : clause.subject, {
      index,
      participle: before?.kind === 'and' && predicate?.participle === true,
    });
  }
}

/** Keeps what "who", "which" or "that" stands for; nothing where that cannot be told. */
export function readRelative(clause: Clause, relative: Chunk, index: number): void {
  const { last, predicate } = clause;
  const before = clause.items[index - 1]?.kind;
  const restricts =
    before !== 'comma' && predicate !== null && isCopula(predicate) && predicate.object !== null;
  const antecedent = restricts ? predicate.subject : last && clause.referentOf(last);
  const known = before !== 'preposition' && firstToken(relative).lower !== 'where';
  clause.antecedent = known ? (antecedent ?? []) : [];
  clause.endPredicate();
}
