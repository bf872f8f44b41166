import fc from 'fast-check';
import { expect, it } from 'vitest';
import { relationOf, tellingWords } from '../../../src/local/contradiction/compare-values.ts';
import { isNounKind, isNounOf, nounRelation } from '../../../src/english/lexicon/noun-trees.ts';
import { exchanged } from '../../../src/local/contradiction/exchanged.ts';
import { differsInPlace } from '../../../src/local/contradiction/differs-in-place.ts';
import { compareWithSamples } from '../../../src/local/contradiction/compare-with-samples.ts';
import {
  isOfStranger,
  isOpen,
  isSaidAlike,
  slotRelation,
} from '../../../src/local/contradiction/same-slot.ts';
import { areOfTwoThings } from '../../../src/local/contradiction/two-events.ts';
import { areOfLists, areToldOfTwo } from '../../../src/local/contradiction/two-clauses.ts';
import { likeness } from '../../../src/local/contradiction/slots.ts';
import { fold } from '../../../src/text/fold.ts';
import type { Value } from '../../../src/local/contradiction/stated-value.ts';
import { readValues, type ValueText } from '../../../src/local/contradiction/stated-values.ts';

/** What `compareWithSamples` finds by indices, by looking at every pair. */
function saidOneByOne(value: Value, response: ValueText, samples: readonly ValueText[]) {
  const { kind, key } = value.mention;
  const sameIn = (text: ValueText, { mention }: Value) =>
    text.values.filter((own) => relationOf(mention, own.mention) === 'same');
  const isStated = (other: Value) =>
    sameIn(response, other).some(
      ({ mention }) => other.mention.kind !== 'quantity' || mention.key === other.mention.key,
    ) ||
    response.values.some(
      ({ mention }) =>
        [mention.kind, other.mention.kind].every((one) => one === 'quantity') &&
        mention.key === other.mention.key &&
        [mention.unit, other.mention.unit].includes(''),
    );
  const isNear = (text: ValueText, match: string) =>
    [...text.text.matchAll(/([\p{L}]+)(?! (?!Berg)\p{Lu})\b/gu)]
      .map(([, noun = '']) => fold(noun))
      .some(
        (noun) =>
          isNounKind(kind) &&
          (isNounOf('role', noun) || isNounOf('sort', noun)) &&
          ['same', 'above'].includes(nounRelation(kind, noun, match)),
      );
  const isNaming = ['name', 'place', 'people'].includes(kind);
  const isExact = ['year', 'date', 'decade', 'century', 'quantity', 'ordinal'].includes(kind);
  const likenessOf = (other: Value) =>
    value.titleOf !== '' && value.titleOf === other.titleOf ? 1 : likeness(value.slot(), other.slot());
  const isHeld = samples.some((sample) => sameIn(sample, value).length > 0);
  const isDoer = /\bwas \w+ by $/.test(response.text.slice(0, value.start));
  const isOpenName =
    isHeld &&
    kind === 'name' &&
    (!isDoer ||
      samples.some((sample) =>
        sameIn(sample, value).some((other) => slotRelation(value, other) !== 'different'),
      ));
  const leastOf = (other: Value) => {
    if (kind === 'negation' && isStated(other)) return 0.6;
    const holders = isHeld ? 1 : samples.filter((sample) => sameIn(sample, other).length > 0).length;
    if (value.isOneOfSeveral || other.isOneOfSeveral) return holders > 1 ? 0.5 : isNaming ? 0.9 : 0.8;
    const isValue = !isNounKind(kind) && kind !== 'name';
    if (holders < 2) return isValue ? 0.4 : 0.5;
    return isValue ? 0.2 / Math.min(holders, 4) : 0.3;
  };
  const isInClauses = isExact || isNaming;
  const strictly = samples.map((sample, j) => {
    const own = sameIn(sample, value);
    const moved = own.length > 0 || !isOpenName ? differsInPlace(value, response, sample) : null;
    const isElsewhere = moved !== null && isInClauses && slotRelation(value, moved.value) === 'different';
    if (moved !== null && !isElsewhere) return { said: { says: 'contradicts', against: moved }, rivals: [] };
    const other = own.length > 0 && isInClauses ? (exchanged(value, response, samples)[j] ?? null) : null;
    if (other !== null)
      return { said: { says: 'contradicts', against: { value: other, likeness: 1 } }, rivals: [] };
    if (own.length > 0) return { said: { says: 'repeats', against: null }, rivals: [] };
    const words = new Set(sample.sentences.flatMap(({ tokens }) => tokens.map(({ key }) => key)));
    const isStrange = isOfStranger(value, (word) => words.has(word));
    const rivals = sample.values.filter(
      (other) =>
        !isStrange &&
        other.mention.kind === kind &&
        (!value.isParenthetical || other.isParenthetical) &&
        relationOf(other.mention, value.mention) === 'different' &&
        !areToldOfTwo(value, other) &&
        !(kind === 'role' && areOfLists(value, other)) &&
        (kind === 'negation' || !isStated(other)) &&
        (kind !== 'name' ||
          !tellingWords(other.mention.key).some(
            (word) => response.words.has(word) && !value.mention.key.split(' ').includes(word),
          )) &&
        !(
          isNounKind(kind) &&
          likenessOf(other) < 0.9 &&
          (isNear(sample, key) || isNear(response, other.mention.key))
        ),
    );
    const isGiven = (other: Value) => {
      if (kind === 'opposite' && areOfTwoThings(value, other)) return false;
      if (!isInClauses) return likenessOf(other) >= leastOf(other);
      const relation = slotRelation(value, other);
      if (isOpen(value)) return relation !== 'different' && likenessOf(other) >= leastOf(other);
      const isListed = value.isOneOfSeveral || other.isOneOfSeveral;
      if (relation === 'same') return likenessOf(other) >= (isListed ? 1 : 0.5) * leastOf(other);
      return relation === 'unknown' && likenessOf(other) >= Math.max(leastOf(other), isExact ? 0.6 : 0);
    };
    const [best] = rivals
      .filter(isGiven)
      .map((other) => ({ value: other, likeness: likenessOf(other), least: leastOf(other) }))
      .sort((one, other) => other.likeness / other.least - one.likeness / one.least);
    if (best !== undefined && !isOpenName)
      return {
        said: { says: 'contradicts', against: { value: best.value, likeness: best.likeness } },
        rivals: [],
      };
    // of equal values the first stands for all
    const isFirst = (other: Value) =>
      sample.values.find(
        ({ id, isParenthetical }) => id === other.id && isParenthetical === other.isParenthetical,
      ) === other;
    const opposed = rivals.find((other) => isFirst(other) && isSaidAlike(value, other));
    if (opposed !== undefined && !isOpenName)
      return { said: { says: 'contradicts', against: { value: opposed, likeness: 1 } }, rivals: [] };
    const hasRival = rivals.some((other) => isFirst(other) || (isNounKind(kind) && likenessOf(other) >= 0.9));
    return { said: { says: hasRival ? 'incomparable' : 'silent', against: null }, rivals };
  });
  const given = strictly.flatMap(({ said }) => (said.against === null ? [] : [said.against.value.id]));
  return strictly.map(({ said, rivals }) => {
    if (!isInClauses || isOpenName) return said;
    const [again] = rivals
      .filter((other) => given.includes(other.id) && likenessOf(other) >= leastOf(other))
      .sort((one, other) => likenessOf(other) - likenessOf(one));
    return again === undefined
      ? said
      : { says: 'contradicts', against: { value: again, likeness: likenessOf(again) } };
  });
}

