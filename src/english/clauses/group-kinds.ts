/** What kind of phrase a group is, by its own words. */
import { isCapitalised, isPossessiveMark } from '../tokens.ts';
import { endsProper, type Group, isKinship, type Phrase } from './phrases.ts';
import { firstToken } from './predicate.ts';

export const isQuantity = ({ members, tokens }: Group): boolean =>
  members[0]?.kind === 'date' || tokens[0]?.pos === 'NUM';
/** "the new king", "her son", "the founder's son": one that a name may follow. */
const isDefinite = ({ tokens }: Group): boolean =>
  /^(DET|PRON)$/.test(tokens[0]?.pos ?? '') || tokens.some(isPossessiveMark);

export const isIndefinite = (group: Group): boolean => /^an?$/.test(firstToken(group).lower);

/** A single common noun with nothing before it but an article: "a role". */
export function isBare({ members, tokens }: Group): boolean {
  const words = tokens.filter(({ pos }) => pos !== 'DET' && pos !== 'PRON');
  return members.length === 1 && words.length === 1 && words[0]?.pos === 'NOUN';
}

/** "a fairy" of "the story of a fairy (who ...)"; any other phrase as it is. */
export function innermost(phrase: Phrase): Phrase {
  const index = phrase.tokens.findLastIndex(({ lower }) => lower === 'of');
  const indefinite = /^an?$/.test(phrase.tokens[index + 1]?.lower ?? '');
  return index > 0 && indefinite ? { kind: 'noun', tokens: phrase.tokens.slice(index + 1) } : phrase;
}

/** Whether the one phrase of `group` may say what the group before it is: "Karl Lind, the mayor", "her son, Karl". */
export function mayDescribe(phrase: Phrase, group: Group, before: Group): boolean {
  return (
    isKinship(phrase) ||
    /^(DET|PRON)$/.test(firstToken(phrase).pos) ||
    /^\d+(st|nd|rd|th)$/.test(firstToken(phrase).lower) ||
    isNameOf(group, before) ||
    (endsProper(before) && isTitle(phrase))
  );
}

/** "her son, Karl": whether the group may be the name of the one before. */
export const isNameOf = (group: Group, before: Group): boolean =>
  endsProper(group) && !endsProper(before) && isDefinite(before);

/** "Duke of Gloucester", "Queen of England". */
export const isTitle = ({ tokens: [title, of, ...whose] }: Phrase): boolean =>
  isCapitalised(title) && of?.lower === 'of' && whose.every(({ pos }) => pos === 'PROPN');

/** "Albert I" of "the daughter of Albert I". */
export function nameIn(phrase: Phrase): Phrase {
  const name = phrase.tokens.slice(phrase.tokens.findLastIndex(({ lower }) => lower === 'of') + 1);
  return { kind: 'noun', tokens: name };
}
