/**
 * What a sample says of a value of the response: it repeats it, gives another of its kind in the same slot, says
 * nothing of it, or speaks of it in a way that cannot be compared.
 *
 * Another value counts as given instead when the slots are alike enough and nothing else explains it: the sample does
 * not hold the response's value, and the response does not hold the sample's. The more samples hold a value that the
 * response lacks while none holds the response's, the less alike the slots need to be. Of values that both hold, see
 * differs-in-place.ts and exchanged.ts.
 */
import type { Stance, ValueKind } from '../../passage.ts';
import { contentKeys } from '../../english/content-words.ts';
import { participantsOf } from '../../english/frames/participants.ts';
import { isNounKind } from '../../english/lexicon/noun-trees.ts';
import { isSpeltOut } from '../../english/lexicon/same-names.ts';
import { answeredByAll, answeredOtherwise } from './answers.ts';
import { memoizeBy, once } from '../../common/memoize.ts';
import { NAMES } from './compare-values.ts';
import { differsInPlace } from './differs-in-place.ts';
import { exchanged } from './exchanged.ts';
import { shareParticipant, isOpen, isSaidAlike, slotRelation } from './same-slot.ts';
import { isBareAnswer } from '../../english/bare-answer.ts';
import { mayBeInRange } from './ranges.ts';
import { areOfTwoThings } from './two-events.ts';
import { areOfLists, areToldOfTwo } from './two-clauses.ts';
import { givenIn } from './given-in-prompt.ts';
import { likeness, ONE_SLOT } from './slots.ts';
import type { Value } from './stated-value.ts';
import { type ValueText, valueRelation } from './stated-values.ts';
import { isStated, mayBeNamed, unalignedIn } from './unaligned-values.ts';

/** Least likeness of two slots where one sample alone gives the other value; names and nouns are many, and vary. */
const LEAST_ALONE = { value: 0.4, name: 0.5 };
/** Where k samples hold the other value and none the response's: of values this ÷ k, of names as it stands. */
const LEAST_TOGETHER = { value: 0.2, name: 0.3 };
/** Where one of the two is picked out of several, of which others may be as true. */
const LEAST_OF_SEVERAL = { alone: 0.8, together: 0.5 };
/** Where the response denies a word in one place and affirms it in another. */
const LEAST_OF_DENIED = 0.6;
/** Where the two are told of in one slot, so much of these suffices. */
const IN_SLOT = 0.5;
/** Where one clause tells of one participant, the words around need hardly be alike. */
const LEAST_IN_CLAUSES = (IN_SLOT * LEAST_TOGETHER.value) / 4;
/** Of dates and numbers, where it cannot be told of what. */
const LEAST_UNKNOWN = 0.6;
const EXACT: ReadonlySet<ValueKind> = new Set(['year', 'date', 'decade', 'century', 'quantity', 'ordinal']);
/** Kinds that are compared by the clauses they stand in. */
const IN_CLAUSES: ReadonlySet<ValueKind> = new Set([...EXACT, 'name', 'place', 'people']);
/** k counts no further. */
const MOST_HOLDERS = 4;

export interface ValueComparison {
  says: Stance;
  /** Of a contradiction: the sample's value, and the likeness of the slots, in [0, 1]. */
  against: { value: Value; likeness: number } | null;
}

const REPEATS: ValueComparison = { says: 'repeats', against: null };
const SILENT: ValueComparison = { says: 'silent', against: null };
const INCOMPARABLE: ValueComparison = { says: 'incomparable', against: null };

