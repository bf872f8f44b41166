/**
 * The one wink-nlp instance (tokens, sentences, parts of speech). It and its English model are loaded on first use,
 * which takes 50-100 ms that most commands and imports need not wait for.
 */
import { createRequire } from 'node:module';
import anyAscii from 'any-ascii';
import type winkNlp from 'wink-nlp';
import type { PartOfSpeech, WinkMethods } from 'wink-nlp';
import { memoize, memoizeRenewing } from '../common/memoize.ts';
import { visibleText } from '../text/fold.ts';

const require = createRequire(import.meta.url);

/** wink-nlp keeps every word it has not met before, for good. */
const nlp = memoizeRenewing(load, 2_000_000);

/** Both packages are CommonJS, so they can be loaded here and now, in the middle of synchronous work. */
function load(): WinkMethods {
  const create: typeof winkNlp = require('wink-nlp');
  return create(require('wink-eng-lite-web-model'), ['sbd', 'pos']);
}

/** One token of a text, with its place in UTF-16 code units. */
export interface Token {
  readonly text: string;
  /** Lower-cased. */
  readonly lower: string;
  /** Dictionary form, lower-cased: `was` -> `be`. */
  readonly lemma: string;
  readonly pos: PartOfSpeech;
  readonly start: number;
  readonly end: number;
}

/** Lower-cased; empty beyond the tokens. */
export const wordAt = (tokens: readonly Token[], index: number): string => tokens[index]?.lower ?? '';

