/** Questions about what stands around a place in a row of items. */
import type { Chunk } from './phrase-chunks.ts';
import { type Group, type Item, isParticiple } from './phrases.ts';
import { firstToken, lastToken } from './predicate.ts';

const isNominal = (item: Item | undefined): boolean => /^(group|noun|date|adjective)$/.test(item?.kind ?? '');

/** A verb that cannot be a participle: "was introduced", "defeated" may be, "stand" not. */
function isFiniteVerb(verb: Item | undefined): boolean {
  if (verb?.kind !== 'verb' || firstToken(verb).pos === 'PART') return false;
  return verb.tokens.some(({ pos }) => pos === 'AUX') || !/(ed|en|wn|ing)$/.test(lastToken(verb).lower);
}

/** "stories and legends": whether the conjunction at `index` joins another phrase, no clause of its own. */
const isJoined = (items: readonly Item[], index: number): boolean =>
  items[index]?.kind === 'and' && firstToken(items[index + 1] as Item).pos !== 'PRON';

/** Whether a subject with what hangs on it, then a finite verb, begin at `index`: "the toy with movable legs was". */
export function isClauseAhead(items: readonly Item[], index: number): boolean {
  if (!isNominal(items[index])) return false;
  let next = index + 1;
  while (isNominal(items[next + 1]) && (items[next]?.kind === 'preposition' || isJoined(items, next)))
    next += 2;
  return isFiniteVerb(items[next]);
}

/**
 * "Stir the sauce", "Do not stir it": whether the verb at `index`, which has no subject before it, is said to the reader. No
 * subject is still to come, as in "Set in London, the film follows a nurse".
 */
export function isImperative(items: readonly Item[], index: number): boolean {
  const verb = items[index];
  const [before, after] = [items[index - 1], items[index + 1]];
  if (verb?.kind !== 'verb' || before?.kind === 'relative' || before?.kind === 'preposition') return false;
  const words = verb.tokens.filter(
    ({ pos, lower }) => pos !== 'ADV' && !/^(do|not|n['’]t|don['’]t)$/.test(lower),
  );
  const [base] = words;
  if (words.length !== 1 || base?.pos !== 'VERB' || base.lower !== base.lemma) return false;
  if (isParticiple(verb) && after?.kind !== 'group') return false;
  return !items.some(({ kind }, at) => at > index && kind === 'comma' && isClauseAhead(items, at + 1));
}

/** "If the dough is dry, (please) add water": whether the verb at `index` stands right behind the clause that opens the sentence. */
export function isAfterCondition(items: readonly Item[], index: number): boolean {
  const before = items.findLastIndex((item, at) => at < index && firstToken(item).lower !== 'please');
  const comma = items.findIndex(({ kind }) => kind === 'comma');
  return (
    items[0]?.kind === 'clause' && comma > 0 && before === comma && items.slice(0, comma).some(isFiniteVerb)
  );
}

/** Whether the phrase at `index` opens a clause of its own: after ",", "and", and a finite verb follows. */
export function startsClause(items: readonly Item[], index: number): boolean {
  const before = items[index - 1]?.kind;
  const after = items[index + 1];
  const joined = before === 'and' || before === 'comma' || before === 'clause';
  const direct = joined && after?.kind === 'verb' && !isParticiple(after, items[index + 2]);
  return direct || (before === 'and' && isClauseAhead(items, index));
}

/** "Evans on piano, Chambers on bass": whether the phrase at `index` is followed by the preposition before the last. */
export function sharesLastPreposition(items: readonly Item[], index: number): boolean {
  const after = items[index + 1];
  const before = items.slice(Math.max(0, index - 4), index).find(({ kind }) => kind === 'preposition');
  return (
    after?.kind === 'preposition' &&
    before !== undefined &&
    firstToken(after).lower === firstToken(before).lower &&
    items[index]?.kind === 'group' &&
    firstToken(items[index] as Group).pos === 'PROPN'
  );
}

/** Whether a ", and ..." further on shows that the phrase at `index` is one of a list. */
export function isListed(items: readonly Item[], index: number): boolean {
  for (let next = index + 1; next < items.length; next++) {
    const kind = items[next]?.kind;
    if (kind === 'verb' || kind === 'clause' || kind === 'relative') return false;
    if (kind === 'and' && items[next - 1]?.kind === 'comma')
      return items[next + 1]?.kind === 'group' && !startsClause(items, next + 1);
  }
  return false;
}

/** Whether a preposition or another verb takes up the phrase at `index`. */
export function isGoverned(items: readonly Item[], index: number): boolean {
  const next = items[index + 1];
  const takenUp = next?.kind === 'verb' && (isFiniteVerb(next) || firstToken(next).pos === 'PART');
  return next?.kind === 'preposition' || takenUp;
}

/** "a spaceplane designed in ...": whether a verb only describes the phrase before it. */
export function isReduced(
  verb: Chunk,
  before: Group,
  { after, isInside }: { after: Item | undefined; isInside: boolean },
): boolean {
  if (isParticiple(verb, after)) return true;
  const finite = verb.tokens.some(({ pos }) => pos === 'AUX') || firstToken(before).pos === 'PRON';
  return isInside && !finite && /(ed|en|wn)$/.test(lastToken(verb).lower);
}

/** ", and in 1913 she received ...": whether the group at `index`, after a preposition, belongs to the clause to come. */
export function opensNextClause(items: readonly Item[], index: number): boolean {
  if (items[index - 2]?.kind !== 'and') return false;
  const next = items[index + 1]?.kind === 'comma' ? index + 2 : index + 1;
  const verb = items[next + 1];
  const direct =
    items[next]?.kind === 'group' && verb?.kind === 'verb' && !isParticiple(verb, items[next + 2]);
  return direct || isClauseAhead(items, next);
}
