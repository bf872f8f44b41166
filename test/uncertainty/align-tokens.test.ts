import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeTokens, tokensIn } from '../../src/uncertainty/align-tokens.ts';

const place = (text: string, tokens: readonly string[]) =>
  placeTokens(
    text,
    tokens.map((token) => ({ text: token, logprob: -1 })),
  )?.map(({ span }) => text.slice(span.start, span.end)) ?? null;

describe('placing tokens', () => {
  it.each<[string, string, string[], string[]]>([
    ['as they are', 'Born in 1887.', ['Born', ' in', ' 18', '87', '.'], ['Born', ' in', ' 18', '87', '.']],
    ['white space trimmed off', 'Born in', ['\n', ' Born', ' in', ' ', '\n'], ['', 'Born', ' in', '', '']],
    ['one blank for two', 'a  b', ['a', ' b'], ['a', '  b']],
    ['SentencePiece', 'Born in', ['▁Born', '▁in', '</s>'], ['Born', ' in', '']],
    ['byte-level BPE', 'Born\nin', ['Born', 'Ċ', 'in', '<|im_end|>'], ['Born', '\n', 'in', '']],
    ['bytes by number', 'né!', ['n', '<0xC3>', '<0xA9>', '!'], ['n', '', 'é', '!']],
    ['bytes that are no character', 'a😀b', ['a', '\uFFFD', '\uFFFD', 'b'], ['a', '', '😀', 'b']],
    ['unreadable to the end', 'a😀', ['a', '\uFFFD', '\uFFFD'], ['a', '', '😀']],
  ])('%s', (_, text, tokens, expected) => {
    expect(place(text, tokens)).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ['another text', 'Born in', ['Died', ' in']],
    ['too few tokens', 'Born in 1887', ['Born', ' in']],
    ['too many', 'Born', ['Born', ' in']],
    ['a word left out', 'Born in 1887', ['Born', ' 1887']],
  ])('refuses %s', (_, text, tokens) => {
    expect(place(text, tokens)).toBeNull();
  });

  it('gives back any division of any text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 })), (tokens) => {
        const whole = tokens.filter((token) => !/[▁ĠĊ<]/.test(token));
        const placed = place(whole.join(''), whole);
        expect(placed?.join('')).toBe(whole.join(''));
      }),
    );
  });

  it('finds the tokens of a stretch, begun characters among them', () => {
    const text = 'in née';
    const tokens = ['in', ' n', '', 'é', 'e'].map((token) => ({ text: token, logprob: -1 }));
    const placed = placeTokens(text, tokens) ?? [];
    expect(tokensIn(placed, { start: 3, end: 6 }).map((token) => token.text)).toEqual([' n', '', 'é', 'e']);
    expect(tokensIn(placed, { start: 0, end: 2 }).map((token) => token.text)).toEqual(['in']);
  });
});
