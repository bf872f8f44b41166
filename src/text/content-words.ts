/**
 * Content words: what is counted when two texts are compared word by word.
 *
 * The key of a word is what its inflections and near relatives share: lower case, no diacritics, no common
 * ending, at most six characters ("politician", "politics" -> "politi"). Digits stay as they are. Dates with a
 * month add keys of their own, so that "12 May" and "May 1912" can be confirmed or contradicted as a whole.
 */

export type WordKind = 'word' | 'year' | 'number' | 'date';

export interface Word {
  key: string;
  /** As it stands in the text. */
  surface: string;
  kind: WordKind;
}

const STOP_WORDS = new Set(
  `a an the and or but nor so yet if then than as at by for from in into of off on onto out over to up with within
  without about above across after against along among around because before behind below beneath beside besides
  between beyond despite down during except inside like near since through throughout till toward towards under
  underneath until unless upon via while whereas whether i me my mine myself we us our ours ourselves you your yours
  he him his himself she her hers herself it its itself they them their theirs themselves this that these those who
  whom whose which what where when why how all any both each every either neither few more most other others another
  some such no not only own same too very can could may might must shall should will would do does did done doing am
  is are was were be been being has have had having there here also just even still however therefore thus although
  though s t d ll re ve m`.split(/\s+/),
);
const ENDINGS = ['ies', 'ing', 'ed', 'es', 's', 'ly'];
const KEY_LENGTH = 6;
const WORD = /[\p{L}\p{M}\p{N}]+(?:[.,]\p{N}+)*/gu;
const YEAR = /^(1\d{3}|20\d{2})$/;
const DAY = /^([1-9]|[12]\d|3[01])(?:st|nd|rd|th)?$/;
const MONTHS = new Set(
  'january february march april may june july august september october november december'.split(' '),
);

/** The comparison form of one word. */
export function wordKey(word: string): string {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  if (/^\p{N}/u.test(plain)) return plain.replace(/,/g, '');
  const ending = ENDINGS.find((suffix) => plain.endsWith(suffix) && plain.length - suffix.length >= 3);
  const stem = ending === undefined ? plain : plain.slice(0, -ending.length) + (ending === 'ies' ? 'y' : '');
  return [...stem].slice(0, KEY_LENGTH).join('');
}

function kindOf(key: string): WordKind {
  if (YEAR.test(key)) return 'year';
  return /^\p{N}/u.test(key) ? 'number' : 'word';
}

/** "12 May", "May 12", "May 1912": a pair of neighbours as one more word. */
function dateOf(left: RegExpMatchArray, right: RegExpMatchArray): Word | null {
  const [first, second] = [left[0].toLowerCase(), right[0].toLowerCase()];
  const month = MONTHS.has(first) ? first : MONTHS.has(second) ? second : null;
  if (month === null) return null;
  const other = month === first ? second : first;
  const day = DAY.exec(other)?.[1];
  const surface = `${left[0]} ${right[0]}`;
  if (day !== undefined) return { key: `day:${month}-${day}`, surface, kind: 'date' };
  return month === first && YEAR.test(other)
    ? { key: `month:${other}-${month}`, surface, kind: 'word' }
    : null;
}

/** The content words of a text in order, with repetitions. */
export function contentWords(text: string): Word[] {
  const words: Word[] = [];
  let before: RegExpMatchArray | null = null;
  for (const match of text.matchAll(WORD)) {
    const date = before === null ? null : dateOf(before, match);
    if (!STOP_WORDS.has(match[0].toLowerCase())) {
      const key = wordKey(match[0]);
      words.push({ key, surface: match[0], kind: kindOf(key) });
    }
    if (date !== null) words.push(date);
    before = match;
  }
  return words;
}

/** Each key once, the first of equals. */
export function distinctWords(words: readonly Word[]): Word[] {
  const seen = new Map<string, Word>();
  for (const word of words) if (!seen.has(word.key)) seen.set(word.key, word);
  return [...seen.values()];
}
