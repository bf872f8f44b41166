import { describe, expect, it } from 'vitest';
import type { BaselineInput, BaselineParts } from '../../../src/benchmark/baselines/baseline.ts';
import { textBaseline } from '../../../src/benchmark/baselines/text-scores.ts';
import { textInput } from './text-input.ts';

/** Scores a text by its length. */
const lengths = async (texts: readonly string[]) => ({ scores: texts.map((text) => text.length) });
const scoreTexts = (input: BaselineInput, scorer: Parameters<typeof textBaseline>[0]) =>
  textBaseline(scorer)(input, {} as BaselineParts);
const unasked = () => Promise.reject(new Error('asked'));

describe('scores of texts', () => {
  it('are those of the sentences, of the claims, and their mean over the sentences', async () => {
    const input = textInput({ sentences: ['ab', 'cdef'], samples: ['s'], claims: ['ghi'] });
    expect(await scoreTexts(input, lengths)).toEqual({
      passage: 3,
      sentences: [2, 4],
      claims: [3],
      reason: null,
    });
  });

  it('go with the trace of the scorer', async () => {
    const input = textInput({ sentences: ['ab'], samples: ['s'] });
    const scores = await scoreTexts(input, async () => ({ scores: [1], trace: { model: 'm' } }));
    expect(scores.trace).toEqual({ model: 'm' });
  });

  it('are asked for of texts and against samples that hold anything', async () => {
    const input = textInput({ sentences: ['ab', ' ', 'cdef'], samples: ['', 's', '\n'], claims: ['', 'g'] });
    const seen: unknown[] = [];
    const scores = await scoreTexts(input, (texts, samples) => {
      seen.push(texts, samples);
      return lengths(texts);
    });
    expect(seen).toEqual([['ab', 'cdef', 'g'], ['s']]);
    expect(scores).toEqual({ passage: 3, sentences: [2, null, 4], claims: [null, 1], reason: null });
  });

  it('leave what has no score out of the mean', async () => {
    const input = textInput({ sentences: ['a', 'b'], samples: ['s'] });
    const scores = await scoreTexts(input, async () => ({ scores: [null, 0.25] }));
    expect(scores).toMatchObject({ passage: 0.25, sentences: [null, 0.25] });
  });

  it('are missing without samples', async () => {
    const input = textInput({ sentences: ['ab'], samples: [' '], claims: ['c'] });
    expect(await scoreTexts(input, unasked)).toEqual({
      passage: null,
      sentences: [null],
      claims: [null],
      reason: 'no-samples',
    });
  });

  it('are missing without sentences', async () => {
    const empty = await scoreTexts(textInput({ sentences: [], samples: ['s'] }), unasked);
    expect(empty).toEqual({ passage: null, sentences: [], claims: [], reason: 'no-sentences' });
  });
});
