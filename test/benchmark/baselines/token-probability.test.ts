import { describe, expect, it } from 'vitest';
import type { BaselineParts } from '../../../src/benchmark/baselines/baseline.ts';
import { TOKEN_BASELINES } from '../../../src/benchmark/baselines/token-probability.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import { missingNeed } from '../../../src/detector/parts.ts';
import type { Token } from '../../../src/passage.ts';
import { textInput } from './text-input.ts';

/** A token whose rest is one other token. */
const token = (text: string, p: number): Token => ({
  text,
  logprob: Math.log(p),
  top: [text, 'other'].map((one, index) => ({ text: one, logprob: Math.log(index === 0 ? p : 1 - p) })),
});
const binary = (p: number) => -p * Math.log(p) - (1 - p) * Math.log(1 - p);

const sentences = ['It is.', 'He was.'];
const tokens = [token('It', 0.9), token(' is.', 0.6), token(' He', 0.5), token(' was.', 0.8)];

async function scoresOf(id: string, own: Token[] | undefined) {
  const definition = TOKEN_BASELINES.find((one) => one.id === id);
  const { passage, ...input } = textInput({ sentences, samples: [] });
  return definition?.score(
    { ...input, passage: { ...passage, ...(own && { tokens: own }) } },
    {} as BaselineParts,
  );
}

const minusLog = (p: number) => -Math.log(p);

describe('the baselines from single tokens', () => {
  it.each([
    ['token-mean-probability', (minusLog(0.9) + minusLog(0.6)) / 2, (minusLog(0.5) + minusLog(0.8)) / 2],
    ['token-min-probability', minusLog(0.6), minusLog(0.5)],
    ['token-mean-entropy', (binary(0.9) + binary(0.6)) / 2, (Math.LN2 + binary(0.8)) / 2],
    ['token-max-entropy', binary(0.6), Math.LN2],
  ])('%s', async (id, first, second) => {
    const scores = await scoresOf(id, tokens);
    expect(scores?.sentences).toEqual([expect.closeTo(first, 12), expect.closeTo(second, 12)]);
    expect(scores?.passage).toBeCloseTo((first + second) / 2, 12);
    expect(scores).toMatchObject({ claims: null, reason: null });
  });

  it.each(TOKEN_BASELINES.map(({ id }) => id))(
    '%s has no score without tokens of the response',
    async (id) => {
      expect(await scoresOf(id, undefined)).toMatchObject({ passage: null, reason: 'no-tokens' });
      expect(await scoresOf(id, [token('Else', 0.5)])).toMatchObject({
        passage: null,
        reason: 'unaligned-tokens',
      });
    },
  );

  it('have no entropy without alternatives', async () => {
    const bare = tokens.map(({ text, logprob }) => ({ text, logprob }));
    expect(await scoresOf('token-max-entropy', bare)).toMatchObject({
      ...{ passage: null, sentences: [null, null], reason: 'no-alternatives' },
    });
    expect((await scoresOf('token-min-probability', bare))?.reason).toBeNull();
  });

  it('are there where a passage brings tokens, or is asked for with them', () => {
    const config = resolveConfig({ preset: 'rhd' });
    const passage = { id: 'a', prompt: 'q' };
    const missing = (own: object, settings = config) =>
      missingNeed('token-logprobs', settings, [{ ...passage, ...own }]);
    expect(missing({ response: 'r' })).toContain('no passage brings tokens');
    expect(missing({ response: 'r', tokens })).toBeNull();
    expect(missing({})).not.toBeNull();
    expect(missing({}, resolveConfig({ preset: 'rhd', sampling: { ask: true } }))).toBeNull();
  });
});
