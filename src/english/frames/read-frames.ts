/**
 * The clauses of a sentence, read off its chunks from left to right: what stands between two verbs belongs to the one before or
 * to the one behind, parted at the last conjunction, relative pronoun, comma or, without any, before the last phrase.
 */
import { memoize } from '../../common/memoize.ts';
import { itemsOf } from '../clauses/sentence-items.ts';
import type { Group, Item } from '../clauses/phrases.ts';
import { readText, type Token } from '../tokens.ts';
import { isKeeping } from '../lexicon/verbs.ts';
import { type Draft, partOf } from './frame-draft.ts';
import { finish, makingIn } from './finish-frame.ts';
import type { Frame, Part } from './frame.ts';
import { headOf, isPronoun } from './participants.ts';
import { mayBePassive, readVerbs } from './verb-group.ts';

/** Longer sentences are lists or noise. */
const LONGEST_SENTENCE = 200;

/** The clauses of a text, a list for each of its sentences; a subject that is a pronoun is the last one before that it may stand for. */
export const readFrames = memoize((text): readonly (readonly Frame[])[] => {
  const sentences = readText(text)
    .sentences.filter((tokens) => tokens.some(({ pos }) => pos !== 'SPACE'))
    .map((tokens) => (tokens.length > LONGEST_SENTENCE ? [] : framesOf(tokens)));
  const named: Part[] = [];
  for (const frame of sentences.flat()) {
    const { subject } = frame;
    if (subject === null) continue;
    if (!isPronoun(subject)) named.push(subject);
    else frame.subject = antecedentIn(named, subject) ?? subject;
  }
  return sentences;
});

/** How many subjects before a pronoun may be those that it stands for. */
const REACH = 8;

/** The last subject that a pronoun may stand for. */
const antecedentIn = (named: readonly Part[], pronoun: Part): Part | undefined =>
  named.slice(-REACH).findLast((part) => mayStandFor(pronoun, part));

/** "he" and "she" for a name, "it" for one thing, "they" for several; "a charge of ten minutes" is one. */
function mayStandFor({ tokens: [pronoun] }: Part, { tokens }: Part): boolean {
  const head = headOf(tokens);
  const isSeveral =
    tokens.some(({ lower }) => lower === 'and') || (head?.pos === 'NOUN' && head.lower !== head.lemma);
  switch (pronoun?.lower) {
    case 'he':
    case 'she':
      return head?.pos === 'PROPN' && !isSeveral;
    case 'it':
      return !isSeveral;
    case 'they':
      return isSeveral;
    default:
      return false;
  }
}

const PARTICLE = /^(?:up|down|out|off|away|back|over|apart|forth|together)$/;
const isGroup = (item: Item | undefined): item is Group => item?.kind === 'group';
const isHard = ({ kind }: Item): boolean => kind === 'clause' || kind === 'relative' || kind === 'break';

function framesOf(tokens: readonly Token[]): Draft[] {
  const items = withoutAnswer(itemsOf(tokens));
  const frames: Draft[] = [];
  let pending: Item[] = [];
  for (const [index, item] of items.entries()) {
    if (item.kind !== 'verb') {
      pending.push(item);
      continue;
    }
    const before = frames.at(-1);
    if (before !== undefined && isKeptSo(before, pending, item)) continue;
    const at = before === undefined ? 0 : boundaryIn(pending, item);
    if (before !== undefined) addParts(before, pending.slice(0, at));
    const draft = draftOf(item, {
      frames,
      front: pending.slice(at),
      tail: pending.slice(0, at),
      next: items[index + 1],
    });
    if (before?.denied && isAlternative(item, pending, tokens)) {
      draft.denied = true;
      draft.modal = before.modal;
    }
    frames.push(draft);
    pending = [];
  }
  const last = frames.at(-1);
  if (last !== undefined) addParts(last, pending);
  for (const [index, frame] of frames.entries()) finish(frame, frames[index + 1]);
  // behind all others, whose places in the sentence clauses hang on
  return [...frames, ...frames.flatMap(makingIn)];
}

/** "may not be in check, pass through an attacked square or end on one": whether a denial before is one of this verb as well. */
function isAlternative({ tokens: verbs }: Item, pending: readonly Item[], tokens: readonly Token[]): boolean {
  const [verb, ...others] = verbs.filter(({ pos }) => pos !== 'ADV');
  const joint = pending.at(-1);
  const isOr = ({ lower }: Token) => lower === 'or' || lower === 'nor';
  const isBare = verb !== undefined && others.length === 0 && verb.lower === verb.lemma;
  if (!isBare || joint === undefined) return false;
  return joint.kind === 'comma'
    ? tokens.some((token) => token.start > verb.start && isOr(token))
    : joint.tokens.some(isOr);
}

