/**
 * What a response has in the place of what all samples have: "insulin is secreted by the liver" where all of them speak of the
 * pancreas.
 *
 * Where a question asks for one thing, a clause that begins the response or tells of what is asked may say one thing that neither
 * the question nor any sample says, and nothing else that they do not. It has it in the place of the one thing that all samples
 * say and the response never does, if both are of a kind and cannot be told of at once. A clause may tell more where it says who
 * does what is asked, or where the two are alternatives.
 */
import { memoize } from '../../common/memoize.ts';
import { wordKey } from '../../english/content-words.ts';
import { participantsOf } from '../../english/frames/participants.ts';
import { readFrames } from '../../english/frames/read-frames.ts';
import { hasAlternatives } from '../../english/lexicon/alternatives.ts';
import { areBeside, areOneNoun, isKnownNoun } from '../../english/lexicon/noun-trees.ts';
import { isPeople, isPlace, overlaps } from '../../english/lexicon/places.ts';
import { areInitials } from '../../english/lexicon/same-names.ts';
import { STOP_WORDS } from '../../english/lexicon/stop-words.ts';
import { isSortal } from '../../english/lexicon/sortal-nouns.ts';
import { isLight, isCopular, isPhase, isSameVerb } from '../../english/lexicon/verbs.ts';
import { isLimited, plainClausesOf, spanOf } from '../../english/plain-clauses.ts';
import { actAsked, asksForOne, questionOf } from '../../english/question.ts';
import { isCapitalised, readText, type Token } from '../../english/tokens.ts';
import { MEASURE_OF } from '../../english/values/units.ts';
import type { Span } from '../../passage.ts';
import { fold, foldedName } from '../../text/fold.ts';
import type { Reversal } from './reversed.ts';

type Kind = 'name' | 'noun';

interface Phrase {
  kind: Kind;
  tokens: readonly Token[];
}

/** What a sample says by the words that all have. */
interface Common extends Phrase {
  /** Its sentence. */
  quote: Span;
}

/** A phrase of the response, and what each sample has in its place. */
interface Rival {
  phrase: Phrase;
  /** Of the clause, or of its verb. */
  span: Span;
  others: readonly (Common | null)[];
}

type Clause = readonly Token[];

const LEAST_SAMPLES = 2;

/** @returns for each sample what it has in the place of something in the response */
export function substitutedIn(prompt: string, response: string, samples: readonly string[]): Reversal[][] {
  const found = samples.map((): Reversal[] => []);
  const question = questionOf(prompt);
  if (samples.length < LEAST_SAMPLES || !asksForOne(question)) return found;
  const common = commonTo(samples, [question, response]);
  if (common.size === 0) return found;
  const isKnown = knownOf([question, ...samples]);
  // what the prompt speaks of is no answer to it
  const given = new Set(contentOf(prompt).map(keyOf));
  const isGiven = (token: Token) => isKnown(token) || given.has(keyOf(token));
  const commonOf = memoize((kind) => samples.map((sample) => commonIn(sample, kind as Kind, common)));
  const isAsked = knownOf([question]);
  const clauses = clausesIn(response).filter(
    (tokens, index) => index === 0 || tokens.some((token) => isContent(token) && isAsked(token)),
  );
  const rivals = clauses.flatMap((clause) => {
    const phrase = strangeIn(clause, isKnown);
    if (phrase === null || phrase.tokens.every((token) => given.has(keyOf(token)))) return [];
    const others = commonOf(phrase.kind);
    const holds = (test: typeof areCompatible) =>
      others.every((other) => other !== null && test(phrase, other));
    if (!holds((one, other) => !areCompatible(one, other))) return [];
    const isToldAlike = clause.some((token) => tells(token) && isKnown(token));
    return [
      { phrase, span: spanOf(clause), others, rank: 2 * Number(holds(areAlternative)) + Number(isToldAlike) },
    ];
  });
  const most = Math.max(...rivals.map(({ rank }) => rank));
  const [best, another] = rivals.filter(({ rank }) => rank === most);
  const rival =
    best !== undefined && another === undefined
      ? best
      : (actorIn(response, question, isGiven, commonOf('name')) ??
        alternativeIn(clauses, isGiven, samples, common));
  if (rival === null) return found;
  for (const [sample, other] of rival.others.entries())
    if (other !== null) found[sample]?.push(instead(rival, other, response, samples[sample] as string));
  return found;
}

/** Null where there are several. */
const onlyOf = ([first, another]: readonly Rival[]): Rival | null =>
  another === undefined ? (first ?? null) : null;

/**
 * The one noun of the clauses, new to the prompt and the samples, that is an alternative of what all of these say. Of two colours
 * or two organs a text that answers the question gives the one that is asked for, so that its verb may be new: "feed on eucalyptus".
 */
