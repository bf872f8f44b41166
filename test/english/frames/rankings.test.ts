import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areReversedRankings, rankingsOf } from '../../../src/english/frames/rankings.ts';

const ranked = (text: string) =>
  rankingsOf(text).map(
    ({ scale, more, less }) => `${scale}: ${[...more].join(' ')} > ${[...less].join(' ')}`,
  );

describe('rankingsOf', () => {
  it.each([
    // compared
    ['Leith is larger than Perth.', ['size: leith > perth']],
    ['Leith is smaller than Perth.', ['size: perth > leith']],
    ['Copper is more expensive than iron.', ['price: copper > iron']],
    ['Copper is less expensive than iron.', ['price: iron > copper']],
    ['Sound is slower in air than in water.', ['speed: water > sound air']],
    ['Ann works more slowly than Vera.', ['speed: vera > ann']],
    // what comes first
    ['The bridge came before the tower.', ['order: bridg > tower']],
    ['The tower came after the bridge.', ['order: bridg > tower']],
    ['After the bridge came the tower.', ['order: bridg > tower']],
    ['The bridge stood, after which the tower was built.', ['order: bridg > tower']],
    ['Before the tower, the bridge stood.', ['order: bridg > tower']],
    ['The tower followed the bridge.', ['order: bridg > tower']],
    ['The bridge preceded the tower.', ['order: bridg > tower']],
    ['The bridge was followed by the tower.', ['order: bridg > tower']],
    ['The tower was preceded by the bridge.', ['order: bridg > tower']],
    ['Ann came first.', ['order: ann > ']],
    // who does it to whom
    ['Ann taught Vera.', ['teaching: ann > vera']],
    ['Vera was taught by Ann.', ['teaching: ann > vera']],
    ["Ann was Vera's teacher.", ['teaching: ann > vera']],
    ["Vera was Ann's best pupil.", ['teaching: ann > vera']],
    ['Vera was a pupil of Ann.', ['teaching: ann > vera']],
    // one-sided
    ['Leith is the larger one.', ['size: leith > ']],
    ['Leith is the smaller one.', ['size:  > leith']],
    // each part is read alone
    [
      'Leith is larger than Perth; copper is cheaper than iron.',
      ['size: leith > perth', 'price: iron > copper'],
    ],
  ])('%s', (text, rankings) => {
    expect(ranked(text)).toEqual(rankings);
  });

  it.each([
    ['a denial', 'Leith is not larger than Perth.'],
    ['a denied order', 'The tower never came before the bridge.'],
    ['what is so at first', 'The period is three months at first.'],
    ['a span of time', 'The period rises after eight years.'],
    ['a denied act', 'Ann did not teach Vera.'],
    ['who is not named', 'It is larger than that.'],
    ['one alone', 'Ann taught well.'],
    ['a word of no scale', 'Leith is more famous than Perth.'],
    ['the first of a thing', 'Ann won the first prize.'],
    ['the first of several', 'The bridge was the first.'],
    ['more than three names', 'Leith, Perth, Oslo and Bergen are larger than Rome.'],
  ])('has none of %s: %s', (_, text) => {
    expect(ranked(text)).toEqual([]);
  });

  it('names all that the text does', () => {
    const [ranking] = rankingsOf('Leith is the larger one. Perth is old.');
    expect([...(ranking?.named ?? [])].sort()).toEqual(['leith', 'perth']);
  });

  it('reads a word of two scales by both', () => {
    expect(ranked('Iron is lighter than gold.')).toEqual(['weight: gold > iron', 'brightness: iron > gold']);
  });
});

const turned = (one: string, other: string) =>
  rankingsOf(one).some((own) => rankingsOf(other).some((its) => areReversedRankings(own, its)));

describe('areReversedRankings', () => {
  it.each([
    ['Leith is larger than Perth.', 'Perth is larger than Leith.', true],
    ['Leith is larger than Perth.', 'Leith is smaller than Perth.', true],
    ['The bridge came before the tower.', 'The bridge came after the tower.', true],
    ['Ann taught Vera.', "Ann was Vera's pupil.", true],
    // one names but one side
    ['Leith is the larger one. Perth is old.', 'Leith is smaller than Perth.', true],
    ['Leith is the smaller one. Perth is old.', 'Leith is larger than Perth.', true],
    // each text names the other's first
    ['Ann came first. Vera was slow.', 'Vera came first. Ann was slow.', true],
    ['Leith is the larger one. Perth is old.', 'Perth is the larger one. Leith is old.', true],
    ['Leith is larger than Perth.', 'Perth is smaller than Leith.', false],
    ['Leith is larger than Perth.', 'Perth is older than Leith.', false],
    ['Leith is larger than Perth.', 'Oslo is larger than Leith.', false],
    ['Ann taught Vera.', 'Vera was taught by Ann.', false],
    // the other is not named
    ['Ann came first.', 'Vera came first.', false],
    ['Leith is the larger one.', 'Perth is the larger one.', false],
    ['Leith is the larger one.', 'Leith is smaller than Perth.', false],
    // one name stands on both sides
    ['The price of iron came before the price of gold.', 'The gold came before the price of tin.', false],
  ])('%s is turned round by: %s: %s', (one, other, expected) => {
    expect(turned(one, other)).toBe(expected);
    expect(turned(other, one)).toBe(expected);
  });

  it('holds both ways or not at all', () => {
    const keys = fc
      .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 })
      .map((all) => new Set(all));
    const place = { start: 0, end: 1 };
    const ranking = fc
      .record({ scale: fc.constantFrom('size', 'order'), more: keys, less: keys, others: keys })
      .map(({ scale, more, less, others }) => ({
        ...{ scale, more, less, span: place, sentence: place },
        named: new Set([...more, ...less, ...others]),
      }));
    fc.assert(
      fc.property(ranking, ranking, (one, other) => {
        expect(areReversedRankings(one, other)).toBe(areReversedRankings(other, one));
        expect(areReversedRankings(one, one)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});
