/**
 * Slips of the tagger and what mends them: the first rule that applies to a word tells its tag.
 */
import { BY_FORM } from './form-rules.ts';
import {
  has,
  is,
  isNounNext,
  isParticipleForm,
  isPossessive,
  type Place,
  type Rule,
  type Tag,
} from './word-place.ts';
import { isLinking, isModal, isVerb } from '../lexicon/verbs.ts';
import { isCapitalised, isPossessiveMark, type Token } from '../tokens.ts';

const ADJECTIVES = new Set(
  'living leading ruling working existing remaining surrounding operating'.split(' '),
);
const NOUNS = new Set(['home', 'part', 'member', 'head', 'son', 'daughter', 'coast', 'works', 'lead']);
const TIME_ADVERBS = new Set(['today', 'currently', 'nowadays', 'later']);
/** Participles that a name may follow: "Born Maria Skłodowska", "cones, called Kibo". */
const NAMING = /^(born|called|named|nicknamed|titled|known)$/;

/** No noun stands right before an article or "it": "Fry them", "to reset the router". */
const isObjectNext = (after: Token | undefined): boolean =>
  has(after, 'DET') ||
  (after && isPossessive(after) && !isPossessiveMark(after)) ||
  is(after, /^(it|them|him|me|us)$/);

/** "Racing Club", "Founded in 1919", "She also founded", "Berg married Lind", "was educated at". */
const BY_PLACE: readonly Rule[] = [
  ({ token, after }) => NAMING.test(token.lower) && has(after, 'PROPN') && 'VERB',
  ({ token, after, isFirst }) =>
    isFirst && has(token, 'VERB') && has(after, 'PROPN') && isCapitalised(after) && 'PROPN',
  ({ token, before, after, twoAfter, isFirst, clauseHasVerb }) => {
    if (!has(token, 'NOUN', 'PROPN') || !isObjectNext(after) || isCapitalised(twoAfter)) return false;
    // "Chop the onion, fry it"
    const isNextStep = is(after, /^(?:it|them)$/) && isVerb(token.lower);
    const isBehindComma = before?.text === ',' && (!clauseHasVerb || isNextStep);
    // "to reset the router", but not "to Bern every hour"
    const isInfinitive = is(before, /^to$/) && !isCapitalised(token);
    return (isFirst || isInfinitive || isBehindComma) && 'VERB';
  },
  // "an overdose can damage the liver"
  ({ token, before, after, twoBefore }) =>
    has(token, 'NOUN') &&
    has(before, 'AUX') &&
    isModal(before?.lower ?? '') &&
    has(twoBefore, 'NOUN', 'PROPN', 'PRON') &&
    isObjectNext(after) &&
    isVerb(token.lower) &&
    'VERB',
  // "was released in 2010, and stars Brad Pitt"
  ({ token, before, after, clauseHasVerb }) =>
    has(token, 'NOUN') &&
    clauseHasVerb &&
    has(before, 'CCONJ') &&
    has(after, 'PROPN') &&
    is(token, /s$/) &&
    token.lower !== token.lemma &&
    isVerb(token.lemma) &&
    'VERB',
  // one prize
  ({ before, token, after }) =>
    is(token, /^or$/) && is(before, /^physiology$/) && is(after, /^medicine$/) && 'PROPN',
  // "The function returns a new array and leaves ..."
  ({ token, before, after, clauseHasVerb }) =>
    has(token, 'NOUN') &&
    !clauseHasVerb &&
    has(before, 'NOUN', 'PROPN') &&
    !is(before, /s$/) &&
    is(token, /s$/) &&
    is(after, /^(?:an?|the)$/) &&
    isVerb(token.lemma) &&
    'VERB',
  // "by Friday, and Ben tests the checkout"
  ({ token, before, after, twoBefore }) =>
    has(token, 'NOUN') &&
    is(token, /s$/) &&
    has(before, 'PROPN') &&
    has(twoBefore, 'CCONJ') &&
    isObjectNext(after) &&
    token.lower !== token.lemma &&
    isVerb(token.lemma) &&
    'VERB',
  // "many tabs drain a battery"
  ({ token, before, after, clauseHasVerb }) =>
    has(token, 'NOUN') &&
    !clauseHasVerb &&
    token.lower === token.lemma &&
    has(before, 'NOUN') &&
    is(before, /[^s]s$/) &&
    is(after, /^(?:an?|the)$/) &&
    isVerb(token.lower) &&
    'VERB',
  // "Press and hold the button"
  ({ token, after, twoAfter, isFirst }) =>
    isFirst &&
    has(token, 'NOUN', 'PROPN') &&
    has(after, 'CCONJ') &&
    has(twoAfter, 'VERB') &&
    twoAfter?.lower === twoAfter?.lemma &&
    isVerb(token.lower) &&
    'VERB',
  ({ token, before, after, twoAfter, clauseHasVerb }) =>
    has(token, 'NOUN') &&
    !clauseHasVerb &&
    has(before, 'NOUN', 'PROPN') &&
    is(after, /^(it|them|him|me|us)$/) &&
    !has(twoAfter, 'VERB', 'AUX') &&
    'VERB',
  ({ token, before, twoBefore }) =>
    has(token, 'NOUN', 'ADJ') && is(before, /^(not|n['’]t)$/) && is(twoBefore, /^do$/) && 'VERB',
  ({ token, before, after }) => {
    const objectNext = isObjectNext(after) || (has(after, 'NUM') && is(token, /s$/));
    return has(token, 'NOUN') && has(before, 'CCONJ') && objectNext && !is(token, /(ing|er|or)$/) && 'VERB';
  },
  ({ token, before, twoBefore }) =>
    has(token, 'ADJ') &&
    is(token, /ed$/) &&
    has(before, 'ADV') &&
    has(twoBefore, 'NOUN', 'PROPN', 'PRON') &&
    'VERB',
  ({ token, before, after }) =>
    has(token, 'ADJ') &&
    /ed$/.test(token.text) &&
    has(before, 'PROPN', 'PRON', 'NOUN') &&
    !isPossessive(before) &&
    has(after, 'PROPN', 'DET', 'PRON') &&
    'VERB',
  // "live in China and feed almost entirely on leaves"
  ({ token, before, after, clauseHasVerb }) =>
    has(token, 'NOUN') &&
    has(before, 'CCONJ') &&
    clauseHasVerb &&
    is(after, /ly$|^almost$/) &&
    has(after, 'ADV') &&
    isVerb(token.lower) &&
    'VERB',
  // "Kahlo, a painter, married Rivera"
  ({ token, before, after, clauseHasVerb }) =>
    has(token, 'ADJ') &&
    is(token, /ed$/) &&
    before?.text === ',' &&
    has(after, 'PROPN') &&
    !clauseHasVerb &&
    'VERB',
  // "won 23 titles and retired in 2022", "Ada Marlow retired from teaching"
  ({ token, before, after, twoBefore, clauseHasVerb }) => {
    if (!has(token, 'ADJ') || !is(token, /ed$/) || !has(after, 'ADP')) return false;
    const isJoined = clauseHasVerb && has(before, 'CCONJ') && has(twoBefore, 'NOUN', 'PROPN', 'NUM');
    return (isJoined || (!clauseHasVerb && has(before, 'PROPN'))) && 'VERB';
  },
  ({ token, after, isFirst }) => isFirst && is(token, /ed$/) && has(after, 'ADP') && 'VERB',
  ({ token, isFirst }) => has(token, 'VERB', 'AUX') && !isFirst && isCapitalised(token) && 'PROPN',
  ({ token }) => TIME_ADVERBS.has(token.lower) && 'ADV',
  ({ token, before }) =>
    has(token, 'ADV') && has(before, 'DET') && is(token, /^(north|south|east|west)/) && 'ADJ',
  ({ token, before, after }) =>
    has(token, 'ADJ') && is(token, /ed$/) && before?.lemma === 'be' && has(after, 'ADP') && 'VERB',
  ({ token, before, after }) =>
    has(token, 'NOUN') &&
    is(token, /s$/) &&
    is(before, /^(who|which|that)$/) &&
    has(after, 'ADP', 'DET') &&
    'VERB',
];

/** Words that stand for a subject as well as before one: "Both lived in Leith". */
const ALONE = /^(?:both|all|each|some|many|several|few|most|these|those|this|that)$/;
const isSubjectAlone = ({ before, after, twoBefore, token, clauseHasVerb }: Place): boolean =>
  is(before, ALONE) &&
  !clauseHasVerb &&
  (twoBefore === undefined || has(twoBefore, 'PUNCT', 'CCONJ', 'SCONJ')) &&
  is(token, /ed$/) &&
  has(after, 'ADP', 'DET', 'ADV');

/** Participles that have the plain form. */
const PARTICIPLES =
  /^(?:.*(?:cast|cut|hit|hurt|let|put|set|shut|split|spread|cost|run|come|become|read|beat|bet|shed|quit))$/;
const isBaseForm = ({ token }: Place): boolean => token.lower === token.lemma;

/** "the newly built town", "its best preserved hall" */
const PLAIN_PARTICIPLES = /^(?:built|made|found|sold|cut|bred|fed)$/;

/** For words tagged as verbs that are nouns or adjectives: "his plays", "the leading painter". */
const FOR_VERBS: readonly Rule[] = [
  // "Wireless charging is supported"
  ({ token, before, after, twoBefore, isFirst }) =>
    is(token, /ing$/) &&
    (isFirst || (twoBefore === undefined && has(before, 'NOUN', 'PROPN', 'ADJ'))) &&
    has(after, 'AUX') &&
    'NOUN',
  // "supports wireless charging at 15 W"
  (place) =>
    is(place.token, /ing$/) &&
    has(place.before, 'ADJ', 'NOUN') &&
    !is(place.before, /[^s]s$|ren$|^(?:people|men|women)$/) &&
    has(place.twoBefore, 'VERB') &&
    !isLinking(place.twoBefore?.lemma ?? '') &&
    !isNounNext(place) &&
    'NOUN',
  // "many tabs drain a battery"
  ({ token, before, after, twoAfter, clauseHasVerb }) =>
    !clauseHasVerb &&
    is(token, /s$/) &&
    has(before, 'NOUN', 'ADJ') &&
    has(after, 'NOUN') &&
    after?.lower === after?.lemma &&
    isVerb(after?.lower ?? '') &&
    has(twoAfter, 'DET') &&
    'NOUN',
  // "They are fish"
  (place) =>
    place.before?.lemma === 'be' &&
    has(place.before, 'AUX', 'VERB') &&
    isBaseForm(place) &&
    !PARTICIPLES.test(place.token.lower) &&
    'NOUN',
  ({ token, before, after }) => {
    const verbNext = has(after, 'AUX') || (has(after, 'VERB') && !is(after, /(ing|ed)$/));
    return is(token, /s$/) && (verbNext || before?.lemma === 'have') && 'NOUN';
  },
  ({ token, before }) =>
    NOUNS.has(token.lower) && !has(before, 'PART') && !is(before, /^(who|which|that|it|he|she)$/) && 'NOUN',
  (place) => {
    const adverb = has(place.before, 'ADV') && is(place.before, /ly$|^(most|more|least|best|well|much)$/);
    const opens =
      has(place.twoBefore, 'DET', 'CCONJ', 'ADP', 'ADV', 'PUNCT') || isPossessive(place.twoBefore);
    const isParticiple = isParticipleForm(place) || PLAIN_PARTICIPLES.test(place.token.lower);
    return adverb && opens && isParticiple && isNounNext(place) && 'ADJ';
  },
  (place) =>
    place.before?.text === ',' &&
    is(place.twoAfter, /^(,|and|or)$/) &&
    isParticipleForm(place) &&
    isNounNext(place) &&
    'ADJ',
  (place) => ADJECTIVES.has(place.token.lower) && isNounNext(place) && 'ADJ',
  (place) => has(place.before, 'ADJ') && !isNounNext(place) && is(place.token, /ing$/) && 'VERB',
  (place) => {
    const { before } = place;
    const takesNoun = (has(before, 'DET', 'ADJ') && !isSubjectAlone(place)) || isPossessive(before);
    if (!before || !takesNoun || isLinking(before.lemma)) return false;
    if (!isNounNext(place)) return 'NOUN';
    return isParticipleForm(place) ? 'ADJ' : before.pos === 'ADJ' ? 'VERB' : 'NOUN';
  },
  ({ token, before, after }) => {
    const listed = before?.text === ',' || has(before, 'CCONJ');
    return listed && (after === undefined || has(after, 'PUNCT')) && is(token, /s$/) && 'NOUN';
  },
  (place) => place.before?.text === '-' && isNounNext(place) && 'ADJ',
  (place) => has(place.before, 'ADP') && isNounNext(place) && isBaseForm(place) && 'NOUN',
  // "100 g of cooked lentils"
  (place) => is(place.before, /^of$/) && isNounNext(place) && isParticipleForm(place) && 'ADJ',
  (place) =>
    has(place.before, 'PROPN', 'ADJ', 'NUM') &&
    isParticipleForm(place) &&
    has(place.after, 'NOUN') &&
    has(place.twoBefore, 'DET') &&
    'ADJ',
  (place) => {
    const ends = place.after === undefined || has(place.after, 'PUNCT');
    const compound = has(place.before, 'NOUN') && has(place.twoBefore, 'DET', 'ADP', 'ADJ');
    return ends && compound && !is(place.before, /s$/) && isBaseForm(place) && 'NOUN';
  },
  (place) =>
    has(place.before, 'CCONJ') &&
    has(place.twoBefore, 'NOUN') &&
    !place.clauseHasVerb &&
    isBaseForm(place) &&
    // "Fold in the flour and bake for 20 minutes"
    !(has(place.after, 'ADP') && has(place.twoAfter, 'NUM')) &&
    'NOUN',
];

const FOR_ANY: readonly Rule[] = [...BY_FORM, ...BY_PLACE];
const FOR_VERBS_TOO: readonly Rule[] = [...FOR_ANY, ...FOR_VERBS];

/** The tag of a word in its place. */
export function correctedTag(place: Place): Tag {
  for (const rule of place.token.pos === 'VERB' ? FOR_VERBS_TOO : FOR_ANY) {
    const tag = rule(place);
    if (tag) return tag;
  }
  return place.token.pos;
}
