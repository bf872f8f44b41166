/**
 * Classifies a response before segmentation: empty, a refusal, or text; and whether it is English, for extractors
 * that read nothing else.
 */
import { isRefusal } from '../english/refusal.ts';
import type { SegmentationOutcome } from '../passage.ts';

export interface Unreadable {
  outcome: Extract<SegmentationOutcome, 'empty' | 'refusal' | 'non-english'>;
  detail: string;
  /** Another language than English, by its English name: `German`. */
  language?: string;
}

/** Minimum letters to detect a language: of Latin script, and of any other. */
const FEWEST_LETTERS = { latin: 60, other: 10 };
/** Up to this length a text's language is detected by function words first. */
const MOST_LETTERS_BY_WORDS = 300;
/**
 * How far English must lie behind the nearest language, as a share of the detector's scale from 0 to 1. Of 25,849
 * English sentences of model answers, foreign names make 9 look foreign at this value, 21 at .1.
 */
const LAG_OF_ENGLISH = 0.15;
/** Of a text without an English fact; two languages that are nearer than that are told apart by chance. */
const LAG_OF_FACTLESS = 0.05;

/** Null for a readable text in any language. */
export function classifyResponse(text: string): Unreadable | null {
  if (text.replace(/[\s\uFEFF\u200B]+/gu, '') === '') {
    return { outcome: 'empty', detail: 'the response is empty' };
  }
  return isRefusal(text) ? { outcome: 'refusal', detail: 'the response declines to answer' } : null;
}

/** Null for a readable English text. The language detector is loaded with the first text that needs it. */
export async function classifyEnglish(text: string): Promise<Unreadable | null> {
  const unreadable = classifyResponse(text);
  return unreadable ?? nonEnglish(await foreignLanguage(text, LAG_OF_ENGLISH));
}

/** The same for a text without an English fact, which counts as another language at a smaller distance. */
export async function classifyFactless(text: string): Promise<Unreadable | null> {
  return nonEnglish(await foreignLanguage(text, LAG_OF_FACTLESS));
}

const nonEnglish = (language: string | null): Unreadable | null =>
  language === null
    ? null
    : {
        outcome: 'non-english',
        detail:
          'the response is in another language than English, the only one that segmentation without a model reads: ' +
          'use a preset with a model, such as default',
        language,
      };

/** Words spelled this way in almost no other language of Latin script. */
const ENGLISH_WORDS = /\b(?:the|and|with|from|that|which|this|their|were|has|his|she|who|been|they)\b/gi;
/** Minimum count, and share of all words: in English prose 10 to 20 %. */
const PLAINLY_ENGLISH = { words: 5, share: 0.1 };

/** Avoids the language detector, which compares with eighty languages, for most texts. */
function isPlainlyEnglish(text: string): boolean {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const english = count(ENGLISH_WORDS);
  return english >= PLAINLY_ENGLISH.words && english >= PLAINLY_ENGLISH.share * count(/\S+/g);
}

/**
 * The language of a text that is clearly not English, by its name in English; null of short and unclear ones.
 *
 * @param lag how far English must lie behind
 */
async function foreignLanguage(text: string, lag: number): Promise<string | null> {
  const { letters, isLatin } = lettersOf(text);
  if (isLatin && isPlainlyEnglish(text)) return null;
  if (isLatin && letters < MOST_LETTERS_BY_WORDS) {
    const byWords = languageByWords(text);
    if (byWords !== null) return byWords === ENGLISH ? null : languageName(byWords);
  }
  if (letters < FEWEST_LETTERS[isLatin ? 'latin' : 'other']) return null;
  const { francAll } = await import('franc-min');
  const found = francAll(text, { minLength: 1 });
  const english = found.find(([language]) => language === 'eng')?.[1] ?? 0;
  if (isLatin && english > 1 - lag) return null;
  return languageName(found[0]?.[0] ?? 'und');
}

/** Whether the function words of a text are English, so that other evidence is not needed. */
export const isEnglishByWords = (text: string): boolean =>
  isPlainlyEnglish(text) || languageByWords(text) === ENGLISH;

function lettersOf(text: string): { letters: number; isLatin: boolean } {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  return { letters, isLatin: count(/(?!\p{Script=Latin})\p{L}/gu) * 2 < letters };
}

/** By its code of ISO 639-3. */
function languageName(code: string): string {
  if (code === 'und') return 'an unknown language';
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
}

/** Detects the language of a short text by its function words; letters suffice only for longer ones. */

const ENGLISH = 'eng';

/** Function words by code of ISO 639-3; words of one letter are initials and numerals elsewhere. */
const WORDS: Readonly<Record<string, string>> = {
  eng: 'the of and to in is was were are be been by for on with as at from that this these it its he she his her they their which who when where has have had can an not but or into about than then there more most less also only all over under between after before during one',
  deu: 'der die das den dem des ein eine einen einem einer und ist war wurde werden von vom zu zum zur mit auf für im in am an bei aus nach nicht sich es er sie als auch hat haben wird sind etwa liegt',
  fra: 'le la les un une des du de et est était été fut en dans par pour sur avec qui que il elle au aux son sa ses ne pas se ce cette ont sont',
  spa: 'el la los las un una de del es fue en por para con que se su sus al era lo como no ha tiene está son',
  ita: 'il lo la gli le un una di del della dei fu in per con che si nel nella al da dal era non sono ha',
  por: 'os as um uma de do da dos das foi em no na por para com que se ao era não são tem',
  nld: 'de het een en van is was werd in op met voor door te aan bij uit naar niet dat die zijn heeft',
};

const LISTS = Object.entries(WORDS).map(([code, words]) => ({ code, words: new Set(words.split(' ')) }));

/** Minimum number of function words. */
const LEAST_WORDS = 2;
/**
 * Names bring foreign words into English text: another language needs this share of all words, and a lead of as much
 * over English.
 */
const LEAST_SHARE = 0.25;
const LEAST_LEAD = 2;

/** The language of a short text, by code of ISO 639-3; null with too few function words, or on a draw. */
export function languageByWords(text: string): string | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = LISTS.map(({ code, words: own }) => ({
    code,
    count: words.filter((word) => own.has(word)).length,
  }));
  const english = counts.find(({ code }) => code === ENGLISH)?.count ?? 0;
  const [first, second] = counts.sort((one, other) => other.count - one.count);
  if (first === undefined || second === undefined || first.count < LEAST_WORDS) return null;
  if (first.count === second.count) return null;
  if (first.code === ENGLISH) return first.code;
  const isPlain = first.count >= LEAST_SHARE * words.length && first.count >= english + LEAST_LEAD;
  return isPlain ? first.code : null;
}
