import { expect } from 'vitest';
import { extractTriples } from '../../../src/local/extract/extract-triples.ts';

/** Extracts, and checks that every triple is whole and lies in the text, and that they are numbered in order. */
export function extractWhole(text: string, prompt = 'Who was Ann Berg?') {
  const result = extractTriples({ id: 'original', text }, prompt);
  for (const [index, { id, head, relation, tail, span }] of result.triples.entries()) {
    expect(id).toBe(`original/${index + 1}`);
    expect([head, relation, tail].map((part) => part.trim())).not.toContain('');
    expect(span?.start).toBeGreaterThanOrEqual(0);
    expect(span?.start).toBeLessThan(span?.end ?? 0);
    expect(span?.end).toBeLessThanOrEqual(text.length);
  }
  return result;
}
