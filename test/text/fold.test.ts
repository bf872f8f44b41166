import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerWords } from '../../src/benchmark/answer-metrics.ts';
import { holdsValue, sameWords } from '../../src/correction/correction-words.ts';
import { copyRateIn } from '../../src/reference/copy-rate.ts';
import { statementWords } from '../../src/english/statement-words.ts';
import { wordKey } from '../../src/english/content-words.ts';
import { fold } from '../../src/text/fold.ts';
import { lexicalVector } from '../../src/english/lexical/lexical-embedder.ts';
import { normaliseEntity } from '../../src/english/normalise.ts';
import { createLocator } from '../../src/triples/locate-triples.ts';
import { tripleKey } from '../../src/triples/triple-parts.ts';
import { holdsPhrase } from '../../src/verification/leaks.ts';

describe('fold', () => {
  it.each([
    ['Łódź', 'lodz'],
    ['ØRE', 'ore'],
    ['Straße', 'strasse'],
    ['Ærø', 'aero'],
    ['Þór Đặng', 'thor dang'],
    ['İstanbul, ılık', 'istanbul, ilik'],
    ['ｆｕｌｌ ﬁne', 'full fine'],
    ['МОСКВА', 'москва'],
    ['北京', '北京'],
    ['№ 5 😀', 'no 5 😀'],
    ['Pa\u200Bris, Ber\u00ADlin', 'paris, berlin'],
  ])('%s -> %s', (text, form) => {
    expect(fold(text)).toBe(form);
  });

  it('changes nothing that is folded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});

describe('a name with and without its strokes', () => {
  const [written, plain] = ['Łódź', 'LODZ'];

  it('is one wherever words are compared', () => {
    for (const form of [wordKey, normaliseEntity, lexicalVector, answerWords, statementWords]) {
      const [left, right] = [form(written), form(plain)].map((one) =>
        JSON.stringify(one).replace(/"surface":"[^"]*"/, ''),
      );
      expect(left).toBe(right);
    }
    const triple = (tail: string) => ({ head: 'Ann', relation: 'was born in', tail });
    expect(tripleKey(triple(written))).toBe(tripleKey(triple(plain)));
    expect(copyRateIn([`Ann was born in ${written}.`])(triple(plain))).toBe(1);
    const text = `Ann was born in ${written}.`;
    const place = createLocator(text, [{ start: 0, end: text.length }])(triple(plain));
    expect(text.slice(place?.start, place?.end)).toBe(`Ann was born in ${written}`);
    expect(holdsPhrase(text, plain)).toBe(true);
    expect(holdsValue(text, plain)).toBe(true);
    expect(sameWords(written, plain)).toBe(true);
  });
});
