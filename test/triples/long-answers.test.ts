/** Answers of many hundred kilobytes, of few characters over and over: they are read, or refused, while one waits. */
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/models/parse-json.ts';
import { parseTriples } from '../../src/triples/parse-triples.ts';

const SIZE = 400_000;
const PIECES = [...' ([,"\\\t\u200b', '( ', '1. ', '"a": {"b" ', '(a;', '" x ', '* ', '",'];
const long = (piece: string): string => piece.repeat(SIZE / piece.length);

describe.each(PIECES)('%j over and over', (piece) => {
  it('states no triple, by itself and in a list of texts', () => {
    expect(parseTriples(long(piece), 'A b c.').triples).toEqual([]);
    expect(parseTriples(JSON.stringify([long(piece)]), 'A b c.').triples).toEqual([]);
  });

  it('is too long for a part of a triple, and recorded in short', () => {
    const answer = JSON.stringify({ triples: [['Ann', 'is', `x${long(piece)}x`]] });
    const { triples, rejected } = parseTriples(answer, 'x');
    const isBlank = piece.trim() === '' || piece === '\u200b';
    expect({ triples: triples.length, reasons: rejected.map(({ reason }) => reason) }).toEqual(
      isBlank ? { triples: 1, reasons: [] } : { triples: 0, reasons: ['too-long'] },
    );
    expect(JSON.stringify(rejected).length).toBeLessThan(5000);
  });

  it('is no JSON that is mended', () => {
    expect(parseJson(`{a: ${long(piece)}}`)).toBeUndefined();
  });
});

it('reads no brackets that lie a thousand deep', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect(parseTriples(deep(100_000), 'x').triples).toEqual([]);
  expect(parseJson(deep(1000))).toBeUndefined();
  expect(parseJson(deep(50))).toEqual(JSON.parse(deep(50)));
});

it('asks about no more facts than a text can hold', () => {
  const answer = JSON.stringify({
    triples: Array.from({ length: 5000 }, (_, index) => [`Ann ${index}`, 'sang in', 'Leeds']),
  });
  const { triples, rejected } = parseTriples(answer, 'Ann sang.');
  // 20 and one for each four of 9 characters.
  expect(triples).toHaveLength(23);
  expect(rejected).toEqual([{ raw: '4977 more', reason: 'too-many' }]);
});