function alternativeIn(
  clauses: readonly Clause[],
  isGiven: (token: Token) => boolean,
  samples: readonly string[],
  common: ReadonlySet<string>,
): Rival | null {
  const [first = []] = samples.map((sample) => nounsIn(sample, common));
  const rivals = clauses
    .filter((clause) => !isLimited(clause))
    .flatMap((clause) =>
      clause
        .filter((token) => !isCapitalised(token) && isContent(token) && !isGiven(token))
        .flatMap((token) => {
          const phrase: Phrase = { kind: 'noun', tokens: [token] };
          const other = first.find((one) => areAlternative(phrase, one) && !areCompatible(phrase, one));
          if (other === undefined) return [];
          const key = keyOf(other.tokens[0] as Token);
          const others = samples.map((sample) => nounsIn(sample, new Set([key]))[0] ?? null);
          return [{ phrase, span: spanOf(clause), others }];
        }),
    );
  return onlyOf(rivals);
}

/** Nouns of a text by their keys, each alone. */
const nounsIn = (text: string, keys: ReadonlySet<string>): Common[] =>
  readText(text).sentences.flatMap((tokens) =>
    tokens
      .filter(
        (token, index) =>
          keys.has(keyOf(token)) && (index === 0 || !isCapitalised(token)) && isKnownNoun(token.lower),
      )
      .map((token): Common => ({ kind: 'noun', tokens: [token], quote: spanOf(tokens) })),
  );

/** The one new name that is said to do what the question asks who does; whatever else its clause tells. */
function actorIn(
  response: string,
  question: string,
  isGiven: (token: Token) => boolean,
  others: Rival['others'],
): Rival | null {
  const act = actAsked(question);
  if (act === '') return null;
  const actors = readFrames(response)
    .flat()
    .flatMap((frame): Rival[] => {
      const { agent } = participantsOf(frame);
      if (agent === null || frame.denied || frame.joint !== '' || !isSameVerb(frame.verb, act)) return [];
      const name = agent.tokens.filter(isContent);
      if (!name.some(isCapitalised) || name.some(isGiven)) return [];
      const phrase: Phrase = { kind: 'name', tokens: name };
      return others.every((other) => other !== null && !areCompatible(phrase, other))
        ? [{ phrase, span: { start: frame.start, end: frame.end }, others }]
        : [];
    });
  return onlyOf(actors);
}

const instead = (
  { phrase, span: said }: Rival,
  other: Common,
  response: string,
  sample: string,
): Reversal => {
  const [span, its] = [spanOf(phrase.tokens), spanOf(other.tokens)];
  return {
    kind: 'sort',
    verbs: [span, said],
    value: response.slice(span.start, span.end),
    instead: sample.slice(its.start, its.end),
    quote: other.quote,
  };
};

const isContent = ({ lower, lemma, pos }: Token): boolean =>
  !/^(?:PUNCT|SYM|SPACE|DET|PRON|PART|ADV|SCONJ|CCONJ|ADP)$/.test(pos) &&
  !STOP_WORDS.has(lower) &&
  !isSortal(lemma);
/** Whether it is a verb that tells more than that something is. */
const tells = (token: Token): boolean =>
  token.pos === 'VERB' && isContent(token) && !isLight(token.lemma) && !isCopular(token.lemma);
const keyOf = ({ text }: Token): string => wordKey(text);

const contentOf = (text: string): Token[] =>
  readText(text).sentences.flatMap((tokens) => tokens.filter(isContent));

/** Keys of the words that all texts have and none of the others. */
function commonTo([first = '', ...rest]: readonly string[], others: readonly string[]): Set<string> {
  const without = new Set(others.flatMap((text) => readText(text).sentences.flat().map(keyOf)));
  let common = new Set(
    contentOf(first)
      .map(keyOf)
      .filter((key) => !without.has(key)),
  );
  for (const text of rest) {
    if (common.size === 0) break;
    common = new Set(
      contentOf(text)
        .map(keyOf)
        .filter((key) => common.has(key)),
    );
  }
  return common;
}

/** Whether one of the texts has a word, or says the same by another verb. */
function knownOf(texts: readonly string[]): (token: Token) => boolean {
  const tokens = texts.flatMap(contentOf);
  const keys = new Set(tokens.map(keyOf));
  const verbs = [...new Set(tokens.flatMap(({ pos, lemma }) => (pos === 'VERB' ? [lemma] : [])))];
  const isSaid = memoize(
    (verb) => isLight(verb) || isCopular(verb) || verbs.some((other) => isSameVerb(verb, other)),
  );
  return (token) => keys.has(keyOf(token)) || (token.pos === 'VERB' && isSaid(token.lemma));
}

const clausesIn = (text: string): Clause[] =>
  plainClausesOf(text).flatMap(({ tokens }) => (tokens.some(isContent) ? [tokens] : []));

