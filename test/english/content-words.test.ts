import { describe, expect, it } from 'vitest';
import { contentWords, distinctWords, wordKey } from '../../src/english/content-words.ts';

it.each([
  ['Politician', 'politi'],
  ['politics', 'politi'],
  ['cities', 'city'],
  ['cats', 'cat'],
  ['Café', 'caf'],
  ['1,000', '1000'],
  ['3.5', '3.5'],
  ['won', 'win'],
  ['Łódź', 'lodz'],
])('wordKey: %s -> %s', (word, key) => {
  expect(wordKey(word)).toBe(key);
});

describe('contentWords', () => {
  it('leaves out function words and tells years and numbers', () => {
    expect(contentWords('He won 12 of the races in 1938.')).toEqual([
      { key: 'win', surface: 'won', kind: 'word' },
      { key: '12', surface: '12', kind: 'number' },
      { key: 'rac', surface: 'races', kind: 'word' },
      { key: '1938', surface: '1938', kind: 'year' },
    ]);
  });

  it.each([
    ['12 May', [{ key: 'day:5-12', surface: '12 May', kind: 'date' }]],
    ['May 12th', [{ key: 'day:5-12', surface: 'May 12th', kind: 'date' }]],
    ['12 Jan', [{ key: 'day:1-12', surface: '12 Jan', kind: 'date' }]],
    ['June 1912', [{ key: 'month:1912-6', surface: 'June 1912', kind: 'word' }]],
    ['1912 June', []],
  ])('adds a key for the date %s', (text, dates) => {
    expect(contentWords(text).filter(({ key }) => key.includes(':'))).toEqual(dates);
  });

  it('reads the sign of multiplication and the letter in its place alike', () => {
    const keysOf = (text: string) => contentWords(text).map(({ key }) => key);
    expect(keysOf('640x480 pixels')).toEqual(['640', '480', 'pixel']);
    expect(keysOf('640×480 pixels')).toEqual(keysOf('640x480 pixels'));
  });

  it('keeps repetitions, which distinctWords drops', () => {
    const words = contentWords('Rome, Rome and ROME');
    expect(words).toHaveLength(3);
    expect(distinctWords(words)).toEqual([{ key: 'rom', surface: 'Rome', kind: 'word' }]);
  });
});
