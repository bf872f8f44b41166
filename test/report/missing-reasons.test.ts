import { describe, expect, it } from 'vitest';
import { reasonWords } from '../../src/report/missing-reasons.ts';

describe('reasonWords', () => {
  it.each([
    ['unparsable', 'the answer of the model could not be read'],
    ['unaligned-tokens', 'the tokens are not those of the response'],
    ['no-samples', 'no samples'],
  ] as const)('says %s as "%s"', (reason, words) => {
    expect(reasonWords(reason)).toBe(words);
  });
});
