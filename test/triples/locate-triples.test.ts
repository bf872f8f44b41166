import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span } from '../../src/passage.ts';
import { splitSentences } from '../../src/english/sentences.ts';
import { createLocator } from '../../src/triples/locate-triples.ts';

const TEXT =
  'Albert Einstein was a German physicist. He was born in Ulm.\r\nHe studied at ETH Zürich, where he met Mileva Marić. ' +
  'In 1921, he received the Nobel Prize. His work is well known. It covers light. Einstein died in Princeton.';

function place(head: string, relation: string, tail: string, text = TEXT): string | null {
  const span = createLocator(text, splitSentences(text))({ head, relation, tail });
  return span === null ? null : text.slice(span.start, span.end);
}

describe('createLocator', () => {
  it.each([
    [
      'the stretch from first to last word',
      ['Albert Einstein', 'was', 'physicist'],
      'Albert Einstein was a German physicist',
    ],
    ['a head that the text calls "he"', ['Albert Einstein', 'was born in', 'Ulm'], 'born in Ulm'],
    ['other case and no diacritics', ['EINSTEIN', 'studied at', 'eth zurich'], 'studied at ETH Zürich'],
    ['decomposed letters', ['Einstein', 'met', 'Mileva Maric\u0301'], 'met Mileva Marić'],
    ['other endings', ['Albert Einstein', 'receives', 'Nobel Prizes'], 'received the Nobel Prize'],
    [
      'words in another order',
      ['Albert Einstein', 'received Nobel Prize in', '1921'],
      '1921, he received the Nobel Prize',
    ],
    [
      'the sentence that fits best',
      ['Albert Einstein', 'died in', 'Princeton'],
      'Einstein died in Princeton',
    ],
    [
      'a possessive in place of the head',
      ['Einstein', 'is known for', "Einstein's work"],
      'work is well known',
    ],
  ] as const)('finds %s', (_, [head, relation, tail], expected) => {
    expect(place(head, relation, tail)).toBe(expected);
  });

  it('spans two sentences where one does not hold enough', () => {
    const text = 'Her books are many. One is Emma. Persuasion came later. Nobody met her.';
    expect(place('Jane Austen', 'wrote', 'Emma and Persuasion', text)).toBe('Emma. Persuasion');
  });

  it('takes the first of two places that fit alike', () => {
    const text = 'Ann met Bob. Ann met Bob.';
    const span = createLocator(text, splitSentences(text))({ head: 'Ann', relation: 'met', tail: 'Bob' });
    expect(span).toEqual({ start: 0, end: 11 });
  });

  it('takes words of one stem for the same', () => {
    const text = 'He received his education at Eton.';
    expect(place('Ann', 'was educated at', 'Eton', text)).toBe('education at Eton');
  });

  it('has no place for what the text does not say', () => {
    expect(place('Albert Einstein', 'is married to', 'Elsa')).toBeNull();
    expect(place('Albert Einstein', 'died in', '1955')).toBeNull();
    expect(place('Max Planck', 'lived in', 'Kiel')).toBeNull();
    expect(place('Einstein', 'was', 'physicist', '')).toBeNull();
  });

  it('keeps to whole characters inside the text, and finds what was cut from it', () => {
    const words = ['Ulm', '. ', '\r\n', 'e\u0301', '1921'];
    const unit = fc.constantFrom(...'a ß東😀𝒜\uFEFF', '\uD83D', ...words);
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), fc.nat(), fc.nat(), (text, from, length) => {
        const start = from % (text.length + 1);
        const part = text.slice(start, start + (length % 12));
        const sentences: Span[] = [{ start: 0, end: text.length }];
        const span = createLocator(text, sentences)({ head: part, relation: part, tail: part });
        if (span === null) return;
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.end).toBeGreaterThan(span.start);
        expect(span.end).toBeLessThanOrEqual(text.length);
        expect(splitsPair(text, span.start) || splitsPair(text, span.end)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('finds the words of one sentence in that sentence', () => {
    const words = fc.uniqueArray(fc.stringMatching(/^[bcdfg][aeiou][klmnp]{2}[aeiou][rtvx]$/), {
      minLength: 9,
      maxLength: 9,
    });
    fc.assert(
      fc.property(words, fc.nat({ max: 2 }), (all, chosen) => {
        const sentences = [0, 1, 2].map((index) => `${all.slice(index * 3, index * 3 + 3).join(' ')}.`);
        const text = sentences.join(' ');
        const starts = sentences.map((sentence) => text.indexOf(sentence));
        const spans = sentences.map((sentence, index) => ({
          start: starts[index] as number,
          end: (starts[index] as number) + sentence.length,
        }));
        const [head, relation, tail] = all.slice(chosen * 3, chosen * 3 + 3) as [string, string, string];
        const start = starts[chosen] as number;
        const end = start + (sentences[chosen] as string).length - 1;
        expect(createLocator(text, spans)({ head, relation, tail })).toEqual({ start, end });
      }),
    );
  });
});

/** Whether an index lies between the two halves of a character. */
function splitsPair(text: string, index: number): boolean {
  return /[\uD800-\uDBFF]/.test(text[index - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[index] ?? '');
}