/** What the samples say of a value of the response, one for each in order. */
export function compareWithSamples(
  response: ValueText,
  samples: readonly ValueText[],
  prompt = '',
): (value: Value) => ValueComparison[] {
  const holdersOf = numberOfHolders(samples);
  const asked = contentKeys(prompt);
  const isAsked = (key: string) => asked.has(key);
  const sides = samples.map((sample) => ({
    prompt,
    response,
    sample,
    unalignedWith: unalignedIn(sample, response, isAsked),
  }));
  const isInPrompt = givenIn(prompt);
  const answersTo = answeredByAll(prompt, response, samples);
  return (value) => {
    if (isInPrompt(value))
      return samples.map((sample) => (sample.same(value).length > 0 ? REPEATS : INCOMPARABLE));
    const isHeld = holdersOf(value) > 0;
    const least = leastLikeness(value, isHeld ? () => 1 : holdersOf, response);
    // a name that some sample gives is right in one of many ways, unless it is who did it
    const isOpenName = once(
      () => isHeld && value.mention.kind === 'name' && (!isDoer(value) || isInSlot(value, samples)),
    );
    const exchangedIn = once(() => exchanged(value, response, samples));
    const inItsPlace = (j: number) => (IN_CLAUSES.has(value.mention.kind) ? exchangedIn()[j] : null) ?? null;
    const strictly = sides.map((side, j) =>
      compareInSample(value, side, {
        least: () => (isOpenName() ? null : least),
        inItsPlace: () => inItsPlace(j),
      }),
    );
    const answers = answersTo(value);
    if (answers.some((answer) => answer !== null))
      return strictly.map((comparison, j) => {
        const answer = answers[j] ?? null;
        return answer === null
          ? comparison
          : { says: 'contradicts', against: { value: answer, likeness: 1 } };
      });
    const given = strictly.flatMap(({ against }) => (against === null ? [] : [against.value]));
    if (given.length === 0 || isOpenName() || !IN_CLAUSES.has(value.mention.kind)) return strictly;
    return strictly.map((comparison, j) =>
      compareAgain({ comparison, given, value }, sides[j] as Side, least),
    );
  };
}

/** "designed by Yokoi" */
function isDoer(value: Value): boolean {
  const place = value.place();
  if (place === null || !place.frame.passive || participantsOf(place.frame).agent !== place.part)
    return false;
  return place.part.tokens.every(({ pos, end }) => pos !== 'ADP' || end > place.start);
}

/** Whether some sample has the value where its clause may tell the same. */
const isInSlot = (value: Value, samples: readonly ValueText[]): boolean =>
  samples.some((sample) => sample.same(value).some((other) => slotRelation(value, other) !== 'different'));

/** A sample, and what it is compared with. */
interface Side {
  prompt: string;
  response: ValueText;
  sample: ValueText;
  unalignedWith: ReturnType<typeof unalignedIn>;
}

interface Limits {
  /** Null where no other value contradicts this one. */
  least: () => ReturnType<typeof leastLikeness> | null;
  /** The value that has changed places with this one. */
  inItsPlace: () => Value | null;
}

function compareInSample(value: Value, side: Side, { least: leastOf, inItsPlace }: Limits): ValueComparison {
  const isRepeated = side.sample.same(value).length > 0;
  const least = isRepeated ? null : leastOf();
  const moved = isRepeated || least !== null ? differsInPlace(value, side.response, side.sample) : null;
  if (moved !== null && !isElsewhere(value, moved.value)) return { says: 'contradicts', against: moved };
  if (isRepeated) {
    const other = inItsPlace();
    return other === null ? REPEATS : { says: 'contradicts', against: { value: other, likeness: 1 } };
  }
  // "three dozen black keys", "36 are black"
  if (side.sample.hasBare(value)) return INCOMPARABLE;
  const answer = answeredOtherwise(value, side);
  if (answer !== null && valueRelation(value, answer) === 'different')
    return { says: 'contradicts', against: { value: answer, likeness: 1 } };
  const unaligned = side.unalignedWith(value);
  const rivals = (likely: number) =>
    unaligned.alike(value, value.titleOf === '' ? likely : 0).filter((other) => isRival(value, other, side));
  // "Roughly 9 g." has no words around that tell of what
  const slots = value.mention.measure !== null && isBareAnswer(side.sample.text) ? null : least;
  const against = slots && mostAlike(value, rivals(slots.atLeast), slots.of);
  if (against !== null) return { says: 'contradicts', against };
  const opposed =
    least && unaligned.different.find((other) => isSaidAlike(value, other) && isRival(value, other, side));
  if (opposed) return { says: 'contradicts', against: { value: opposed, likeness: 1 } };
  return unaligned.different.some((other) => isRival(value, other, side)) ? INCOMPARABLE : SILENT;
}

/** Whether the clauses of two values tell of different things. */
const isElsewhere = (value: Value, other: Value): boolean =>
  areToldOfTwo(value, other) ||
  (IN_CLAUSES.has(value.mention.kind) && slotRelation(value, other) === 'different');

/** Where one sample gives another value in the slot, those that hold that value in about these words give it, too. */
function compareAgain(
  { comparison, given, value }: { comparison: ValueComparison; given: readonly Value[]; value: Value },
  side: Side,
  least: ReturnType<typeof leastLikeness>,
): ValueComparison {
  if (comparison.says === 'repeats' || comparison.says === 'contradicts') return comparison;
  const again = side
    .unalignedWith(value)
    .alike(value, least.atLeast)
    .filter((other) => given.some((one) => one.id === other.id) && isRival(value, other, side))
    .map((other) => ({ value: other, likeness: likenessOf(value, other) }))
    .filter((other) => other.likeness >= least.of(other.value))
    .sort((one, other) => other.likeness - one.likeness)[0];
  return again === undefined ? comparison : { says: 'contradicts', against: again };
}

