/** Whom a sentence begins with. */
import { isKnownNoun } from './lexicon/noun-trees.ts';
import { isVerb } from './lexicon/verbs.ts';
import { readText } from './tokens.ts';

const PRONOUN = /^\P{L}*(?:he|she|it|they|his|her|its|their)\b/iu;
export const beginsWithPronoun = (sentence: string): boolean => PRONOUN.test(sentence);

const NAME = /^\P{L}*(?:(?:The|An?) )?((?:\p{Lu}[\p{L}.'’-]*\s+)+)/u;
/** The capitalised words that it begins with, an article aside, each with the space behind it; empty where there are none. */
export const nameAtStart = (sentence: string): string => NAME.exec(sentence)?.[1] ?? '';

/**
 * Words that open a sentence and, by the verb right behind, are its subject, and no common noun that is known: "Priya will write",
 * "Priya tests the app".
 */
export const namesOpening = (text: string): string[] =>
  readText(text).sentences.flatMap((tokens) => {
    const [first, next, object] = tokens.filter(({ pos }) => pos !== 'SPACE');
    const isVerbLike = next?.pos === 'NOUN' && isVerb(next.lemma) && object?.pos === 'DET';
    const isSubject = first?.pos === 'PROPN' && (isVerbLike || /^(?:AUX|VERB)$/.test(next?.pos ?? ''));
    if (!isSubject || !/^\p{Lu}\p{Ll}+(?<!s)$/u.test(first.text)) return [];
    const isKnown = isKnownNoun(first.lower) || isVerb(first.lower);
    return isKnown ? [] : [first.text];
  });
