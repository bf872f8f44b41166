/** Readies the tokens of a sentence for the chunker: corrected tags, names kept whole, no spaces, quotation marks or backticks. */
import { isCapitalised, isNoun, takeUntil, type Token, withTag } from '../tokens.ts';
import { beginsStep, isVerb } from '../lexicon/verbs.ts';
import { correctedTag } from './tag-rules.ts';

/** Of each word whether it and the next, both capitalised, stand so in the prompt: "Spirited Away". */
function startsOfGivenNames(tokens: readonly Token[], prompt: string): boolean[] {
  return tokens.map(
    (token, index) =>
      isCapitalised(token) &&
      isCapitalised(tokens[index + 1]) &&
      prompt.includes(`${token.text} ${tokens[index + 1]?.text}`),
  );
}

/**
 * Takes the "and" and "the" of a name the prompt gives ("Saint Vincent and the Grenadines") for parts of it.
 *
 * @param tokens with mended tags
 */
export function joinNames(tokens: readonly Token[], prompt: string): Token[] {
  if (prompt === '') return [...tokens];
  const given = prompt.toLowerCase();
  const starts = startsOfGivenNames(tokens, prompt);
  return Array.from(tokens, (token, index) => {
    if (starts[index] || starts[index - 1]) return withTag(token, 'PROPN');
    const joint =
      token.lower === 'and'
        ? index
        : tokens[index - 1]?.lower === 'and' && token.lower === 'the'
          ? index - 1
          : -1;
    const next = tokens[joint + 1]?.lower === 'the' ? joint + 2 : joint + 1;
    const [left, right] = [tokens[joint - 1], tokens[next]];
    if (joint < 0 || left?.pos !== 'PROPN' || right?.pos !== 'PROPN') return token;
    const name = tokens
      .slice(joint - 1, next + 1)
      .map(({ lower }) => lower)
      .join(' ');
    return given.includes(name) ? withTag(token, 'PROPN') : token;
  });
}

/** Nouns that are as often verbs. */
const NOUN_OR_VERB =
  /^(guarantee|ensure|mark|form|cause|cover|share|host|control|influence|feature|need|offer|face|lead|support)s?$/;

/** Verbs whose past is their plain form: "the repair cost ten crowns". */
const SAME_IN_PAST = /^(?:cost|cut|hit|put|set|let|spread)$/;

/** "drivers use", "a book costs": whether the second may be the verb of the first, which has an ending where that has none. */
function agrees(noun: Token, verb: Token): boolean {
  const isPlural = /[^s]s$/.test(noun.lower) && (noun.pos === 'PROPN' || noun.lower !== noun.lemma);
  return verb.pos === 'NOUN' && (SAME_IN_PAST.test(verb.lower) || isPlural === (verb.lower === verb.lemma));
}

/** Whether an object begins here: "the app", "ten cents", "$10", "drivers a fee", "blood to the lungs". */
const opensObject = (first: Token | undefined, second: Token | undefined): boolean =>
  /^(DET|NUM|PRON)$/.test(first?.pos ?? '') ||
  (first?.pos === 'SYM' && second?.pos === 'NUM') ||
  (first?.pos === 'NOUN' && /^(DET|ADP)$/.test(second?.pos ?? ''));

/** "rises in the west", "turns red after a minute": a known verb, and where, when or how. */
function precedesAdverbial({ lemma }: Token, after: Token | undefined, twoAfter: Token | undefined): boolean {
  const isPlace = (token: Token | undefined) => token?.pos === 'ADP' && token.lower !== 'of';
  return isVerb(lemma) && (isPlace(after) || (after?.pos === 'ADJ' && isPlace(twoAfter)));
}

/** "each side", "light" */
const isNounTakenForOther = (token: Token | undefined, before: Token | undefined): boolean =>
  token?.pos === 'ADJ' && (before?.pos === 'DET' || token.lower === 'light');

