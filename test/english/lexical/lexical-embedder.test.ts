import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createLexicalEmbedder,
  hashFeatures,
  lexicalVector,
} from '../../../src/english/lexical/lexical-embedder.ts';
import { dot } from '../../../src/graph/cosine.ts';
import { rocAuc } from '../../../src/statistics/ranking.ts';
import { lexicalFeatures } from '../../../src/english/lexical/lexical-features.ts';
import { describeEmbedder } from '../../contract/embedder.contract.ts';
import { OTHER_ENTITY, OTHER_RELATION, type Pair, SAME_ENTITY, SAME_RELATION } from './lexical-pairs.ts';

const similarity = (a: string, b: string) => dot(lexicalVector(a), lexicalVector(b));

/** Cosine of two bags of words as they are written: what the embedder has to beat. */
function wordOverlap(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu)));
  const shared = [...(left as Set<string>)].filter((word) => right?.has(word)).length;
  return shared / Math.sqrt((left?.size ?? 0) * (right?.size ?? 0));
}

const areaUnderCurve = (same: readonly Pair[], other: readonly Pair[], measure: typeof similarity) =>
  rocAuc([
    ...same.map(([a, b]) => ({ score: measure(a, b), positive: true })),
    ...other.map(([a, b]) => ({ score: measure(a, b), positive: false })),
  ]).value;

const above = (threshold: number, pairs: readonly Pair[]) =>
  pairs.filter(([a, b]) => similarity(a, b) > threshold).length / pairs.length;

describeEmbedder('the lexical embedder', async () => ({ embedder: createLexicalEmbedder() }));

describe('telling same from other', () => {
  it.each([
    ['entities', SAME_ENTITY, OTHER_ENTITY, 0.93],
    ['relations', SAME_RELATION, OTHER_RELATION, 0.93],
  ])('%s better than word overlap', (_name, same, other, bound) => {
    expect(areaUnderCurve(same, other, similarity)).toBeGreaterThan(bound);
    expect(areaUnderCurve(same, other, wordOverlap)).toBeLessThan(0.75);
  });

  it('finds nearly all entity pairs of one meaning above 0.85, and hardly another', () => {
    expect(above(0.85, SAME_ENTITY)).toBeGreaterThan(0.85);
    expect(above(0.85, OTHER_ENTITY)).toBeLessThan(0.05);
  });

  it('finds nearly all relation pairs of one meaning above 0.5, and few others', () => {
    expect(above(0.5, SAME_RELATION)).toBeGreaterThan(0.9);
    expect(above(0.5, OTHER_RELATION)).toBeLessThan(0.15);
  });
});

describe('features', () => {
  const shared = (a: string, b: string) => {
    const other = lexicalFeatures(b);
    return [...lexicalFeatures(a).keys()].filter((name) => other.has(name));
  };

  it.each([
    ['1912', '1921'],
    ['1990s', '1990'],
    ['5 million', '5 billion'],
    ['World War I', 'World War II'],
    ['Henry VII', 'Henry VIII'],
  ])('of %s and %s have no number in common', (a, b) => {
    expect(shared(a, b).filter((name) => /number|decade/.test(name))).toEqual([]);
  });

  it.each([
    ['12 March 1912', 'March 12, 1912'],
    ['12 March 1912', '1912-03-12'],
    ['1,200 people', '1200 people'],
    ['twenty-first century', '21st century'],
    ['1.5 million', '1500000'],
    ['Louis XIV', 'Louis the fourteenth'],
    ['may 5', '5th of May'],
  ])('of %s and %s have all numbers in common', (a, b) => {
    const numbers = (text: string) =>
      [...lexicalFeatures(text).keys()].filter((name) => /number|month/.test(name)).sort();
    expect(numbers(a)).toEqual(numbers(b));
  });

  it.each([
    ['was born in', 'birthplace', 'meaning:birth'],
    ['wrote', 'is the author of', 'meaning:authorship'],
    ['was succeeded by', 'followed', 'meaning:succession'],
    ['passed away in', 'died in', 'meaning:death'],
    ['was never married to', 'was not married to', 'negation'],
    ['U.S. Army', 'United States Army', 'word:unit'],
    ['J.S. Bach', 'J. S. Bach', 'initial:s'],
    ['colour', 'color', 'word:color'],
    ['Łódź', 'Lodz', 'word:lodz'],
    ['Москва', 'москва', 'word:москва'],
  ])('of %s and %s share %s', (a, b, name) => {
    expect(shared(a, b)).toContain(name);
  });

  it.each([
    ['born in', 'died in'],
    ['studied at', 'taught at'],
    ['won', 'lost'],
  ])('of %s and %s share no meaning', (a, b) => {
    expect(shared(a, b).filter((name) => name.startsWith('meaning'))).toEqual([]);
  });
});

describe('hashing', () => {
  it('keeps the cosines of the features', () => {
    const texts = [...new Set([SAME_ENTITY, OTHER_ENTITY, SAME_RELATION, OTHER_RELATION].flat(2))];
    const rows = texts.map((text) => {
      const features = lexicalFeatures(text);
      return { exact: unit(features), hashed: hashFeatures(features) };
    });
    const errors = rows.flatMap(({ exact, hashed }, index) =>
      rows.slice(0, index).map((other) => {
        const cosine = [...exact].reduce((sum, [name, w]) => sum + w * (other.exact.get(name) ?? 0), 0);
        return Math.abs(cosine - dot(hashed, other.hashed));
      }),
    );
    expect(Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length)).toBeLessThan(
      0.06,
    );
    expect(Math.max(...errors)).toBeLessThan(0.3);
  });

  const unit = (features: ReadonlyMap<string, number>) => {
    const length = Math.hypot(...features.values());
    return new Map([...features].map(([name, weight]): [string, number] => [name, weight / length]));
  };

  it('keeps all years of two centuries apart', () => {
    const years = Array.from({ length: 200 }, (_, i) => lexicalVector(String(1825 + i)));
    const cosines = years.flatMap((a, i) => years.slice(0, i).map((b) => dot(a, b)));
    expect(Math.max(...cosines)).toBeLessThan(0.5);
  });

  it('gives finite vectors of length 1 or 0 for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const length = Math.hypot(...lexicalVector(text));
        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
      }),
    );
  });

  it('does not change from version to version', () => {
    const vector = lexicalVector('was born in 1867');
    const places = [...vector].flatMap((value, place) => (Math.abs(value) > 0.12 ? [place] : []));
    expect(places).toEqual([2, 4, 38, 116, 138, 149, 155, 212, 228, 246, 298, 320, 325, 355]);
  });
});
