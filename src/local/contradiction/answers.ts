/**
 * What samples say against a response by words alone: another value as the answer to the prompt, no for yes, and clauses turned
 * round.
 */
import { once } from '../../common/memoize.ts';
import { contentKeys } from '../../english/content-words.ts';
import { partsOf } from '../../english/frames/frame.ts';
import { isBareAnswer } from '../../english/bare-answer.ts';
import { answerTo, areDenied, claimsOf } from '../../english/yes-no.ts';
import { questionOf, valueAsked } from '../../english/question.ts';
import { areOpposed, directionsOf } from '../../english/frames/directions.ts';
import { areReversedRankings, rankingsOf } from '../../english/frames/rankings.ts';
import type { Span } from '../../passage.ts';
import type { Reversal } from './reversed.ts';
import type { Value } from './stated-value.ts';
import { type ValueText, valueRelation } from './stated-values.ts';

/** Of the values that neither the question nor the other text states, the one of the family that the text gives alone. */
function answerIn(text: ValueText, value: Value, isStated: (own: Value) => boolean): Value | null {
  const own = text.ofFamily(value).filter((one) => !isStated(one));
  const [first] = own;
  return first !== undefined && own.every(({ id }) => id === first.id) ? first : null;
}

/** The sample's answer in the place of the response's value, where one of the two texts is no more than its answer. */
export function answeredOtherwise(
  value: Value,
  { prompt, response, sample }: { prompt: string; response: ValueText; sample: ValueText },
): Value | null {
  if (prompt === '' || !(isBareAnswer(response.text) || isBareAnswer(sample.text))) return null;
  const inSample = (one: Value) => isIn(prompt, one) || sample.same(one).length > 0;
  if (answerIn(response, value, inSample)?.id !== value.id) return null;
  return answerIn(sample, value, (one) => isIn(prompt, one) || response.same(one).length > 0);
}

/**
 * Where the prompt asks when or how much, and the response gives one such value that no sample gives, in a clause that tells of
 * nothing but what the prompt and samples tell: what each sample gives, if all that give one, two at least, agree.
 */
export function answeredByAll(
  prompt: string,
  response: ValueText,
  samples: readonly ValueText[],
): (value: Value) => readonly (Value | null)[] {
  const none = samples.map(() => null);
  const isOfKind = valueAsked(questionOf(prompt));
  if (isOfKind === null) return () => none;
  const isAsked = (one: Value) => isOfKind(one.mention) && !isIn(prompt, one);
  const isHeld = (one: Value) => samples.some((sample) => sample.same(one).length > 0 || sample.hasBare(one));
  const own = once(() => response.values.filter((one) => isAsked(one) && !isHeld(one)));
  const known = once(() => contentKeys([prompt, ...samples.map(({ text }) => text)].join('\n')));
  return (value) => {
    const isOfIts = ({ mention }: Value) => mention.kind === value.mention.kind;
    if (!isAsked(value) || isHeld(value)) return none;
    if (own().some((one) => isOfIts(one) && one.id !== value.id)) return none;
    const answers = samples.map(({ values }) => {
      const [first, ...others] = values.filter(
        (one) => isOfIts(one) && isAsked(one) && response.same(one).length === 0,
      );
      return first !== undefined && others.every((one) => areEqual(one, first)) ? first : null;
    });
    const given = answers.filter((answer) => answer !== null);
    const [first] = given;
    if (first === undefined || given.length < 2 || !given.every((one) => areEqual(one, first))) return none;
    const isToldAlike = [...toldWith(value, response)].every((key) => known().has(key));
    return isToldAlike && areTwo(value, first) ? answers : none;
  };
}

const areEqual = (one: Value, other: Value): boolean =>
  one.id === other.id || valueRelation(one, other) === 'same';

/** Whether they are two values: numbers of which one does not say of what count as of the same. */
const areTwo = (value: Value, other: Value): boolean =>
  value.family === other.family
    ? valueRelation(value, other) === 'different'
    : value.mention.measure === null && other.mention.measure === null;

/** Keys of the words of the value's clause but its own. */
function toldWith(value: Value, { text }: ValueText): Set<string> {
  const place = value.place();
  const words =
    place === null
      ? text.slice(value.sentence.start, value.sentence.end)
      : [
          place.frame.verb,
          ...partsOf(place.frame).flatMap(({ tokens }) => tokens.map((token) => token.text)),
        ].join(' ');
  const keys = contentKeys(words);
  for (const key of [...contentKeys(value.mention.text), value.mention.unit]) keys.delete(key);
  return keys;
}

const isIn = (prompt: string, { mention }: Value): boolean =>
  prompt.toLowerCase().includes(mention.text.toLowerCase());

/** Where the response says yes to the prompt and samples say no, or the other way round, and none says the same. */
export function answersTurned(prompt: string, response: string, samples: readonly string[]): Reversal[][] {
  const question = questionOf(prompt);
  const own = answerTo(question, response);
  const others = samples.map((sample) => (own === null ? null : answerTo(question, sample)));
  if (own === null || others.some((other) => other?.isYes === own.isYes)) return samples.map(() => []);
  // a clause by itself may be no answer: "the lenders of the pieces upstairs permit no photos"
  const given = others.filter((other) => other !== null);
  if (samples.length > 2 && given.length === 1 && given[0]?.isOpening === false) return samples.map(() => []);
  return others.map((other, j) =>
    other === null ? [] : [reversal('negation', [response, own], [samples[j] as string, other])],
  );
}

interface Reading {
  span: Span;
  sentence: Span;
}

/** Long texts are compared by their grammar alone: each reading would be held against all. */
const MOST_PAIRS = 10_000;

/** What samples say against readings of the response's clauses. */
function against<R extends Reading>(
  kind: Reversal['kind'],
  [response, samples]: readonly [string, readonly string[]],
  readingsOf: (text: string) => readonly R[],
  isAgainst: (own: R, other: R) => boolean,
): Reversal[][] {
  const own = readingsOf(response);
  return samples.map((sample) => {
    const its = own.length === 0 ? [] : readingsOf(sample);
    if (own.length * its.length > MOST_PAIRS) return [];
    return own.flatMap((reading) => {
      const other = its.find((one) => isAgainst(reading, one));
      return other === undefined ? [] : [reversal(kind, [response, reading], [sample, other])];
    });
  });
}

type Read = readonly [text: string, reading: Reading];
const reversal = (kind: Reversal['kind'], [response, own]: Read, [sample, other]: Read): Reversal => ({
  kind,
  verbs: [own.span],
  value: wordsOf(response, own.span),
  instead: wordsOf(sample, other.span),
  quote: other.sentence,
});

const wordsOf = (text: string, { start, end }: Span): string => text.slice(start, end).replace(/\s+/g, ' ');

/**
 * What samples say against clauses of the response, by words where the grammar of a sentence may fail: they deny what it says, rank
 * two things the other way round, or send one in the other direction.
 */
export function clausesTurned(response: string, samples: readonly string[]): Reversal[][] {
  const texts = [response, samples] as const;
  const found = [
    against('order', texts, rankingsOf, areReversedRankings),
    against('order', texts, directionsOf, areOpposed),
    against('negation', texts, claimsOf, areDenied),
  ];
  return samples.map((_, j) => found.flatMap((each) => each[j] ?? []));
}