/** "Place in the oven", "Whisk three eggs", "Drain the pasta": the first word of what has no other verb, as in a recipe. */
const isCommand = ([first, next, twoNext]: readonly Token[]): boolean => {
  if (!isNoun(first)) return false;
  // "Rust 1.0, the first release"
  const isCounted =
    /^(?:NUM|DET)$/.test(next?.pos ?? '') && /^(?:NOUN|ADJ|PROPN|NUM)$/.test(twoNext?.pos ?? '');
  const isPlaced = /^(?:ADP|ADV)$/.test(next?.pos ?? '') && next?.lower !== 'of';
  return (
    (isVerb(first?.lower ?? '') && (isCounted || isPlaced)) ||
    (beginsStep(first?.lower ?? '') && /^(?:NOUN|ADJ)$/.test(next?.pos ?? ''))
  );
};

/**
 * Where a clause got no verb, what may be one: its first word, or the first between two nouns: "its checker guarantees safety". Where
 * it opens with an adverbial or names its subject twice, the verb stands behind a comma: "In a vacuum, light travels at",
 * "Kilimanjaro, a volcano in Tanzania, rises to".
 */
function verbOfClause(tokens: readonly Token[]): Token[] {
  const clause = takeUntil(tokens, ({ text, pos }) => /^[;:]$/.test(text) || pos === 'SCONJ');
  const verb = missingVerbIn(clause);
  return Array.from(tokens, (token, index) => {
    if (index === verb) return withTag(token, 'VERB');
    return index === verb - 1 && isNounTakenForOther(token, tokens[index - 1])
      ? withTag(token, 'NOUN')
      : token;
  });
}

/** Where it stands; -1 where a verb is there or none is missing. */
function missingVerbIn(clause: readonly Token[]): number {
  const commas = clause.flatMap(({ text }, index) => (text === ',' ? [index] : []));
  const [comma = clause.length, second = clause.length] = commas;
  // "Mash three bananas and mix them": one command beside another
  const joined = clause.findIndex(
    ({ pos }, index) => pos === 'CCONJ' && isBaseVerb(clause[index + 1]) && isCommand(clause),
  );
  const first = joined < 0 ? comma : Math.min(joined, comma);
  // "to hire" is no verb of a clause
  const isOfClause = ({ pos }: Token, index: number) =>
    pos === 'AUX' || (pos === 'VERB' && clause[index - 1]?.pos !== 'PART');
  const hasVerb = (from: number, to: number) =>
    clause.some((token, index) => index >= from && index < to && isOfClause(token, index));
  const verbIn = (from: number, to: number) =>
    hasVerb(from, to)
      ? -1
      : clause.findIndex((_, index) => {
          if (index < from || index >= to) return false;
          return index === 0 ? isCommand(clause) : index > from && isVerbBehind(clause, index);
        });
  if (hasVerb(0, first)) return -1;
  const verb = verbIn(0, first);
  if (verb >= 0) return verb;
  if (clause[0]?.pos === 'ADP') return verbIn(first + 1, second);
  const behind = clause[second + 1];
  const isNamedTwice = commas.length === 2 && /^(?:DET|PRON|PROPN)$/.test(clause[first + 1]?.pos ?? '');
  const isMissing = isNamedTwice && behind?.pos === 'NOUN' && !hasVerb(second, clause.length);
  return isMissing && isFiniteForm(behind) && opensTold(clause, second + 1) ? second + 1 : -1;
}

/** "Express shipping takes", "Overdose can": no command, since the verb of what it opens follows. */
function withoutCommand(tokens: readonly Token[]): Token[] {
  const [first, second] = tokens;
  const isCommandLike = first?.pos === 'VERB' && first.lower === first.lemma;
  const hasNoun = (second?.pos === 'NOUN' && !/s$/.test(second.lower)) || /ing$/.test(second?.lower ?? '');
  const nouns = hasNoun ? 2 : 1;
  let verb = nouns;
  while (verb > 1 && tokens[verb]?.pos === 'ADV') verb++;
  const next = tokens[verb];
  const isVerbNext = next?.pos === 'AUX' || (hasNoun && next?.pos === 'VERB' && isFiniteForm(next));
  if (!isCommandLike || !isVerbNext) return [...tokens];
  return Array.from(tokens, (token, index) => (index < nouns ? withTag(token, 'NOUN') : token));
}

const isBaseVerb = (token: Token | undefined): boolean =>
  token?.pos === 'VERB' && token.lower === token.lemma;

/** "rises", "cost": a form of a known verb that one subject has. */
const isFiniteForm = ({ lower, lemma }: Token): boolean =>
  SAME_IN_PAST.test(lower) || (lower !== lemma && /s$/.test(lower) && isVerb(lemma));

