/** Whom a sentence begins with. */

const PRONOUN = /^\P{L}*(?:he|she|it|they|his|her|its|their)\b/iu;
export const beginsWithPronoun = (sentence: string): boolean => PRONOUN.test(sentence);

const NAME = /^\P{L}*(?:(?:The|An?) )?((?:\p{Lu}[\p{L}.'’-]*\s+)+)/u;
/** The capitalised words that it begins with, an article aside, each with the space behind it; empty where there are none. */
export const nameAtStart = (sentence: string): string => NAME.exec(sentence)?.[1] ?? '';