/** "keep both buttons pressed for ten seconds": the participle says how something is kept. */
const isKeptSo = ({ verb }: Draft, [kept, ...others]: readonly Item[], item: Item): boolean =>
  isKeeping(verb) &&
  isGroup(kept) &&
  kept.tokens.at(-1)?.pos !== 'PROPN' &&
  others.length === 0 &&
  mayBePassive(item.tokens);

/** "No, ..." and "Yes, ..." answer, and name nobody. */
function withoutAnswer(items: readonly Item[]): Item[] {
  const [first, second] = items;
  const isAnswer =
    second !== undefined && /^(?:yes|no)$/.test(first?.tokens.map(({ lower }) => lower).join(' ') ?? '');
  return items.slice(isAnswer ? 1 : 0);
}

/** Where what belongs to the next verb begins. */
function boundaryIn(pending: readonly Item[], verb: Item): number {
  const hard = pending.findLastIndex(isHard);
  const soft = pending.findLastIndex(({ kind }) => kind === 'comma' || kind === 'and');
  // "was won in 1957, and in 1973 the house opened"
  if (Math.max(hard, soft) >= 0)
    return soft > hard && hard >= 0 && !hasSubject(pending.slice(soft)) && hasSubject(pending.slice(hard))
      ? hard + 1
      : Math.max(hard, soft) + 1;
  const last = pending.length - 1;
  const isFree = isGroup(pending[last]) && pending[last - 1]?.kind !== 'preposition';
  return isFree && !readVerbs(verb.tokens, false).open && !mayBePassive(verb.tokens) ? last : pending.length;
}

const isDated = (item: Group): boolean =>
  item.members[0]?.kind === 'date' || (item.tokens[0]?.pos === 'NUM' && item.tokens.length === 1);
const isSubject = (items: readonly Item[], index: number): boolean => {
  const item = items[index];
  return isGroup(item) && items[index - 1]?.kind !== 'preposition' && !isDated(item);
};
/** The phrase right before the verb behind a comma, else the first: "By 1990, the tower stood", "The tower, a landmark, stood". */
function subjectIn(items: readonly Item[]): number {
  const last = items.length - 1;
  if ((items[last - 1]?.kind === 'comma' || isNominative(items[last])) && isSubject(items, last)) return last;
  // "the idea that all cats are grey"
  const opened = items.findLastIndex(isHard) + 1;
  const behind = items.findIndex((_, index) => index >= opened && isSubject(items, index));
  return behind >= 0 ? behind : items.findIndex((_, index) => isSubject(items, index));
}

const isNominative = (item: Item | undefined): boolean =>
  item?.tokens.length === 1 && /^(?:i|he|she|it|we|you|they)$/.test(item.tokens[0]?.lower ?? '');

const hasSubject = (items: readonly Item[]): boolean => items.some((_, index) => isSubject(items, index));

interface Surroundings {
  frames: readonly Draft[];
  /** Items before the verb that belong to it. */
  front: readonly Item[];
  /** Those before that belong to the clause before. */
  tail: readonly Item[];
  next: Item | undefined;
}

function draftOf(verb: Item, { frames, front, tail, next }: Surroundings): Draft {
  const before = frames.at(-1);
  const opened = front.at(-1);
  // "Owner: Berg Mills, which bought Lind"
  const isOpenedSo =
    before === undefined && opened?.kind === 'relative' && front.some(({ kind }) => kind === 'break');
  const joint = isOpenedSo ? opened : before === undefined ? front.find(isHard) : tail.at(-1);
  const reading = readVerbs(verb.tokens, isGroup(next));
  const place = isOpenedSo ? front.findLastIndex(isGroup) : subjectIn(front);
  const named = front[place];
  const isRelative = joint?.kind === 'relative';
  const antecedent = antecedentOf(tail, before);
  const reduced =
    before !== undefined &&
    joint?.kind !== 'and' &&
    front.length === 0 &&
    (reading.open || mayBePassive(verb.tokens)) &&
    verb.tokens[0]?.lower !== 'to' &&
    !isGroup(next);
  // every field by name: of spread objects V8 makes shapes of their own, and all that reads frames is slower
  const draft: Draft = {
    verb: reading.verb,
    aspect: reading.aspect,
    passive:
      reading.passive ||
      (next?.tokens[0]?.lower === 'by' && mayBePassive(verb.tokens) && !PASSING.test(reading.verb)) ||
      (reduced && mayBePassive(verb.tokens)) ||
      (joint?.kind === 'and' && before?.passive === true && mayBePassive(verb.tokens) && !isGroup(next)),
    denied: reading.denied,
    modal: reading.modal,
    subject: null,
    object: null,
    adjuncts: [],
    asides: [],
    joint: joint?.kind === 'clause' || isRelative ? (joint.tokens[0]?.lower ?? '') : '',
    after: joint?.kind === 'clause' ? frames.length - 1 : -1,
    start: (verb.tokens[0] as Token).start,
    end: (verb.tokens.at(-1) as Token).end,
    waits: false,
  };
  if (named !== undefined) draft.subject = partOf('subject', named.tokens);
  else if (isRelative && antecedent) draft.subject = partOf('subject', antecedent.tokens);
  else if (reduced && joint?.kind !== 'comma' && antecedent)
    draft.subject = partOf('subject', antecedent.tokens);
  else if (before !== undefined) {
    // behind a relative clause the main clause goes on
    const main =
      joint?.kind === 'comma' && !reading.open
        ? frames.findLast(({ joint: own }) => own === '' || !/^(?:who|which|that|whom)$/.test(own))
        : before;
    draft.subject = (main ?? before).subject;
  }
  const isOpening = before === undefined && named === undefined;
  draft.waits = isOpening && (reading.open || mayBePassive(verb.tokens));
  if (draft.waits && !reading.open) draft.passive = true;
  addFront(draft, front, place);
  const [whole, of] = isRelative ? tail.slice(-3) : [];
  // "titles, the last of which she won"
  if (isGroup(whole) && of?.tokens[0]?.lower === 'of') draft.asides.push(partOf('aside', whole.tokens));
  return draft;
}

