/**
 * What a text affirms and denies, by the words of its clauses: its answer to a question of yes or no (by its first word, else by the
 * clause that says most of what is asked), and the claims of two texts of which one denies the other.
 */
import { memoize } from '../common/memoize.ts';
import type { Span } from '../passage.ts';
import { wordKey } from './content-words.ts';
import { areOpposites } from './lexicon/opposites.ts';
import { isSortal } from './lexicon/sortal-nouns.ts';
import { STOP_WORDS } from './lexicon/stop-words.ts';
import { topicsOf } from './lexicon/topics.ts';
import { isJoint, isLight, isSameVerb } from './lexicon/verbs.ts';
import { isLimited, partsAt, spanOf } from './plain-clauses.ts';
import { readText, type Token } from './tokens.ts';

interface YesOrNo {
  isYes: boolean;
  /** The clause that says so, in the text. */
  span: Span;
  /** The sentence of it. */
  sentence: Span;
  /** Whether the text opens with it: "Yes, ...". */
  isOpening: boolean;
}

const ASKING = /^(?:is|are|was|were|do|does|did|can|could|will|would|has|have|had|should|must|may)$/;
/** Of two things, or denied itself. */
const UNCLEAR =
  /^(?:or|tell|know|explain|describe|say|show|list|write|summari[sz]e|recommend|not|n['’]t|never|no|without|which|what|who|how|why|when|where)$/;
const YES = /^(?:yes|yep|yeah|sure|certainly|indeed|absolutely|definitely)\b/i;
const NO = /^(?:no|nope|never|don['’]t|not (?:really|exactly|quite|usually|necessarily|at all))\b/i;
/** "They did.", "it isn't;" */
const ECHO =
  /^(?:it|they|he|she|you|we|this|that|there) (?:is|are|was|were|do|does|did|can|could|will|would|has|have|had|should|must|may|wo|ca)( not|n['’]t)?\s*(?:[.,;:!–—]|$)/i;
const DENIAL =
  /^(?:not|n['’]t|never|no|nor|neither|without|cannot|none|nobody|nothing|hardly|outside|rather|instead)$/;
/** What holds under a condition is neither. */
const CONDITION = /^(?:yet|unless|only|if|until|till|except|some|sometimes|may|might|once|former|formerly)$/;
const isCondition = ({ lower }: Token, index: number, clause: readonly Token[]): boolean =>
  CONDITION.test(lower) ||
  (lower === 'longer' && clause[index - 1]?.lower === 'no') ||
  // "fine as long as nobody is bothered"
  (lower === 'long' && clause[index + 1]?.lower === 'as');
const BREAK =
  /^(?:[,;:()–—]|and|but|while|whereas|although|though|which|who|whose|that|when|where|because|since|so)$/;

/** "whales are mammals rather than fish" */
const CONTRAST = /^(?:rather|instead)$/;

const isContent = ({ lower, pos }: Token): boolean =>
  /^(?:NOUN|PROPN|VERB|ADJ)$/.test(pos) && !STOP_WORDS.has(lower) && !isLight(lower);

/** Words of a question that is put at once. */
const MOST_ASKED = 20;

interface Asked {
  /** Keys. */
  subject: ReadonlySet<string>;
  predicate: readonly Token[][];
}

/** What a question asks of its subject; null where it is no plain question of yes or no. */
const askedIn = memoize((question): Asked | null => {
  const tokens = (readText(question).sentences.at(-1) ?? []).filter(({ pos }) => pos !== 'PUNCT');
  if (!ASKING.test(tokens[0]?.lower ?? '') || tokens.some(({ lower }) => UNCLEAR.test(lower))) return null;
  // "Is honey safe?": what stands right behind the verb is no other verb
  const isNoun = (index: number) =>
    /^(?:NOUN|PROPN|PRON)$/.test(tokens[index]?.pos ?? '') || (index === 1 && tokens[1]?.pos === 'VERB');
  const first = tokens.findIndex((_, index) => index > 0 && isNoun(index));
  let end = first + 1;
  while (end > 0 && (isNoun(end) || (tokens[end]?.lower === 'and' && isNoun(end + 1)))) end++;
  // "Are whales fish?"
  const from = end === tokens.length && end > first + 1 ? end - 1 : end;
  const predicate = namesIn(tokens.slice(from)).filter((words) => words.every(isContent));
  const subject = new Set(tokens.slice(1, from).map(({ text }) => wordKey(text)));
  return end === 0 || predicate.length === 0 || predicate.length > MOST_ASKED ? null : { subject, predicate };
});

type Match = 'same' | 'opposite' | null;
type Matching = (asked: Token, said: Token) => Match;
function matchOf(asked: Token, said: Token): Match {
  if (wordKey(asked.text) === wordKey(said.text)) return 'same';
  if (areOpposites(asked.lower, said.lower)) return 'opposite';
  if (asked.pos === 'VERB' && said.pos === 'VERB' && isSameVerb(asked.lemma, said.lemma)) return 'same';
  return null;
}

const matchOfSame: Matching = (asked, said) => (wordKey(asked.text) === wordKey(said.text) ? 'same' : null);

/** Of opposite acts both may have been done: "he joined the club in 1993", "he left the club in 2001". */
function matchOfState(asked: Token, said: Token): Match {
  const match = matchOf(asked, said);
  return match === 'opposite' && asked.pos === 'VERB' && said.pos === 'VERB' ? null : match;
}

/** "Did he have a wife?", "he never married" */
function matchOfTopic(asked: Token, said: Token): Match {
  const topics = topicsOf([asked]);
  const isOfTopic = () => [...topicsOf([said])].some((topic) => topics.has(topic));
  return matchOf(asked, said) ?? (isOfTopic() ? 'same' : null);
}

/** @returns null where the question is none of yes or no, or the text has no answer to it */
export function answerTo(question: string, text: string): YesOrNo | null {
  const asked = askedIn(question);
  if (asked === null) return null;
  const { sentences } = readText(text);
  const told = clauseOf(asked, sentences);
  const isYes = openingOf(text.trimStart());
  if (isYes === null) return told;
  if (told?.isYes === isYes) return { ...told, isOpening: true };
  const opening = spanOf(sentences[0] ?? []);
  return { isYes, span: opening, sentence: opening, isOpening: true };
}

function openingOf(text: string): boolean | null {
  if (YES.test(text)) return true;
  if (NO.test(text)) return false;
  const echo = ECHO.exec(text);
  return echo === null ? null : echo[1] === undefined;
}

/** The first of the clauses that say most of what is asked; of its words the first tells most. */
function clauseOf({ subject, predicate }: Asked, sentences: readonly (readonly Token[])[]): YesOrNo | null {
  let best: YesOrNo | null = null;
  let most = 0;
  // "a sort of fish"
  const telling = Math.max(
    0,
    predicate.findIndex((words) => !words.every(({ lemma }) => isSortal(lemma))),
  );
  for (const sentence of sentences)
    for (const clause of clausesOf(sentence)) {
      const matches = matchesIn(predicate, clause, matchOfTopic);
      const count = matches.reduce(
        (sum, match, index) => sum + (match === null ? 0 : index === 0 ? 2 : 1),
        0,
      );
      if (count <= most || matches[telling] === null) continue;
      most = count;
      const isYes = isSaid(clause, matches) !== isTurned(clause, subject);
      best = { isYes, span: spanOf(clause), sentence: spanOf(sentence), isOpening: false };
    }
  return best;
}

/** What a clause has of each of some words, names of several words as a whole; all null of what holds under a condition. */
function matchesIn(predicate: readonly Token[][], clause: readonly Token[], match: Matching): Match[] {
  const hasVerb = clause.some(({ pos }) => pos === 'VERB' || pos === 'AUX');
  // "he never married": the tagger finds no verb there
  const isPlain = hasVerb || clause.some(({ lower }) => DENIAL.test(lower));
  if (!isPlain || clause.some(isCondition)) return predicate.map(() => null);
  const initials = initialsIn(clause);
  return predicate.map((words) => {
    if (initials.has(initialsOf(words)) || clause.some(({ text }) => text === initialsOf(words)))
      return 'same';
    const found = words.map(
      (word) => clause.map((said) => match(word, said)).find((found) => found !== null) ?? null,
    );
    return found.every((one) => one !== null) ? (found[0] as Match) : null;
  });
}

/** "Mercury is hotter than Venus", asked whether Venus is hotter than Mercury. */
function isTurned(clause: readonly Token[], subject: ReadonlySet<string>): boolean {
  const than = clause.findIndex(({ lower }) => lower === 'than');
  return than >= 0 && clause.slice(than).some(({ text }) => subject.has(wordKey(text)));
}

const isSaid = (clause: readonly Token[], matches: readonly Match[]): boolean =>
  clause.some(({ lower }) => DENIAL.test(lower)) === matches.includes('opposite');

/** "not well received": received it was. */
const isMannerDenied = ({ lower }: Token, index: number, clause: readonly Token[]): boolean =>
  DENIAL.test(lower) && (clause[index + 1]?.pos === 'ADV' || clause[index + 1]?.lower === 'well');

/** Two verbs of which the second has another subject: "cannot be seen are protected", with "those who" before. */
function isOfTwo(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex(({ pos }) => pos === 'VERB');
  return at >= 0 && tokens.slice(at + 1).some(({ lower }) => FINITE.test(lower));
}
const FINITE = /^(?:is|are|was|were|has|had|does|did)$/;

/** "stones with no free points are captured", "despite having almost no training": what is denied is no predicate. */
function isDeniedAside(tokens: readonly Token[], index: number, verb: number): boolean {
  const { lower } = tokens[index] as Token;
  if (lower === 'outside') return tokens[index - 1]?.pos === 'DET';
  if (lower === 'without') return true;
  return (
    lower === 'no' &&
    index > 0 &&
    tokens.slice(0, index).some((token, at) => token.pos === 'ADP' && at !== verb)
  );
}

/** "to stop signals being jammed" */
const isHindered = (clause: readonly Token[]): boolean =>
  clause.some(({ lemma }) => /^(?:stop|prevent|avoid|keep)$/.test(lemma)) &&
  clause.some(({ lower }) => lower === 'being' || lower === 'from');

/** "does not reach a square that is attacked": of others nothing is denied. */
function isOfSome(clause: readonly Token[], sentence: readonly Token[]): boolean {
  const last = clause.at(-1);
  const next = sentence[last === undefined ? -1 : sentence.indexOf(last) + 1];
  return /^(?:NOUN|ADJ)$/.test(last?.pos ?? '') && /^(?:that|which|who|whom|whose)$/.test(next?.lower ?? '');
}

/** What a clause says of its subject, or denies. */
interface PolarClause {
  subject: ReadonlySet<string>;
  predicate: readonly Token[][];
  isDenied: boolean;
  span: Span;
  sentence: Span;
  /** Whether the text has no other sentence. */
  isAlone: boolean;
  tokens: readonly Token[];
}

/** Words of one clause at most. */
const FEW = 4;

export const claimsOf = memoize((text): readonly PolarClause[] =>
  readText(text).sentences.flatMap((sentence, _, { length }) =>
    clausesOf(sentence).flatMap((tokens) => {
      const verb = tokens.findIndex(({ pos }) => pos === 'VERB' || pos === 'AUX');
      const predicate = namesIn(tokens.slice(verb)).filter((words) => words.every(isContent));
      const isNumbered = tokens.some(({ pos }) => pos === 'NUM');
      if (verb < 0 || isNumbered || predicate.length === 0 || predicate.length > FEW) return [];
      if (tokens.some(isCondition) || tokens.some(isMannerDenied) || isOfTwo(tokens)) return [];
      if (tokens.some((_, index) => isDeniedAside(tokens, index, verb))) return [];
      if (isLimited(tokens.filter(({ lower }) => !DENIAL.test(lower)))) return [];
      // "promised that it would come", "days not taken are lost"
      if (tokens[verb]?.lower === 'would' || tokens[verb - 1]?.lower === 'not') return [];
      const isDenied = tokens.some(({ lower }) => DENIAL.test(lower));
      if ((isDenied && isOfSome(tokens, sentence)) || isHindered(tokens)) return [];
      const subject = new Set(
        tokens
          .slice(0, verb)
          .filter(isContent)
          .map(({ text: word }) => wordKey(word)),
      );
      const isAlone = length === 1;
      return [
        { subject, predicate, isDenied, isAlone, span: spanOf(tokens), sentence: spanOf(sentence), tokens },
      ];
    }),
  ),
);

/** Words that two clauses of longer texts have both: by one alone those on two matters may meet. */
const LEAST_SHARED = 2;

/** Whether one says of the same subject what the other denies: all words of the shorter stand in the other. */
export function areDenied(one: PolarClause, other: PolarClause): boolean {
  const [short, long] = one.predicate.length <= other.predicate.length ? [one, other] : [other, one];
  const isShared = [...one.subject].some((key) => other.subject.has(key));
  const isOfBoth = ({ tokens }: PolarClause) => tokens.some(({ lower }) => isJoint(lower));
  if (isOfBoth(one) !== isOfBoth(other)) return false;
  // "the inlet valve", "both valves in the second stroke"
  const isMore = ({ subject }: PolarClause, than: PolarClause) =>
    [...subject].some((key) => !than.subject.has(key));
  if (isShared && isMore(one, other) && isMore(other, one)) return false;
  if (!isShared && one.subject.size > 0 && other.subject.size > 0) return false;
  // of one word alone no other will do, where nothing says that it is told of the same
  const isBare = short.predicate.length === 1 && !isShared;
  const matches = matchesIn(short.predicate, long.tokens, isBare ? matchOfSame : matchOfState);
  if (!matches.every((match) => match !== null)) return false;
  const shared = [...one.subject].filter((key) => other.subject.has(key)).length;
  if (shared + matches.length < LEAST_SHARED && !one.isAlone && !other.isAlone) return false;
  const isOpposite = matches.includes('opposite');
  // "he lost", "the document was lost"
  if (isOpposite && !isShared) return false;
  return (one.isDenied !== other.isDenied) !== isOpposite;
}

/** "EU" of "European Union"; of one word the word. */
const initialsOf = (words: readonly Token[]): string =>
  words.length < 2 ? (words[0]?.text ?? '') : words.map(({ text }) => text.slice(0, 1)).join('');

/** Of each name of several words. */
const initialsIn = (tokens: readonly Token[]): Set<string> =>
  new Set(
    namesIn(tokens)
      .filter((words) => words.length > 1)
      .map(initialsOf),
  );

/** Words, those of a name together. */
function namesIn(tokens: readonly Token[]): Token[][] {
  const found: Token[][] = [];
  for (const [index, token] of tokens.entries())
    if (token.pos === 'PROPN' && tokens[index - 1]?.pos === 'PROPN') found.at(-1)?.push(token);
    else found.push([token]);
  return found;
}

const clausesOf = (sentence: readonly Token[]): Token[][] => partsAt(sentence, BREAK).flatMap(contrasted);

/** The clause, and what it holds against something else, with the word that does. */
function contrasted(clause: Token[]): Token[][] {
  const at = clause.findIndex(({ lower }, index) => index > 0 && CONTRAST.test(lower));
  return at < 0 ? [clause] : [clause.slice(0, at), ...contrasted(clause.slice(at))];
}
