/**
 * What all samples give in the place of a value that none of them has: "went into production in 1968" where all of them have 1977.
 * Most of the samples' clauses must tell of the topic of the response's, or the prompt must ask for such a value on that topic.
 */
import { memoize } from '../../common/memoize.ts';
import { homeOf, overlaps } from '../../english/lexicon/places.ts';
import { topicsOf } from '../../english/lexicon/topics.ts';
import { isLimited, isPlacedAt, plainClauseAt } from '../../english/plain-clauses.ts';
import { asksFor, questionOf } from '../../english/question.ts';
import { readText } from '../../english/tokens.ts';
import { fold } from '../../text/fold.ts';
import type { ValueKind } from '../../passage.ts';
import { tellingWords } from './compare-values.ts';
import { standApart } from './same-slot.ts';
import { type Value, type ValueText, valueRelation } from './stated-values.ts';
import { isStated, mayBeNamed } from './unaligned-values.ts';

const NAMES: ReadonlySet<ValueKind> = new Set(['name', 'place']);
const LEAST_SAMPLES = 2;
/** Texts that have more in common than this say the same throughout. */
const MOST_COMMON = 20;

/** In texts of more names short forms are not looked for: each would be held against all. */
const MOST_NAMES = 200;

/** One value that all samples have, and the response has not: as each of them has it. */
type Common = readonly Value[];

/** @returns of a value that no sample has what each of them has in its place; null where there is no such thing */
export function commonRivals(
  prompt: string,
  response: ValueText,
  samples: readonly ValueText[],
): (value: Value) => Common | null {
  const [first] = samples;
  if (samples.length < LEAST_SAMPLES || first === undefined) return () => null;
  const question = questionOf(prompt);
  const asked = readText(question).sentences.flat();
  const askedTopics = topicsOf(asked);
  const isNew = (value: Value) => !isStated(response, value) && !prompt.includes(value.mention.text);
  const commonLike = memoize((kindAndFamily): readonly Common[] => {
    const [kind, family] = kindAndFamily.split('\n') as [ValueKind, string];
    const like = samples.map(({ values }) => values.filter((one) => isLike(one, kind, family)));
    const distinct = new Map(like[0]?.filter(isNew).map((one) => [one.id, one]));
    const isShort = distinct.size <= MOST_NAMES;
    const found = [...distinct.values()].flatMap((one) => {
      const given = samples.map(
        (sample, j) => sample.same(one)[0] ?? (isShort ? shortly(one, like[j] as Value[]) : undefined),
      );
      return given.every((other) => other !== undefined) ? [given as Value[]] : [];
    });
    return found.length > MOST_COMMON ? [] : found;
  });

  const clauseIn = (j: number, { start }: Value) => plainClauseAt((samples[j] as ValueText).text, start);

  return (value) => {
    const own = plainClauseAt(response.text, value.start);
    if (own === undefined || isLimited(own.tokens) || prompt.includes(value.mention.text)) return null;
    const told = topicsOf(own.tokens);
    const isAsked = asksFor(question, value.mention.kind);
    const isInPlace = (common: Common): boolean => {
      if (!common.every((other) => isRival(value, other) && !mayBeNamed(response, other, value)))
        return false;
      if (
        common.some(
          (other, j) => standApart(value, other) || isOfAnother(value, prompt, samples[j] as ValueText),
        )
      )
        return false;
      const clauses = common.map((other, j) => clauseIn(j, other)?.tokens ?? []);
      const placed = clauses.map((tokens, j) => isPlacedAt(tokens, (common[j] as Value).start));
      if (NAMES.has(value.mention.kind) && !placed.includes(isPlacedAt(own.tokens, value.start)))
        return false;
      if (clauses.some(isLimited)) return false;
      const relations = clauses.map((tokens) => topicRelation(told, topicsOf(tokens)));
      const count = (relation: TopicRelation) => relations.filter((each) => each === relation).length;
      if (count('same') > count('different')) return true;
      return isAsked && topicRelation(told, askedTopics) === 'same';
    };
    return commonLike(`${value.mention.kind}\n${value.family}`).find(isInPlace) ?? null;
  };
}

const foldedPrompt = memoize(fold, { texts: 10 });

/** Whether a clause is about a name that neither the prompt nor the sample has: "The Fellowship of the Ring appeared in 1954". */
export function isOfAnother(value: Value, prompt: string, sample: ValueText): boolean {
  const place = value.place();
  const subject = place === null || place.frame.subject === place.part ? null : place.frame.subject;
  // whom a pronoun stands for is named in another sentence, and may be another
  const start = (place?.start ?? 0) - (value.start - value.sentence.start);
  const tokens = subject?.tokens.filter((token) => token.start >= start) ?? [];
  // "Serious breaches can be punished": the capital is that of the sentence
  const isOpening = tokens.length === 2 && tokens[1]?.pos === 'NOUN';
  const names = isOpening ? [] : tokens.filter(({ pos }) => pos === 'PROPN').map(({ text }) => fold(text));
  if (names.length === 0) return false;
  const asked = foldedPrompt(prompt);
  return !names.some((name) => sample.words.has(name) || asked.includes(name));
}

const isLike = ({ mention, family }: Value, kind: ValueKind, ofFamily: string): boolean =>
  NAMES.has(kind) ? NAMES.has(mention.kind) : family === ofFamily;

/** Whether both cannot be meant; a place that no list has is read as a name. */
function isRival(value: Value, its: Value): boolean {
  const [one, other] = [value.mention, its.mention];
  if (isShortOf(one.text, other.key) || isShortOf(other.text, one.key)) return false;
  if (one.kind === other.kind) return valueRelation(value, its) === 'different';
  const words = tellingWords(other.key);
  return (
    !tellingWords(one.key).some((word) => words.includes(word)) &&
    !overlaps(homeOf(one.key), homeOf(other.key), 1)
  );
}

/** "NYC" of "New York". */
const isShortOf = (text: string, name: string): boolean =>
  /^\p{Lu}{2,}$/u.test(text) &&
  name.includes(' ') &&
  text.toLowerCase().startsWith(
    name
      .split(' ')
      .map((word) => word.slice(0, 1))
      .join(''),
  );

/** "Torvalds" of "Linus Torvalds". */
function shortly({ mention }: Value, others: readonly Value[]): Value | undefined {
  if (mention.kind !== 'name') return undefined;
  const words = tellingWords(mention.key);
  return others.find((other) => {
    const its = tellingWords(other.mention.key);
    const [short, long] = its.length < words.length ? [its, words] : [words, its];
    return short.length > 0 && short.every((word) => long.includes(word));
  });
}

type TopicRelation = 'same' | 'different' | 'unknown';
function topicRelation(one: ReadonlySet<string>, other: ReadonlySet<string>): TopicRelation {
  if (one.size === 0 || other.size === 0) return 'unknown';
  return [...one].some((topic) => other.has(topic)) ? 'same' : 'different';
}
