/** Detects the language of a short text by its function words; letters suffice only for longer ones. */

export const ENGLISH = 'eng';

/** By code of ISO 639-3; words of one letter are initials and numerals elsewhere. */
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

/** Code of ISO 639-3; null with too few function words, or on a draw. */
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