/** What alone a clause says that is not known; null where that is nothing, more than one phrase, or no noun or name. */
function strangeIn(tokens: Clause, isKnown: (token: Token) => boolean): Phrase | null {
  if (isLimited(tokens)) return null;
  if (!tokens.some(({ pos }) => pos === 'VERB' || pos === 'AUX')) return null;
  const isStarted = tokens.some((token) => token.pos === 'VERB' && isContent(token) && isKnown(token));
  const strange = tokens.filter(
    (token) =>
      isContent(token) && !isKnown(token) && !(isStarted && token.pos === 'VERB' && isPhase(token.lemma)),
  );
  const last = strange.at(-1);
  if (last === undefined) return null;
  // "a French painter": what is told is the noun
  const said = isCapitalised(last)
    ? strange
    : strange.filter((token) => token === last || !isModifier(token));
  const [from, to] = [tokens.indexOf(said[0] as Token), tokens.indexOf(last)];
  const run = tokens.slice(from, to + 1);
  if (run.length !== said.length) return null;
  const kind = kindOf(run);
  if (kind === null) return null;
  // a part of a longer name tells of it as a whole
  const isPart =
    kind === 'name' && [tokens[from - 1], tokens[to + 1]].some((token) => token?.pos === 'PROPN');
  return isPart || tokens[from - 1]?.pos === 'NUM' ? null : { kind, tokens: run };
}

const isModifier = ({ pos, lower }: Token): boolean => pos === 'ADJ' || isPeople(lower);

/** Of words side by side; null where they are neither a name nor a noun with what goes before it. */
function kindOf(tokens: readonly Token[]): Kind | null {
  if (tokens.every((token) => isCapitalised(token) && /^(?:PROPN|NOUN|ADJ)$/.test(token.pos))) return 'name';
  const last = tokens.at(-1) as Token;
  const isNoun = (last.pos === 'NOUN' && !MEASURE_OF.has(last.lemma)) || hasAlternatives(last.lower);
  const isNominal = (token: Token) => /^(?:NOUN|ADJ)$/.test(token.pos) || hasAlternatives(token.lower);
  return isNoun && tokens.every((token) => !isCapitalised(token) && isNominal(token)) ? 'noun' : null;
}

/** What a sample says by the words that all have, of a kind; null where that is nothing or more than one phrase. */
function commonIn(text: string, kind: Kind, common: ReadonlySet<string>): Common | null {
  let found: Common | null = null;
  for (const tokens of readText(text).sentences) {
    const held = tokens.filter((token, index) => {
      const isNamed = isCapitalised(token) && (index > 0 || token.pos === 'PROPN');
      // "Willow is used for the blade"
      const isNoun = index === 0 ? isKnownNoun(token.lower) : !isNamed && kindOf([token]) !== null;
      const isNamable = kind === 'name' ? isNamed : isNoun;
      return isNamable && isContent(token) && common.has(keyOf(token));
    });
    const [first] = held;
    if (first === undefined) continue;
    const from = tokens.indexOf(first);
    const end = tokens.findIndex((token, index) => index > from && isContent(token) && !held.includes(token));
    const inside = held.filter((token) => end < 0 || token.start < (tokens[end] as Token).start);
    const run = tokens.slice(from, tokens.indexOf(inside.at(-1) as Token) + 1);
    const keys = new Set(run.map(keyOf));
    if (!held.every((token) => keys.has(keyOf(token)))) return null;
    found ??= { kind, tokens: kind === 'name' ? wholeName(tokens, run) : run, quote: spanOf(tokens) };
  }
  return found;
}

/** With the words of the name on both sides that not all samples have, or that the question has, too: "Ho Chi Minh City". */
function wholeName(tokens: readonly Token[], run: readonly Token[]): readonly Token[] {
  let [from, to] = [tokens.indexOf(run[0] as Token), tokens.indexOf(run.at(-1) as Token)];
  while (tokens[from - 1]?.pos === 'PROPN') from--;
  while (isCapitalised(tokens[to + 1])) to++;
  return tokens.slice(from, to + 1);
}

/** As many letters that two words begin with make them forms of one: "Chile", "Chilean". */
const SAME_LETTERS = 4;

const lastNoun = ({ tokens }: Phrase): string => fold(tokens.at(-1)?.text ?? '');

/** Two roles or sorts of which a thing is one. */
const areAlternative = (one: Phrase, other: Phrase): boolean =>
  one.kind === 'noun' && areBeside(lastNoun(one), lastNoun(other));

/** Whether both may be told, or be two names of one. */
function areCompatible(one: Phrase, other: Phrase): boolean {
  const beginnings = ({ tokens }: Phrase) => tokens.map(({ lower }) => lower.slice(0, SAME_LETTERS));
  const its = beginnings(other);
  if (beginnings(one).some((letters) => letters.length === SAME_LETTERS && its.includes(letters)))
    return true;
  const [own = '', name = ''] = [one, other].map(({ tokens }) =>
    foldedName(tokens.map(({ text }) => text).join(' ')),
  );
  if (isPlace(own) && isPlace(name)) return overlaps(own, name, 4);
  if (isPeople(own) !== isPeople(name)) return true;
  if (one.kind === 'name')
    return areInitials(own, name) || areInitials(own, name.slice(0, own.split(' ').length));
  return areOneNoun(lastNoun(one), lastNoun(other));
}
