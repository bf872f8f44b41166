/** Tags that the form of a word or a set phrase decides. */
import { isCapitalised, type Token } from '../tokens.ts';
import { monthNumber } from '../values/dates.ts';
import { has, is, isPossessive, type Rule } from './word-place.ts';

const PREPOSITIONS = new Set(['for', 'despite', 'including']);
/** "revolves around two families": verbs after which "around" counts nothing. */
const TURNS = /^(revolve|rotate|orbit|center|centre)$/;

const isMonth = (token: Token | undefined): boolean =>
  token !== undefined && isCapitalised(token) && monthNumber(token.lower) !== undefined;

/** In the order in which they apply. */
export const BY_FORM: readonly Rule[] = [
  ({ token }) => is(token, /^\d{3,4}s?$/) && 'NUM',
  ({ token }) => is(token, /^\d+(st|nd|rd|th)$/) && 'ADJ',
  ({ token }) => /^(BC|BCE|AD|CE)$/.test(token.text) && 'NOUN',
  // "from 10 am"
  ({ token, before }) => is(token, /^[ap]m$/) && has(before, 'NUM') && 'NOUN',
  ({ token, after }) => is(token, /^per$/) && is(after, /^cent$/) && 'ADJ',
  ({ token, after }) => is(token, /^(more|less|fewer|other)$/) && is(after, /^than$/) && 'ADV',
  ({ token, before, after }) =>
    is(token, /^than$/) && is(before, /^(more|less|fewer)$/) && has(after, 'NUM') && 'ADV',
  ({ token, before, after }) =>
    is(token, /^(about|around|over|nearly|almost|roughly)$/) &&
    has(after, 'NUM') &&
    !TURNS.test(before?.lemma ?? '') &&
    'ADV',
  // "around a quarter of all species"
  ({ token, after, twoAfter }) =>
    is(token, /^(about|around|over|nearly|almost|roughly)$/) &&
    is(after, /^(?:an?|half|one)$/) &&
    is(twoAfter, /^(?:quarter|third|half|fifth|dozen|hundred|thousand|million|billion)$/) &&
    'ADV',
  ({ token, before, after, isFirst }) => {
    const inName = !isFirst && isCapitalised(token) && (isCapitalised(before) || isCapitalised(after));
    const title = has(token, 'PRON') && has(before, 'PROPN') && is(token, /^wh/);
    return inName && (title || has(token, 'ADV', 'SCONJ')) && !is(before, /^[.:]$/) && 'PROPN';
  },
  // "the planet nearest the Sun"
  ({ token, before, after }) =>
    is(token, /^(?:nearest|closest|opposite)$/) && has(before, 'NOUN') && has(after, 'DET', 'PROPN') && 'ADP',
  ({ token, after }) => is(token, /^such$/) && is(after, /^as$/) && 'ADP',
  ({ token, after }) => is(token, /^as$/) && !has(token, 'ADP') && (has(after, 'PRON') ? 'SCONJ' : 'ADP'),
  ({ token }) => PREPOSITIONS.has(token.lower) && 'ADP',
  ({ token, after }) => is(token, /^to$/) && has(after, 'VERB') && !is(after, /s$/) && 'PART',
  ({ token, after }) => is(token, /^to$/) && has(after, 'SYM', 'NUM') && 'ADP',
  ({ token, after }) =>
    is(token, /^(according|due|because|thanks|prior|instead)$/) && is(after, /^(to|of)$/) && 'ADP',
  ({ token, after }) =>
    is(token, /^(until|since)$/) &&
    (has(after, 'NUM', 'DET') || isPossessive(after) || isMonth(after)) &&
    'ADP',
  // "is far longer than", "lies north of"
  ({ token, after }) =>
    has(token, 'NOUN', 'ADV', 'VERB') &&
    is(token, /^(?!other|rather|never|after).*er$/) &&
    is(after, /^than$/) &&
    'ADJ',
  ({ token, after }) =>
    is(token, /^(north|south|east|west)$/) && is(after, /^of$/) && !isCapitalised(token) && 'NOUN',
  ({ token, before }) => is(token, /^(last|first|next)$/) && has(before, 'DET') && 'ADJ',
  // "was first given in 1969", "First given in 1969, the prize ..."
  ({ token, before, after, isFirst }) =>
    is(token, /^(last|first)$/) &&
    (isFirst || before?.lemma === 'be') &&
    (has(after, 'VERB') || is(after, /^given$/)) &&
    'ADV',
  ({ token, before }) => is(token, /^given$/) && has(token, 'NOUN') && has(before, 'ADV', 'AUX') && 'VERB',
  // "is no longer a member"
  ({ token, before, after }) =>
    ((is(token, /^no$/) && is(after, /^longer$/)) || (is(token, /^longer$/) && is(before, /^no$/))) && 'ADV',
  ({ token, before }) =>
    /^(I|II|III|IV|V|VI|VII|VIII|IX|X)$/.test(token.text) && has(before, 'PROPN') && 'PROPN',
];
