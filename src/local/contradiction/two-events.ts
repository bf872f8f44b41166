/**
 * What beside two values says that their clauses tell of two events or things: another value in the place of another, another place,
 * opposite or ranking words, another side that is measured.
 */
import { dimensionOf, measuredKey } from '../../english/frames/dimensions.ts';
import { type Frame, isCopula, isInPart, type Part, partsOf } from '../../english/frames/frame.ts';
import { keysOf, shareWords } from '../../english/frames/participants.ts';
import { areToldApart } from '../../english/frames/tell-apart.ts';
import { isPlace, overlaps } from '../../english/lexicon/places.ts';
import { isOfMeasure, isOfPlace, tellsWhich } from '../../english/lexicon/prepositions.ts';
import { happensOnce } from '../../english/lexicon/verbs.ts';
import { foldedName } from '../../text/fold.ts';
import type { Token } from '../../english/tokens.ts';
import { isOccasion } from '../../english/values/mentions.ts';
import { isWordKind, type ValueKind } from '../../passage.ts';
import { areOpposedBounds, NAMES } from './compare-values.ts';
import type { ClausePlace, Value } from './stated-value.ts';
import { valueRelation } from './stated-values.ts';

/** Of "the American colonies" these tell which are meant, whoever acts in them. */
export const NAMING: ReadonlySet<ValueKind> = new Set([...NAMES, 'date', 'ordinal']);

/** These are told by the words that else tell two of a sort apart. */
const RANKS: ReadonlySet<ValueKind> = new Set(['ordinal', 'century']);

/** What tells when something happens. */
export const DATED: ReadonlySet<ValueKind> = new Set(['year', 'date', 'decade', 'century']);

/** Whether something beside two values says that they are of two events, whatever their predicates are. */
export function areOfTwoEvents(value: Value, one: ClausePlace, other: Value, its: ClausePlace): boolean {
  if (isOccasion(value.mention) || laterOccasionOf(value) !== laterOccasionOf(other)) return true;
  if (isOneOfMany(value, one, other, its)) return true;
  // "it is not one reef", "it is made of 2,900 reefs"
  if (one.frame.denied !== its.frame.denied) return true;
  if (value.mention.kind === 'people' && areOfTwoNames(one, its)) return true;
  if (!RANKS.has(value.mention.kind) && areToldApart(one.frame, its.frame)) return true;
  if (differElsewhere(value, one, other, its)) return true;
  if (DATED.has(value.mention.kind) && happenElsewhere(one, its)) return true;
  return value.mention.measure !== null && areMeasuredOtherwise(value, one, other, its);
}

/** Of "they married a second time in 1940" that it was the second time; empty of what is not said to have happened before. */
const laterOccasionOf = (value: Value): string =>
  value.beside().find(({ mention }) => isOccasion(mention) && mention.key !== '1')?.mention.key ?? '';

/** "the Korean Sohn Kee-chung", "the American Jesse Owens": two names in the phrases that two peoples stand in. */
function areOfTwoNames(one: ClausePlace, its: ClausePlace): boolean {
  const [own, others] = [one, its].map(({ part, start, end }) =>
    part.tokens.filter((token) => token.pos === 'PROPN' && !(token.start < end && token.end > start)),
  ) as [Token[], Token[]];
  return own.length > 0 && others.length > 0 && !shareWords(own, others);
}

/** "Sweden, Finland and Austria became members": whoever else is one is not named instead of them. */
function isOneOfMany(value: Value, one: ClausePlace, other: Value, its: ClausePlace): boolean {
  if (!NAMING.has(value.mention.kind) || !isCopula(its.frame) || its.part.role !== 'subject') return false;
  const inPart = (own: Value, { part }: ClausePlace) =>
    own.beside().filter((rival) => rival.mention.kind === own.mention.kind && rival.place()?.part === part)
      .length;
  return inPart(other, its) > 1 && inPart(value, one) === 1;
}

/** Whether both stand behind one preposition, if behind any. */
export const areOfOneWord = (one: Part, its: Part): boolean =>
  one.role !== 'adjunct' ||
  its.role !== 'adjunct' ||
  one.word === its.word ||
  [one.word, its.word].every(isOfPlace);

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
      // "5 to 7 days": the ends of a range differ from another's together
      const isOtherEnd = rival.family === own.family && areOpposedBounds(rival.mention, own.mention);
      const isItsOwn = rival === own || isOtherEnd;
      const place = isItsOwn || isWordKind(rival.mention.kind) ? null : rival.place();
      const part = place === null ? undefined : partsOf(frame).find((one) => isInPart(one, place.start));
      return part === undefined ? [] : [{ rival, part }];
    });
  const [own, others] = [beside(value, one), beside(other, its)];
  const isOfHolder = DATED.has(value.mention.kind) && isCopula(one.frame) && isCopula(its.frame);
  return own.some(({ rival, part }) => {
    if (!isMain(part) && !isMain(one.part)) return false;
    // "the Nobel Prize in Medicine", "the Nobel Prize": what both name stands in the place of nothing else
    const isShared = (match: Value) =>
      own.some(
        (beside) =>
          beside.rival !== rival && beside.part === part && valueRelation(beside.rival, match) === 'same',
      );
    const alike = others.filter((match) => match.rival.family === rival.family && !isShared(match.rival));
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
