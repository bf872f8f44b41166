import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  extractionCounts,
  extractionFigures,
  extractionReport,
  MATCH_RULE_NAMES,
  matchCount,
  tokenF1,
} from '../../src/benchmark/extraction-metrics.ts';
import { segmentation } from '../support/records.ts';
import { verdict } from './cases.ts';

const fact = (text: string) => {
  const [head = '', relation = '', tail = ''] = text.split(' | ');
  return { head, relation, tail };
};
const facts = (...texts: string[]) => texts.map(fact);

describe('token F1', () => {
  it('counts repeated words as often as they occur', () => {
    expect(tokenF1(['a', 'a', 'b'], ['a', 'c'])).toBe(2 / 5);
    expect(tokenF1(['a', 'a'], ['a', 'a'])).toBe(1);
    expect(tokenF1([], [])).toBe(0);
  });

  it('is the same both ways', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 });
    fc.assert(
      fc.property(words, words, (left, right) => {
        expect(tokenF1(left, right)).toBe(tokenF1(right, left));
      }),
    );
  });
});

describe('matching', () => {
  it('tells the rules apart', () => {
    // 3 of 5 and 5 words: F1 .6; head and tail the same, relation not
    const [own, gold] = [
      facts('Ada Byron | did write up | notes'),
      facts('Ada Byron | was author of | notes'),
    ];
    expect(MATCH_RULE_NAMES.map((rule) => matchCount(own, gold, rule))).toEqual([1, 0, 0]);
    // the same words, cut elsewhere
    const cut = facts('Ada | Byron wrote | the notes');
    expect(
      MATCH_RULE_NAMES.map((rule) => matchCount(cut, facts('Ada Byron | wrote the | notes'), rule)),
    ).toEqual([1, 1, 1]);
    expect(
      matchCount(facts('Ada | Byron wrote the | notes'), facts('Ada Byron wrote | the | notes'), 'parts'),
    ).toBe(1);
    expect(
      matchCount(facts('Ada | Byron wrote the | notes'), facts('Ada Byron wrote the | by | notes'), 'parts'),
    ).toBe(0);
  });

  it('sees neither case, accents nor punctuation', () => {
    expect(matchCount(facts('"José" | Sang | \'Hello\''), facts('Jose | sang | hello'), 'parts')).toBe(1);
  });

  it('makes pairs one to one, the most alike first', () => {
    const gold = facts('Ada | wrote | notes');
    expect(matchCount(facts('Ada | wrote | notes', 'Ada | wrote | notes'), gold, 'half')).toBe(1);
    const both = facts('Ada | wrote | notes', 'Ada | wrote | letters');
    expect(matchCount(both, [...both].reverse(), 'half')).toBe(2);
  });

  it('finds no more pairs than either side has, none by a stricter rule that a looser one lacks', () => {
    const word = fc.constantFrom('ada', 'wrote', 'notes', 'letters', 'in', 'paris');
    const part = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '));
    const list = fc.array(fc.record({ head: part, relation: part, tail: part }), { maxLength: 4 });
    fc.assert(
      fc.property(list, list, (own, gold) => {
        const { matched } = extractionCounts(own, gold);
        for (const rule of MATCH_RULE_NAMES) {
          expect(matched[rule]).toBeLessThanOrEqual(Math.min(own.length, gold.length));
        }
        expect(matched.most).toBeLessThanOrEqual(matched.half);
      }),
    );
  });
});

describe('figures', () => {
  it('are sums over responses', () => {
    const { n, own, gold, rules } = extractionFigures(
      [
        extractionCounts(facts('Ada | wrote | notes', 'x | y | z'), facts('Ada | wrote | notes')),
        extractionCounts([], facts('a | b | c', 'd | e | f')),
      ],
      { seed: 1 },
    );
    expect([n, own, gold]).toEqual([2, 2, 3]);
    expect(rules.most.values).toEqual({ precision: 1 / 2, recall: 1 / 3, f1: 2 / 5 });
  });

  it('come from the triples of the run and those of the data set', () => {
    const passage = (id: string, group: string) => ({
      ...{ passage: { id, prompt: '', response: 'r' }, label: null, group },
      triples: facts('Ada | wrote | notes').map((triple) => ({ ...triple, label: null })),
    });
    const read = verdict({ id: '1', positive: null, support: null });
    read.trace.segmentations = [segmentation('original', [['Ada', 'wrote', 'notes']])];
    const unread = verdict({ id: '2', positive: null, support: null });
    const report = extractionReport([passage('1', 'a'), passage('2', 'b')], [unread, read], { seed: 1 });
    expect(report?.overall).toMatchObject({ n: 1, own: 1, gold: 1 });
    expect(report?.overall.rules.parts.values.f1).toBe(1);
    expect(
      extractionReport([{ passage: { id: '1', prompt: '' }, label: null }], [read], { seed: 1 }),
    ).toBeNull();
  });
});
