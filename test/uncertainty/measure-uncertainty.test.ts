import { describe, expect, it } from 'vitest';
import { createCompromiseRecogniser } from '../../src/models/compromise-entities.ts';
import { ORIGINAL, type Token, type Triple } from '../../src/passage.ts';
import { splitSentences } from '../../src/english/sentences.ts';
import {
  entitySupport,
  measureUncertainty,
  type UncertaintySettings,
} from '../../src/uncertainty/measure-uncertainty.ts';

const settings: UncertaintySettings = { minProbability: 0.45 };
const recogniser = createCompromiseRecogniser();

/** A token whose rest is one other token. */
const token = (text: string, p: number): Token => ({
  text,
  logprob: Math.log(p),
  top: [
    { text, logprob: Math.log(p) },
    { text: 'other', logprob: Math.log(1 - p) },
  ].filter(({ logprob }) => Number.isFinite(logprob)),
});

const TEXT = 'Rupert Brooke was born in Rugby. He died in 1921. He liked it.';
const TOKENS = [
  ...[token('Rupert', 0.9), token(' Bro', 0.7), token('oke', 1), token(' was born in', 1)],
  ...[token(' Rug', 0.5), token('by', 0.9), token('.', 1), token(' He died in', 1)],
  ...[token(' 19', 0.6), token('21', 0.2), token('. He liked it.', 1)],
];

function triple(id: string, tail: string, words: string | null): Triple {
  const start = words === null ? 0 : TEXT.indexOf(words);
  const span = words === null ? null : { start, end: start + words.length };
  return { id, responseId: ORIGINAL, head: 'Rupert Brooke', relation: 'r', tail, span };
}
const triples = [
  triple('1', 'Rugby', 'Rupert Brooke was born in Rugby'),
  triple('2', 'in the year 1921', 'He died in 1921'),
  triple('3', 'it', 'He liked it'),
  triple('4', 'Rugby', null),
];

const measure = (changes: Partial<UncertaintySettings> = {}, tokens: Token[] | undefined = TOKENS) =>
  measureUncertainty(
    { response: TEXT, tokens, sentences: splitSentences(TEXT), triples },
    { recogniser, settings: { ...settings, ...changes } },
  );

const binary = (p: number) => -p * Math.log(p) - (1 - p) * Math.log(1 - p);

describe('RHD', () => {
  it('pools the probabilities and entropies of the tokens of each entity', async () => {
    const { entities } = await measure();
    expect(entities.map(({ text, hallucinated }) => [text, hallucinated])).toEqual([
      ['Rupert Brooke', false],
      ['Rugby', false],
      ['1921', true],
    ]);
    const [brooke, rugby, year] = entities;
    expect(brooke?.probability).toBeCloseTo((0.9 + 0.7 + 1) / 3, 12);
    expect(rugby?.probability).toBeCloseTo(0.7, 12);
    expect(year?.probability).toBeCloseTo(0.4, 12);
    expect(rugby?.entropy).toBeCloseTo(Math.LN2, 12);
    expect(year?.entropy).toBeCloseTo(binary(0.6), 12);
    expect(year?.entropyBound).toBeGreaterThanOrEqual(year?.entropy as number);
    for (const { text, span } of entities) expect(TEXT.slice(span.start, span.end)).toBe(text);
  });

  it('supports a triple as the entities of its tail are, else as those of its words', async () => {
    const { triples: supports } = await measure();
    // θ1 = .45: .7 lies .25 of .55 above it, .4 is .4 / .45 of it
    expect(supports['1']).toEqual({ value: expect.closeTo(0.5 + 0.125 / 0.55, 12), reason: null });
    expect(supports['2']).toEqual({ value: expect.closeTo(0.2 / 0.45, 12), reason: null });
    expect(supports['3']).toEqual({ value: null, reason: 'no-entity' });
    expect(supports['4']).toEqual({ value: null, reason: 'no-entity' });
  });

  it('supports a sentence as its least entity is', async () => {
    const { sentences } = await measure();
    expect(sentences.map(({ value }) => value)).toEqual([
      expect.closeTo(0.5 + 0.125 / 0.55, 12),
      expect.closeTo(0.2 / 0.45, 12),
      null,
    ]);
  });

  it('finds an entity of too high an entropy, and then supports it less than ½', async () => {
    // Rugby has ln 2 = .693 > .69, the year .673.
    const { entities, triples: supports } = await measure({ maxEntropy: 0.69 });
    expect(entities.map(({ hallucinated }) => hallucinated)).toEqual([false, true, true]);
    expect(supports['1']?.value).toBeCloseTo((0.5 * 0.69) / Math.LN2, 12);
    expect(supports['1']?.value).toBeLessThan(0.5);
  });

  it('says why nothing is known', async () => {
    const empty = await measure({}, []);
    expect(empty.entities).toEqual([]);
    expect(empty.triples['1']).toEqual({ value: null, reason: 'no-tokens' });
    expect(empty.sentences[0]).toEqual({ value: null, reason: 'no-tokens' });
    const foreign = await measure({}, [token('Something else', 0.5)]);
    expect(foreign.triples['1']).toEqual({ value: null, reason: 'unaligned-tokens' });
  });

  it('knows no entropy without alternatives, and goes by probability', async () => {
    const bare = TOKENS.map(({ text, logprob }) => ({ text, logprob }));
    const { entities } = await measure({ maxEntropy: 0 }, bare);
    expect(entities[2]).toMatchObject({ entropy: null, entropyBound: null, hallucinated: true });
    expect(entities[0]).toMatchObject({ hallucinated: false });
  });
});

describe('the support of an entity', () => {
  it.each([0, 0.3, 0.45, 1])(
    'is below ½ exactly where the rule finds a hallucination, with θ1 = %d',
    (theta) => {
      const rules = { ...settings, minProbability: theta, maxEntropy: 2 };
      for (const probability of [0, 0.2, 0.449, 0.45, 0.7, 1]) {
        for (const entropy of [0, 1, 2, 2.001, 5]) {
          const support = entitySupport({ probability, entropy }, rules) as number;
          const isFound = probability < theta || entropy > 2;
          expect([probability, entropy, support < 0.5]).toEqual([probability, entropy, isFound]);
          expect(support).toBeGreaterThanOrEqual(0);
          expect(support).toBeLessThanOrEqual(1);
        }
      }
    },
  );

  it('is at most 1 where probabilities are summed, and null where nothing is known', () => {
    expect(entitySupport({ probability: 2.5, entropy: null }, settings)).toBe(1);
    expect(entitySupport({ probability: null, entropy: null }, settings)).toBeNull();
  });
});
