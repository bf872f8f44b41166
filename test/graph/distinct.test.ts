import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveConfig } from '../../src/config/resolve.ts';
import { withThresholds } from '../../src/config/thresholds.ts';
import { dot } from '../../src/graph/cosine.ts';
import { areDistinct, clash } from '../../src/graph/distinct.ts';
import { partsOfPhrase } from '../../src/graph/phrase-parts.ts';
import { lexicalVector } from '../../src/english/lexical/lexical-embedder.ts';
import { LABELLED_PAIRS } from './labelled-pairs.ts';

const distinct = (one: string, other: string, kind: 'entity' | 'relation') =>
  areDistinct(partsOfPhrase(one), partsOfPhrase(other), kind);
const excludes = (one: string, other: string) => clash(partsOfPhrase(one), partsOfPhrase(other));

describe('areDistinct', () => {
  it.each([
    ['large town', 'small town'],
    ['12 May 1931', '12 June 1931'],
    ['12 May 1931', '1931'],
    ['first symphony', 'second symphony'],
    ['World War I', 'World War II'],
    ['twenty-one ships', '22 ships'],
    ['able to fly', 'not able to fly'],
    ['eleventh day', 'eleventh legendary day'],
    ["Marlow's music", 'Marlow'],
    ['film director', 'film producer'],
    ['mayor of Leeds', 'former mayor of Leeds'],
    ['Asimov, Pohl and Knight', 'Knight'],
    ['Asimov, Pohl and Knight', 'Asimov, Pohl and Merril'],
    ['the architect', 'engineer'],
    ['vice mayor', 'mayor'],
    ['novel', 'the novel The Pier'],
  ])('keeps %j from %j', (one, other) => {
    expect(distinct(one, other, 'entity')).toBe(true);
  });

  it.each([
    ['is the brother of', 'is the sister of'],
    ['began in', 'ended in'],
    ['was held from', 'was held until'],
    ['is used as', 'is used by'],
    ['uses', 'is used with'],
    ['is the parent of', 'is the child of'],
    ['directed', 'was directed by'],
    ['has capital', 'is the capital of'],
    ['directed', 'produced'],
    ['was the president of', 'was the vice president of'],
    ['fought with', 'fought against'],
    ['was born in', 'was not born in'],
    ['won', 'won award for performance in'],
    ['regulates', 'is regulated with'],
    ['moved to', 'moved from'],
  ])('keeps the relation %j from %j', (one, other) => {
    expect(distinct(one, other, 'relation')).toBe(true);
  });

  it.each([
    ['University of Cambridge', 'Cambridge University'],
    ['two towers', '2 towers'],
    ['24 February 1993', 'February 24, 1993'],
    ['640×480 pixels', '640x480 pixels'],
    ['Sir Ove Brandt', 'Ove Brandt'],
    ['Ove Jens Brandt', 'Ove Brandt'],
    ['one of the founders', 'of the founders'],
    ['poems', 'poem'],
    ['author', 'writer'],
    ['director', 'man'],
  ])('leaves %j and %j to their vectors', (one, other) => {
    expect(distinct(one, other, 'entity')).toBe(false);
  });

  it.each([
    ['was born in', 'born in'],
    ['was born in', 'was born at'],
    ['follows', 'following'],
    ['became', 'has since become'],
    ['was primarily spoken by', 'was spoken by'],
    ['was written by', 'has author'],
    ['was founded in', 'was founded at'],
    ['is', 'was'],
    ['lived in', 'moved to'],
    ['entered', 'entered into'],
  ])('leaves the relations %j and %j to their vectors', (one, other) => {
    expect(distinct(one, other, 'relation')).toBe(false);
  });

  it('is symmetric, and keeps no phrase from itself', () => {
    const word = fc.oneof(
      fc.constantFrom(
        ...'first second May 12 1931 not brother sister is used by as of with from until former'.split(' '),
      ),
      fc.constantFrom(...LABELLED_PAIRS.flatMap(({ one, other }) => `${one} ${other}`.split(' '))),
      fc.string({ maxLength: 4 }),
    );
    const phrase = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(
        phrase,
        phrase,
        fc.constantFrom('entity' as const, 'relation' as const),
        (one, other, kind) => {
          expect(distinct(one, other, kind)).toBe(distinct(other, one, kind));
          expect(excludes(one, other)).toBe(excludes(other, one));
          expect(distinct(one, one, kind)).toBe(false);
          expect(excludes(one, one)).toBe(false);
        },
      ),
    );
  });
});

it('clash: is a difference that no greater precision explains', () => {
  expect(excludes('12 May 1931', '12 June 1931')).toBe(true);
  expect(excludes('May 1931', 'June 1931')).toBe(true);
  expect(excludes('the north', 'the south')).toBe(true);
  expect(excludes('12 May 1931', '1931')).toBe(false);
  expect(excludes('spring', 'May 1931')).toBe(false);
  expect(excludes('Leith', 'Leith in Scotland')).toBe(false);
});

describe('labelled pairs', () => {
  const lexical = ({ one, other }: (typeof LABELLED_PAIRS)[number]) =>
    dot(lexicalVector(one), lexicalVector(other));
  const cosines = { lexical, minilm: ({ minilm }: (typeof LABELLED_PAIRS)[number]) => minilm };

  /** How many pairs of a kind are merged above a threshold: rightly, wrongly. */
  function merged(kind: 'entity' | 'relation', by: keyof typeof cosines, threshold: number) {
    const rows = LABELLED_PAIRS.filter(
      (pair) =>
        pair.kind === kind && cosines[by](pair) > threshold && !distinct(pair.one, pair.other, pair.kind),
    );
    const right = rows.filter(({ isSame }) => isSame).length;
    return { right, wrong: rows.length - right };
  }

  const thresholdOf = (kind: 'entity' | 'relation', provider: 'lexical' | 'transformers') =>
    withThresholds(resolveConfig({ embedder: { provider } })).graph[`${kind}Similarity`];

  it.each([
    ['entity', 'lexical', 'lexical', { right: 35, wrong: 3 }],
    ['entity', 'minilm', 'transformers', { right: 36, wrong: 2 }],
    ['relation', 'lexical', 'lexical', { right: 26, wrong: 3 }],
    ['relation', 'minilm', 'transformers', { right: 22, wrong: 2 }],
  ] as const)('of a kind (%s) are merged by the thresholds of %s', (kind, by, provider, expected) => {
    expect(merged(kind, by, thresholdOf(kind, provider))).toEqual(expected);
  });
});
