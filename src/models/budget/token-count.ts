/** Token counts before anything is sent: exact where the vocabulary is known, else a stated estimate. */
import type { TiktokenBPE } from 'js-tiktoken/lite';
import { once } from '../../common/memoize.ts';
import { isMissing } from '../optional-package.ts';
import { estimateTextTokens } from './token-estimate.ts';

const VOCABULARIES = [
  {
    models: /^(gpt-4o|gpt-4\.1|gpt-4\.5|gpt-5|chatgpt-4o|o[134](-|$))/,
    encoder: once(() => encoderOf(import('js-tiktoken/ranks/o200k_base'))),
  },
  {
    models: /^(gpt-4(-|$)|gpt-3\.5|text-embedding-)/,
    encoder: once(() => encoderOf(import('js-tiktoken/ranks/cl100k_base'))),
  },
];

/**
 * The counter for a model, by its name; a prefix with a slash (`openai/gpt-4o`) is ignored. A vocabulary is loaded
 * with the first model that needs it (1 to 2 MB); without the optional js-tiktoken, tokens are estimated.
 */
export async function tokenCounterFor(
  model: string,
): Promise<{ count(text: string): number; exact: boolean }> {
  const name = model.slice(model.lastIndexOf('/') + 1);
  const vocabulary = VOCABULARIES.find(({ models }) => models.test(name));
  const encoder = await vocabulary?.encoder().catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  return encoder
    ? { count: (text) => countInPieces(text, encoder.encode), exact: true }
    : { count: estimateTextTokens, exact: false };
}

/**
 * Counting takes at least quadratic time in the longest run without a space, which a hostile text can exploit (4,000
 * letters take seconds). So runs of this length are counted separately, which adds at most one token per cut.
 */
const LONG_RUN = /(\S{48})/;

function countInPieces(text: string, encode: (text: string) => readonly number[]): number {
  return text.split(LONG_RUN).reduce((sum, piece) => sum + encode(piece).length, 0);
}

/** Creating an encoder from a vocabulary takes about a second. */
async function encoderOf(ranks: Promise<{ default: TiktokenBPE }>) {
  const [{ Tiktoken }, vocabulary] = await Promise.all([import('js-tiktoken/lite'), ranks]);
  const encoding = new Tiktoken(vocabulary.default);
  // What looks like a special token is ordinary text here.
  return { encode: (text: string) => encoding.encode(text, [], []) };
}
