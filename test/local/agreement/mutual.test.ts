import { describe, expect, it } from 'vitest';
import { mutualAgreement } from '../../../src/local/agreement/mutual.ts';
import { measureAgreement } from '../../../src/local/agreement.ts';

const PROMPT = 'Tell me about Ada Marlow.';
const LEITH = 'Ada Marlow painted harbours. She was born in Leith in 1921.';
const PERTH = 'Ada Marlow sold pianos. Her brother moved to Perth in 1950.';

describe('mutualAgreement', () => {
  it('is high among equal samples', () => {
    const { support, numbers } = mutualAgreement(PROMPT, [LEITH, LEITH]);
    expect(support.value).toBeGreaterThan(0.75);
    expect(numbers.value).toBeGreaterThan(0.5);
  });

  it('is low among samples that tell of different things', () => {
    expect(mutualAgreement(PROMPT, [LEITH, PERTH]).support.value).toBe(0);
  });

  it('is the mean over what each sentence of a sample would have as a response', () => {
    const samples = [LEITH, PERTH, `${LEITH} She sold pianos.`];
    const own = samples.flatMap((response, index) => {
      const others = samples.filter((_, other) => other !== index);
      const end = response.indexOf('.') + 1;
      const starts = [...response.matchAll(/(?:^|\. )(?=[A-Z])/g)].map(
        (match) => match.index + match[0].length,
      );
      const sentences = starts.map((start, at) => ({
        start,
        end: starts[at + 1] === undefined ? response.length : (starts[at + 1] as number) - 1,
      }));
      expect(sentences[0]?.end).toBe(end);
      const measured = measureAgreement({
        ...{ prompt: PROMPT, response, sentences, triples: [], claims: [], samples: others },
        sampleIds: others.map((_, other) => `sample-${other + 1}` as const),
      });
      return measured.sentences.map(({ support }) => support.value).filter((value) => value !== null);
    });
    const mean = own.reduce((sum, value) => sum + value, 0) / own.length;
    expect(own).toHaveLength(4);
    expect(mutualAgreement(PROMPT, samples).support.value).toBeCloseTo(mean, 12);
  });
});