export const isNoun = (token: Token | undefined): boolean => /^(?:NOUN|PROPN)$/.test(token?.pos ?? '');
export const isCapitalised = (token: Token | undefined): boolean => /^\p{Lu}/u.test(token?.text ?? '');
/** What stands behind an owner: "'s", "'". */
export const isPossessiveMark = ({ lower }: Token): boolean => /^['’]s?$/.test(lower);

/** The items before the first that passes. */
export function takeUntil<Item>(items: readonly Item[], isEnd: (item: Item) => boolean): readonly Item[] {
  const end = items.findIndex(isEnd);
  return end < 0 ? items : items.slice(0, end);
}

/**
 * The token with another part of speech. It lists the fields, as every place that makes tokens does, so that all are of one
 * shape: what reads tokens runs for each word of each text, and is compiled anew for every other shape. So are arrays of
 * them, by `Array.from`: once `map` is compiled, its arrays are of the kind that may have holes.
 */
export const withTag = (token: Token, pos: PartOfSpeech): Token =>
  token.pos === pos
    ? token
    : { text: token.text, lower: token.lower, lemma: token.lemma, pos, start: token.start, end: token.end };

/** A text as tokens, grouped in sentences. */
interface ReadText {
  readonly sentences: readonly (readonly Token[])[];
}

/**
 * A run of this many characters without white space is no word, and the tokenizer takes quadratic time or worse on it.
 * It gets a blank there; tokens are then looked up in the text as it is, so that their places hold.
 */
const LONG_RUN = /\S{100}(?=\S)/gu;

/**
 * What the tokenizer reads in one way or another, by what it has read before: "Paul's" is one word to it once "Paul's," has
 * come, and so is "1481–1555"; "10am." is one with its full stop. These get a blank too, so that a text has the same tokens in every run, thread and order.
 */
const PARTED =
  /(?<=\p{L})(?<!\b(?:it|he|she|that|what|who|where|there|here|let|how|when|why|this))(?=['’]s(?![\p{L}-]))|(?<=\d)(?=[–—]\d)|(?<=\d[–—])(?=\d)|(?<=\d)(?=[ap]m\b)/giu;

/** Latin letters beyond those of Western Europe: the tokenizer knows none of them, and parts "Skłodowska" before its third letter. */
const UNKNOWN_LATIN = /[\u0100-\u024F\u1E00-\u1EFF]/g;

/** The text with these letters as plain ones, so that all keep their places. */
const withKnownLetters = (text: string): string =>
  text.replace(UNKNOWN_LATIN, (letter) => {
    const plain = anyAscii(letter);
    return plain.length === letter.length ? plain : letter;
  });

/**
 * Tokens of `text`, sentence by sentence; every token is `text.slice(start, end)` without what is invisible. Extraction, sentences and values ask
 * for the texts of a passage one after the other: each is read once.
 */
export const readText = memoize((text): ReadText => {
  const { visible, places } = visibleText(text) ?? { visible: text, places: null };
  const read = readVisible(visible);
  if (places === null) return read;
  const placed = (token: Token): Token => ({
    ...token,
    start: places[token.start] as number,
    end: (places[token.end - 1] as number) + 1,
  });
  return { sentences: read.sentences.map((sentence) => sentence.map(placed)) };
});

function readVisible(text: string): ReadText {
  if (text.trim() === '') return { sentences: [] };
  const wink = nlp(text);
  const { its } = wink;
  const known = withKnownLetters(text);
  const document = wink.readDoc(known.replace(LONG_RUN, '$& ').replace(PARTED, ' '));
  const all = document.tokens();
  const values = all.out(its.value) as string[];
  const tags = all.out(its.pos) as PartOfSpeech[];
  const lemmas = all.out(its.lemma as never) as string[];

  let cursor = 0;
  const tokens = Array.from(values, (value, index): Token => {
    const start = known.indexOf(value, cursor);
    cursor = start + value.length;
    const written = text.slice(start, cursor);
    const lower = written.toLowerCase();
    return {
      text: written,
      lower,
      lemma: written === value ? (lemmas[index] ?? value) : lower,
      // of numbers, too, the tag depends on where they came first
      pos: /^\d+$/.test(value) ? 'NUM' : (tags[index] ?? 'X'),
      start,
      end: cursor,
    };
  });
  const ranges = document.sentences().out(its.span) as unknown as [number, number][];
  const whole = joinDotted(
    ranges.map(([first, last]) => tokens.slice(first, last + 1)),
    text,
  );
  return { sentences: withNumbers(whole.flatMap((sentence) => splitAtLines(joinLetters(sentence)))) };
}

/** What a name of a file, a site or a program ends with. */
const EXTENSION =
  'com|org|net|edu|gov|io|dev|js|ts|tsx|jsx|py|rb|rs|go|java|cpp|json|ya?ml|toml|ini|conf|env|md|txt|html?|css|csv|xml|pdf|png|jpe?g|gif|svg|zip|gz|exe|sh|sql|log';

/** One word with full stops in it: what stands between backticks, and "Node.js", "example.com" or "list.sort()". */
const DOTTED = new RegExp(
  `(?<!\\p{L})\`([^\`\\s](?:[^\`\\n]*[^\`\\s])?)\`(?!\\p{L})` +
    `|(?<![\\p{L}\\p{N}_.-])[\\p{L}_](?:[\\p{L}\\p{N}_-]|\\.(?=\\p{Ll}))+(?:\\.(?:${EXTENSION})(?![\\p{L}\\p{N}])|\\.\\p{Ll}\\w+\\(\\))`,
  'gu',
);

/** Puts such words together, and the sentences that end at a full stop in them. */
function joinDotted(sentences: readonly Token[][], text: string): Token[][] {
  const words = Array.from(text.matchAll(DOTTED), ({ 0: whole, 1: code, index }) => {
    const start = code === undefined ? index : index + 1;
    return { start, end: start + (code ?? whole).length };
  });
  if (words.length === 0) return [...sentences];
  const starts = new Set(sentences.flatMap(([first]) => first?.start ?? []));
  const joined: Token[][] = [];
  let next = 0;
  for (const token of sentences.flat()) {
    while ((words[next]?.end ?? Infinity) <= token.start) next++;
    const word = words[next];
    const isInside = word !== undefined && word.start < token.start && token.end <= word.end;
    const last = joined.at(-1)?.at(-1);
    if (isInside && last?.start === word.start) continue;
    if (starts.has(token.start) && !isInside) joined.push([]);
    joined.at(-1)?.push(word?.start === token.start ? wordIn(text, word) : token);
  }
  return joined;
}

function wordIn(text: string, { start, end }: { start: number; end: number }): Token {
  const written = text.slice(start, end);
  const lower = written.toLowerCase();
  return { text: written, lower, lemma: lower, pos: 'PROPN', start, end };
}

/** Two letters of which one at least is none of ASCII. */
const UNKNOWN_SEAM = /^(?:\p{L}[^\p{ASCII}\P{L}]|[^\p{ASCII}\P{L}]\p{L})$/u;

/** Puts words together that the tokenizer parts at a letter it does not know: "c" + "œur". */
function joinLetters(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const parted =
      last?.end === token.start && UNKNOWN_SEAM.test(`${last.text.at(-1)}${token.text.charAt(0)}`);
    if (!last || !parted) joined.push(token);
    else {
      const text = last.text + token.text;
      const pos = /^\p{Lu}/u.test(text) ? 'PROPN' : token.pos;
      const lower = text.toLowerCase();
      joined[joined.length - 1] = { text, lower, lemma: lower, pos, start: last.start, end: token.end };
    }
  }
  return joined;
}

/** What opens a sentence after an initial that looks like one of a name: "... Division I. Its members ...". */
const SENTENCE_OPENER = /^(It|Its|The|This|He|She|They|His|Her|Their|In|On)$/;

/** A blank line ends a sentence, and so does a line break before a list item or heading. */
function splitAtLines(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    const breaks = token.pos === 'SPACE' ? (token.text.match(/\r\n|\n|\r/g)?.length ?? 0) : 0;
    const isNumbered = () => /^\d+$/.test(next?.text ?? '') && /^[.)]$/.test(tokens[index + 2]?.text ?? '');
    const ends =
      breaks > 1 || (breaks === 1 && (/^([-*•–]|#+|\*\*)$/.test(next?.text ?? '') || isNumbered()));
    if (ends) parts.push([]);
    else parts.at(-1)?.push(token);
    if (endsSentence(tokens[index - 1], token, next)) parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}

/** "... Division I. Its members ...", "... at 230 °C. Bake ...", "... at 9 p.m. Guided tours ...", but not "at 9 a.m. Monday". */
const endsSentence = (before: Token | undefined, { text }: Token, next: Token | undefined): boolean =>
  /^\p{Lu}\.$/u.test(text)
    ? SENTENCE_OPENER.test(next?.text ?? '') || (before?.text === '°' && isCapitalised(next))
    : /^[ap]\.m\.$/u.test(text) && /^\p{Lu}\p{Ll}/u.test(next?.text ?? '') && next?.pos !== 'PROPN';

/** Puts the number of a list item ("1.") back before its text. */
function withNumbers(sentences: readonly Token[][]): Token[][] {
  const joined: Token[][] = [];
  let number: Token[] = [];
  for (const tokens of sentences) {
    const words = tokens.filter(({ pos }) => pos !== 'SPACE');
    const [first = '', second = ''] = words.map(({ text }) => text);
    if (words.length < 3 && /^\d+[.)]$/.test(first + second) && number.length === 0) number = tokens;
    else {
      joined.push([...number, ...tokens]);
      number = [];
    }
  }
  return number.length > 0 ? [...joined, number] : joined;
}
