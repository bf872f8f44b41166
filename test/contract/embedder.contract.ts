/** What every embedder promises; run against each implementation. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Embedder } from '../../src/models/embedder.ts';
import { itTakesBatches } from './batches.contract.ts';

interface EmbedderUnderTest {
  embedder: Embedder;
  close?(): Promise<void>;
}

const TEXTS = [
  'was born in',
  'Marie Curie',
  '1867',
  'discovered polonium together with her husband in a shed in Paris',
  'Ångström',
  '!?',
  '東京',
  'the',
];

export function describeEmbedder(name: string, make: () => Promise<EmbedderUnderTest>): void {
  describe(`${name} keeps the promises of an embedder`, () => {
    let subject: EmbedderUnderTest;
    beforeAll(async () => {
      subject = await make();
      return subject.close;
    });
    itTakesBatches(
      () => ({ id: subject.embedder.id, run: (...given) => subject.embedder.embed(...given) }),
      TEXTS,
    );

    it('gives one vector a text, all of one length', async () => {
      const vectors = await subject.embedder.embed(TEXTS);
      expect(vectors).toHaveLength(TEXTS.length);
      expect(new Set(vectors.map((vector) => vector.length)).size).toBe(1);
      for (const vector of vectors) expect(vector).toBeInstanceOf(Float32Array);
    });

    it('gives vectors of length 1, and of length 0 only where there is nothing to embed', async () => {
      const vectors = await subject.embedder.embed(TEXTS);
      for (const vector of vectors) {
        const length = Math.hypot(...vector);
        if (length !== 0) expect(length).toBeCloseTo(1, 5);
      }
      for (const index of [0, 1, 3])
        expect(Math.hypot(...(vectors[index] as Float32Array))).toBeCloseTo(1, 5);
    });

    it('gives the zero vector for an empty text, at the common width', async () => {
      const [width] = (await subject.embedder.embed(['word'])).map((vector) => vector.length);
      const alone = await subject.embedder.embed(['', ' \n']);
      const among = await subject.embedder.embed(['Paris', '']);
      for (const vector of [...alone, among[1]]) expect(vector).toEqual(new Float32Array(width as number));
    });
  });
}
