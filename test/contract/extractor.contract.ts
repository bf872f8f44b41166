/** What every triple extractor promises; run against each implementation. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { TripleExtractor } from '../../src/triples/extractor.ts';

const TEXT =
  'Mara Quint (1901–1960) was a Scottish painter. She was born in Leith and studied in Edinburgh.\r\n' +
  'She painted “The Pier” in 1932 😀. She died in Café Zürich.';

export function describeExtractor(name: string, make: () => Promise<TripleExtractor>): void {
  describe(`${name} keeps the promises of an extractor`, () => {
    let extractor: TripleExtractor;
    beforeAll(async () => {
      extractor = await make();
    });
    const extract = (text: string, id = 'sample-2') =>
      extractor.extract({ id, text }, { prompt: 'Tell me about Mara Quint.' });

    it('numbers its triples and places them inside the response', async () => {
      const { outcome, responseId, triples } = await extract(TEXT);
      expect([outcome, responseId]).toEqual(['ok', 'sample-2']);
      expect(triples.length).toBeGreaterThan(0);
      for (const [index, triple] of triples.entries()) {
        expect(triple).toMatchObject({ id: `sample-2/${index + 1}`, responseId: 'sample-2' });
        expect([triple.head, triple.relation, triple.tail].every((part) => part.trim() !== '')).toBe(true);
        expect(triple.head).not.toMatch(/^(?:he|she|it|they)$/i);
        if (triple.span === null) continue;
        expect(triple.span.start).toBeGreaterThanOrEqual(0);
        expect(triple.span.end).toBeGreaterThan(triple.span.start);
        expect(triple.span.end).toBeLessThanOrEqual(TEXT.length);
      }
      const facts = triples.map(({ head, relation, tail }) => JSON.stringify([head, relation, tail]));
      expect(new Set(facts).size).toBe(facts.length);
    });

    it('gives equal output for equal input, as plain JSON', async () => {
      const first = await extract(TEXT);
      expect(await extract(TEXT)).toEqual(first);
      expect(JSON.parse(JSON.stringify(first))).toEqual(first);
    });

    it.each([
      ['empty', ' \n'],
      ['refusal', "I'm sorry, but I cannot help with that."],
    ])('makes %s an outcome', async (outcome, text) => {
      const result = await extract(text);
      expect(result).toMatchObject({ outcome, triples: [] });
      expect(result.detail).not.toBeNull();
    });
  });
}
