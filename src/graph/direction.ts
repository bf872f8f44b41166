/**
 * Relations of opposite direction between the same things: "used as" and "used by", "directed" and "was directed by",
 * "has capital" and "is the capital of".
 */
import { baseForms } from '../english/lexicon/base-forms.ts';
import { STOP_WORDS } from '../english/lexicon/stop-words.ts';
import { groupNumbers } from '../text/word-groups.ts';

/** Groups of prepositions with similar meaning at the end of a relation, separated by `;`. */
const PREPOSITIONS =
  'in on at within inside near along across; to into toward towards onto; from of out; as; by; for; with; against; ' +
  'until till; since after; before; about; under below; over above; through via; between among; during; without';

const CLASSES = groupNumbers(PREPOSITIONS);
/** Prepositions without which a relation changes its meaning. */
const DECISIVE = new Set(['by', 'as']);
const HAVING = new Set(['have', 'has', 'had', 'having']);
const BEING = new Set(['be', 'is', 'are', 'was', 'were', 'been', 'being']);

/** Whether one is the reverse of the other. @param one the words of a relation phrase, in order */
export function isTurnedRound(one: readonly string[], other: readonly string[]): boolean {
  const shared = sharedForms(one, other);
  if (shared.length === 0) return false;
  const [ours, theirs] = [one.at(-1) ?? '', other.at(-1) ?? ''];
  return (
    (ours !== theirs && (DECISIVE.has(ours) || DECISIVE.has(theirs))) ||
    isHadOf(one, other) ||
    isHadOf(other, one) ||
    shared.some((form) => isPassiveOf(one, other, form) || isPassiveOf(other, one, form))
  );
}

/** Whether they end in prepositions of different groups: "fought with" and "fought against". */
export function endsOtherwise(one: readonly string[], other: readonly string[]): boolean {
  const [own, their] = [CLASSES.get(one.at(-1) ?? ''), CLASSES.get(other.at(-1) ?? '')];
  return own !== undefined && their !== undefined && own !== their && sharedForms(one, other).length > 0;
}

function sharedForms(one: readonly string[], other: readonly string[]): string[] {
  const formsOf = (words: readonly string[]) =>
    words.filter((word) => !STOP_WORDS.has(word)).flatMap(baseForms);
  const theirs = new Set(formsOf(other));
  return formsOf(one).filter((form) => theirs.has(form));
}

/** "has capital" and "is the capital of". */
const isHadOf = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((word) => HAVING.has(word)) &&
  one.at(-1) !== 'of' &&
  other.at(-1) === 'of' &&
  !other.some((word) => HAVING.has(word));

/** "is used with" and "uses": a participle after a form of be, and another form of the same verb without. */
function isPassiveOf(one: readonly string[], other: readonly string[], form: string): boolean {
  const placeIn = (words: readonly string[]) => words.findIndex((word) => baseForms(word).includes(form));
  const hasBeing = (words: readonly string[], place: number) =>
    words.slice(0, place).some((word) => BEING.has(word));
  const [passive, active] = [placeIn(one), placeIn(other)];
  const participle = one[passive] ?? '';
  return (
    /(?:ed|en|wn|un|ld|ght)$/.test(participle) &&
    hasBeing(one, passive) &&
    !hasBeing(other, active) &&
    other[active] !== participle
  );
}
