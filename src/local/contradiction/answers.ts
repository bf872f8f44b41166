/**
 * What samples say against a response by words alone: another value as the answer to the prompt, no for yes, and clauses turned
 * round.
 */
import { isBareAnswer } from '../../english/bare-answer.ts';
import { answerTo, areDenied, claimsOf } from '../../english/yes-no.ts';
import { questionOf } from '../../english/question.ts';
import { areOpposed, directionsOf } from '../../english/frames/directions.ts';
import { areReversedRankings, rankingsOf } from '../../english/frames/rankings.ts';
import type { Span } from '../../passage.ts';
import type { Reversal } from './reversed.ts';
import type { Value, ValueText } from './stated-values.ts';

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
  const isAsked = ({ mention }: Value) => prompt.toLowerCase().includes(mention.text.toLowerCase());
  const inSample = (one: Value) => isAsked(one) || sample.same(one).length > 0;
  if (answerIn(response, value, inSample)?.id !== value.id) return null;
  return answerIn(sample, value, (one) => isAsked(one) || response.same(one).length > 0);
}

/** Where the response says yes to the prompt and samples say no, or the other way round, and none says the same. */
export function answersTurned(prompt: string, response: string, samples: readonly string[]): Reversal[][] {
  const question = questionOf(prompt);
  const own = answerTo(question, response);
  const others = samples.map((sample) => (own === null ? null : answerTo(question, sample)));
  if (own === null || others.some((other) => other?.isYes === own.isYes)) return samples.map(() => []);
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
