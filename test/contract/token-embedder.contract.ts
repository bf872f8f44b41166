/** What every token embedder promises; run against each implementation. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { TokenEmbedder } from '../../src/models/embedder.ts';
import { itTakesBatches } from './batches.contract.ts';

interface TokenEmbedderUnderTest {
  embedder: TokenEmbedder;
  close?(): Promise<void>;
}

const TEXTS = [
  'was born in the city',
  'queen',
  'the first world war and the second world war were fought in the north, the south, the east and the west',
  '1867',
  '東京',
];

export function describeTokenEmbedder(name: string, make: () => Promise<TokenEmbedderUnderTest>): void {
  describe(`${name} keeps the promises of a token embedder`, () => {
    let subject: TokenEmbedderUnderTest;
    const embed = (texts: readonly string[]) => subject.embedder.embedTokens(texts);
    beforeAll(async () => {
      subject = await make();
      return subject.close;
    });
    itTakesBatches(
      () => ({ id: subject.embedder.id, run: (...given) => subject.embedder.embedTokens(...given) }),
      TEXTS,
    );

    it('gives one list a text, of vectors of one width and of length 1', async () => {
      const lists = await embed(TEXTS);
      expect(lists).toHaveLength(TEXTS.length);
      const vectors = lists.flat();
      expect(new Set(vectors.map((vector) => vector.length)).size).toBe(1);
      for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    });

    it('gives more vectors for more words, and none for a text without any', async () => {
      const [one, five, blank] = await embed(['queen', 'was born in the city', ' ']);
      expect(one?.length).toBeGreaterThan(0);
      expect(five?.length).toBeGreaterThan(one?.length as number);
      expect(blank).toEqual([]);
    });

    it('cuts a text that is too long', async () => {
      const [long, longer] = await embed(['city '.repeat(5_000), 'city '.repeat(6_000)]);
      expect(long?.length).toBeGreaterThan(1);
      expect(longer).toEqual(long);
    });
  });
}
