import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../../src/english/sentence-words.ts';
import { deniedIn, wordMentionsOf } from '../../../src/english/values/word-mentions.ts';

const words = (text: string) => {
  const tokens = tokensOf(text);
  return wordMentionsOf(tokens, text, new Set(deniedIn(tokens))).map(
    ({ kind, text: own }) => `${kind} ${own}`,
  );
};

describe('wordMentionsOf', () => {
  it.each([
    ['Ann Berg was a Polish chemist.', ['role chemist']],
    ['Ann Berg, an English novelist, of note.', ['role novelist', 'sort note']],
    ['Ann Berg met a chemist.', []],
    ['Ann Berg was a film director.', ['role director']],
    ['Ann Berg saw her uncle.', ['opposite uncle', 'role uncle']],
    ['The Varna is a short river.', ['opposite short', 'sort river']],
    ['Prices rose.', ['opposite rose']],
    ['The pipes hold copper.', ['sort copper']],
    ['The copper pipes hold.', ['sort copper']],
    ['The beetle pipes hold.', []],
    ['Steel is less dense, and more than enough.', ['negation less dense']],
    ['The law forbade prices to rise.', ['opposite forbade']],
    ['The law kept prices from rising, which fell.', ['opposite kept', 'opposite rising', 'opposite fell']],
    ['Prices failed to fall, then rose to 9.', ['opposite failed', 'opposite rose']],
    ['Prices did not rise.', ['negation did not rise']],
    ["Ann Berg didn't teach there.", ["negation didn't teach"]],
    ['Ann Berg was not, it is said, rising.', ['opposite rising']],
    ['Ann Berg wrote no stage plays.', ['negation no stage plays', 'sort plays']],
    ['Nobody taught there.', ['negation Nobody taught']],
    [
      'Nobody likes sugar-free or pedal-less machines.',
      ['negation Nobody likes', 'negation sugar', 'negation pedal'],
    ],
    ['They do not need a visa.', ['negation do not need']],
    ['Who needs no visa may stay without a visa.', ['opposite stay', 'negation without a visa']],
    ['Children who are not registered may not enter.', ['negation not enter']],
    ['Days not taken are lost, if none is asked for.', ['opposite lost']],
    ['If it is not raining, go.', ['opposite go']],
    ['They said that it would not rain.', []],
    ['You need less when it rains.', ['negation need less']],
    ['Debt fell from above 130 percent.', ['opposite fell']],
    ['The sister is fifteen years old.', ['opposite sister']],
  ])('%s', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('leaves out a word that may be denied together with one before', () => {
    const text = 'The king may not be hit, pass it or end there. The rook may pass it.';
    const tokens = tokensOf(text);
    const [king, rook] = [text.indexOf('pass'), text.lastIndexOf('pass')];
    const passes = wordMentionsOf(
      tokens,
      text,
      new Set([tokens.find(({ lower }) => lower === 'pass')?.key ?? '']),
    )
      .filter(({ kind }) => kind === 'negation')
      .map(({ from }) => tokens[from]?.start);
    expect(passes).not.toContain(king);
    expect(passes.some((start) => (start as number) > king && (start as number) <= rook)).toBe(true);
  });
});

it('deniedIn: reads past an adverb of manner', () => {
  // it was, then
  expect(deniedIn(tokensOf('It was not adopted until 1921.'))).toEqual([]);
  const [adopted] = deniedIn(tokensOf('It has not been adopted.'));
  expect(deniedIn(tokensOf('It has not been widely adopted.'))).toContain(adopted);
  expect(deniedIn(tokensOf('No bird has a longer neck than the swan.'))).toEqual([]);
});