/** Whether the two cannot both be true. */
const isRival = (value: Value, other: Value, { response, sample }: Side): boolean =>
  (!value.isParenthetical || other.isParenthetical) &&
  valueRelation(other, value) === 'different' &&
  !areToldOfTwo(value, other) &&
  !mayBeInRange(value, response, other, sample) &&
  !mayBeNamed(response, other, value) &&
  !isSpeltOut(other.mention.text, response.text) &&
  !isSpeltOut(value.mention.text, sample.text) &&
  !(isNounKind(value.mention.kind) && isOpenNoun(value, other, response, sample));

/** How alike the slots must be where another value contradicts this one: of each, and of any at least. */
function leastLikeness(value: Value, holdersOf: (other: Value) => number, response: ValueText) {
  const { kind } = value.mention;
  const form = isNounKind(kind) || kind === 'name' ? 'name' : 'value';
  const together = (holders: number): number =>
    form === 'value' ? LEAST_TOGETHER.value / Math.min(holders, MOST_HOLDERS) : LEAST_TOGETHER[form];
  const of = (other: Value): number => {
    if (kind === 'negation' && isStated(response, other)) return LEAST_OF_DENIED;
    const holders = holdersOf(other);
    if (value.isOneOfSeveral || other.isOneOfSeveral)
      return holders < 2 && NAMES.has(kind) ? ONE_SLOT : LEAST_OF_SEVERAL[holders < 2 ? 'alone' : 'together'];
    return holders < 2 ? LEAST_ALONE[form] : together(holders);
  };
  return {
    of,
    atLeast: IN_CLAUSES.has(kind) ? LEAST_IN_CLAUSES : together(MOST_HOLDERS),
  };
}

/** Of the values that are alike enough the one that is so by most, the first among equals; null where none is. */
function mostAlike(
  value: Value,
  others: readonly Value[],
  leastOf: (other: Value) => number,
): ValueComparison['against'] {
  let best: ValueComparison['against'] = null;
  let most = 0;
  for (const other of others) {
    const [alike, least] = [likenessOf(value, other), leastOf(other)];
    if (best !== null && !(alike / least > most)) continue;
    if (!isGiven(value, other, alike, least)) continue;
    best = { value: other, likeness: alike };
    most = alike / least;
  }
  return best;
}

/** Whether the other value is given in the slot: by what the clauses tell, else by how alike the words around the two are. */
function isGiven(value: Value, other: Value, alike: number, least: number): boolean {
  const { kind } = value.mention;
  if (kind === 'opposite' && areOfTwoThings(value, other)) return false;
  // "needs nine votes and no veto", "can be blocked by a veto"
  if (kind === 'negation' && slotRelation(value, other) === 'different') return false;
  if (!IN_CLAUSES.has(kind) || value.titleOf !== '') return alike >= least;
  const relation = slotRelation(value, other);
  if (isOpen(value)) return relation !== 'different' && alike >= least;
  const isListed = value.isOneOfSeveral || other.isOneOfSeveral;
  if (relation === 'same')
    return alike >= (isListed ? least : IN_SLOT * least) || (!isListed && shareParticipant(value, other));
  return relation === 'unknown' && alike >= (EXACT.has(kind) ? Math.max(least, LEAST_UNKNOWN) : least);
}

/** Of their slots; whoever two nouns right before one name are about, they are about the same. */
const likenessOf = (value: Value, other: Value): number =>
  value.titleOf !== '' && value.titleOf === other.titleOf ? 1 : likeness(value.slot(), other.slot());

/** How many texts hold a value; equal ones come again in many samples. */
const numberOfHolders = (texts: readonly ValueText[]): ((value: Value) => number) =>
  memoizeBy(
    (value) => texts.filter((text) => text.same(value).length > 0).length,
    ({ id }) => id,
  );

/**
 * Who is a chemist may be a botanist too: a noun denies another only where the sample has no word for the response's, nor
 * the response for the sample's, or where the two sentences say the same otherwise.
 */
const isOpenNoun = (value: Value, other: Value, response: ValueText, sample: ValueText): boolean =>
  (value.mention.kind === 'role' && areOfLists(value, other)) ||
  ((sample.hasNounNear(value) || response.hasNounNear(other)) && likenessOf(value, other) < ONE_SLOT);