/** "passed by the house" */
const PASSING = /^(?:pass|stop|drop)$/;

/**
 * What "which" or a participle is said of: the last phrase, but for dates; of "X is a novel" X itself. Who did something is meant only
 * by "who" and by a "which" right behind: "owned by Mills, which bought it".
 */
function antecedentOf(tail: readonly Item[], before: Draft | undefined): Part | null {
  const relative = tail.findIndex(({ kind }) => kind === 'relative');
  const isDoer = (index: number): boolean =>
    tail[index - 1]?.tokens[0]?.lower === 'by' &&
    !/^whom?$/.test(tail[relative]?.tokens[0]?.lower ?? '') &&
    (relative < 0 || tail.slice(index + 1, relative).some(({ kind }) => kind !== 'comma'));
  const found = tail.findLast(
    (item, index): item is Group => isGroup(item) && !isDated(item) && !isDoer(index),
  );
  if (found === undefined) return before?.subject ?? null;
  const isSaidOf = before?.verb === 'be' && before.object?.tokens === found.tokens && before.subject !== null;
  return isSaidOf ? before.subject : partOf('subject', found.tokens);
}

function addFront(draft: Draft, front: readonly Item[], subject: number): void {
  for (const [index, item] of front.entries()) {
    if (!isGroup(item) || index === subject) continue;
    const before = front[index - 1];
    if (before?.kind === 'preposition' || before?.tokens[0]?.lower === 'to')
      draft.adjuncts.push(partOf('adjunct', item.tokens, wordOf(before)));
    else draft.asides.push(partOf(isDated(item) ? 'adjunct' : 'aside', item.tokens));
    for (const inner of item.parentheses) draft.asides.push(partOf('aside', inner));
  }
}

/** What stands behind the verb. */
function addParts(draft: Draft, items: readonly Item[]): void {
  let hasAdjunct = false;
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    const isOff = isOffPlace(draft.verb, before);
    if (item.kind === 'preposition' && !isOffPlace(draft.verb, item))
      addParticle(draft, item, index === 0 || (index === 1 && isGroup(before)));
    if (!isGroup(item)) continue;
    const word = isOff ? 'off' : before?.kind === 'preposition' ? wordOf(before) : '';
    const isObject = word === '' && draft.object === null && !hasAdjunct && !isDated(item);
    hasAdjunct ||= word !== '';
    if (isObject) draft.object = partOf('object', item.tokens);
    else if (word === '' && before?.kind === 'comma') draft.asides.push(partOf('aside', item.tokens));
    else draft.adjuncts.push(partOf('adjunct', item.tokens, word));
    for (const inner of item.parentheses) draft.asides.push(partOf('aside', inner));
  }
}

/** "lies off the coast": of what only lies somewhere "off" is no particle, as in "sets off". */
const isOffPlace = (verb: string, item: Item | undefined): boolean =>
  /^(?:lie|stand|sit|live|be|locate|situate|anchor)$/.test(verb) &&
  item?.kind === 'preposition' &&
  item.tokens.length === 1 &&
  item.tokens[0]?.lower === 'off';

/** Its words that are no particles: "in" of "out in", "due to"; empty of "out" alone. */
const wordOf = ({ tokens }: Item): string =>
  tokens.flatMap(({ lower }) => (PARTICLE.test(lower) ? [] : [lower])).join(' ');

function addParticle(draft: Draft, { tokens }: Item, isNear: boolean): void {
  const [first] = tokens;
  if (
    isNear &&
    first !== undefined &&
    PARTICLE.test(first.lower) &&
    draft.verb !== 'be' &&
    !draft.verb.includes(' ')
  )
    draft.verb = `${draft.verb} ${first.lower}`;
}