const NAMES = ['Vera Hall', 'Tom Hill', 'Ivo Lind', 'Ann Berg', 'Max Stern', 'Eva Stern'];
const VERBS = ['defeated', 'met', 'taught', 'did not join', 'joined', 'was a rival of'];
const PLACES = ['Paris', 'France', 'Warsaw', 'Lake Geneva', 'Leith'];
const NOUNS = ['brother', 'sister', 'chemist', 'botanist', 'scientist', 'novel', 'play', 'film'];
const sentence = fc
  .tuple(
    ...[NAMES, VERBS, NAMES, PLACES, NOUNS].map((list) => fc.constantFrom(...list)),
    fc.integer({ min: 1890, max: 1930 }),
    fc.integer({ min: 2, max: 9 }),
    fc.nat(6),
  )
  .map(([one, verb, other, place, noun, year, count, form]) => {
    const sentences = [
      `${one} ${verb} ${other} in ${year}.`,
      `${one} was born in ${place} on ${count} May ${year}.`,
      `${one} was a ${noun} and wrote ${count} ${noun}s (${other}).`,
      `${one} won prizes such as ${count}00 pounds in ${place}, ${year}.`,
      `He praised her ${noun} ${other} after ${count} years.`,
      `The ${noun} was designed by ${one} in ${year}.`,
      `In ${place} the number of ${noun}s rose to about ${count},00${count} after ${year}.`,
    ];
    return sentences[form as number] as string;
  });
const text = (maxLength: number) =>
  fc.array(sentence, { minLength: 1, maxLength }).map((all) => all.join(' '));

it('says of each value what looking at every pair does', () => {
  fc.assert(
    fc.property(text(6), fc.array(text(60), { minLength: 1, maxLength: 3 }), (own, others) => {
      const read = (one: string) =>
        readValues(one, (key) => key === 'berg', {
          denied: new Set(['join']),
          ranked: new Set(),
          names: new Set<string>(),
        });
      const [response, samples] = [read(own), others.map(read)];
      const ask = compareWithSamples(response, samples);
      for (const value of response.values) {
        expect(ask(value)).toEqual(saidOneByOne(value, response, samples));
      }
    }),
    { numRuns: 60 },
  );
});