/** What stands behind the word at `index` but for adverbs. */
function behindIn(clause: readonly Token[], index: number): [Token | undefined, Token | undefined] {
  let next = index + 1;
  while (clause[next]?.pos === 'ADV') next++;
  return [clause[next], clause[next + 1]];
}

function opensTold(clause: readonly Token[], index: number): boolean {
  const [after, twoAfter] = behindIn(clause, index);
  const token = clause[index] as Token;
  // "the company plans to hire"
  const isIntended = after?.lower === 'to' && twoAfter?.pos === 'VERB' && isVerb(token.lemma);
  return isIntended || opensObject(after, twoAfter) || precedesAdverbial(token, after, twoAfter);
}

function isVerbBehind(clause: readonly Token[], index: number): boolean {
  const [token, before] = [clause[index] as Token, clause[index - 1] as Token];
  if (!isNoun(before) && !isNounTakenForOther(before, clause[index - 2])) return false;
  if (NOUN_OR_VERB.test(token.lower)) return /^(NOUN|PROPN|DET|ADJ)$/.test(clause[index + 1]?.pos ?? '');
  if (!agrees(before, token)) return false;
  return opensTold(clause, index) || (clause[index + 1]?.pos === 'PROPN' && isVerb(token.lemma));
}

/** The same tokens with corrected tags; spaces, quotation marks and backticks are left out. */
export function correctTags(tokens: readonly Token[]): Token[] {
  const words = tokens.filter(({ pos, text }) => pos !== 'SPACE' && text !== '`');
  const titles = inTitles(words);
  const kept = withoutCommand(withoutQuotes(words));
  const corrected: Token[] = [];
  let clauseHasVerb = false;
  for (const [index, token] of kept.entries()) {
    const [before, twoBefore] = [corrected[index - 1], corrected[index - 2]];
    const [after, twoAfter] = [kept[index + 1], kept[index + 2]];
    const isFirst = index === 0;
    const pos: Token['pos'] = titles.has(token)
      ? 'PROPN'
      : correctedTag({ token, before, twoBefore, after, twoAfter, isFirst, clauseHasVerb });
    corrected.push(withTag(token, pos));
    clauseHasVerb =
      pos !== 'SCONJ' && token.text !== ';' && (clauseHasVerb || pos === 'VERB' || pos === 'AUX');
  }
  return verbOfClause(corrected);
}

const MOST_TITLE_WORDS = 10;
/** Words that a title may hold in small letters: "The Gospel According to Jesus Christ". */
const SMALL_WORD =
  /^(?:an?|the|of|and|or|nor|but|to|in|on|at|by|for|from|with|as|de|la|le|du|des|der|die|das|vs?|['’]s|n['’]t|-)$/;

/** The words that stand in double quotes as a title, each with a capital but the small ones: one name, whatever they are. */
function inTitles(tokens: readonly Token[]): ReadonlySet<Token> {
  const titles = new Set<Token>();
  let open = -1;
  for (const [index, { text }] of tokens.entries()) {
    if (!/^["“”]$/.test(text)) continue;
    if (open >= 0 && text !== '“') {
      const ends = /^[,.]$/.test(tokens[index - 1]?.text ?? '') ? index - 1 : index;
      const title = tokens.slice(open + 1, ends);
      if (isTitle(title)) for (const token of title) titles.add(token);
      open = -1;
    } else open = index;
  }
  return titles;
}

const isTitle = (tokens: readonly Token[]): boolean =>
  tokens.length <= MOST_TITLE_WORDS &&
  /^[\p{Lu}\d]/u.test(tokens[0]?.text ?? '') &&
  tokens.every(({ text }) => /^[\p{Lu}\d]/u.test(text) || SMALL_WORD.test(text));

/** Drops quotation marks, but not the apostrophe of "Baggins' gardener". */
function withoutQuotes(tokens: readonly Token[]): Token[] {
  let open = false;
  return tokens.filter((token, index) => {
    if (/^["“”«»]+$/.test(token.text)) return false;
    if (!/^['‘’]$/.test(token.text)) return true;
    const opens = !open && tokens[index - 1]?.end !== token.start;
    const closes = open;
    open = opens;
    return !(opens || closes);
  });
}
