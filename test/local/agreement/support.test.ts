import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sample } from '../../../src/local/agreement/samples.ts';
import { type Claim, supportOfWords, supportScore } from '../../../src/local/agreement/support.ts';
import { samplesOf, wordsOf } from './samples-of.ts';

const equal = () => 1;

/** The formula of the file's banner, written down as plainly as it goes. */
function naiveScore(claim: Claim, samples: readonly Sample[], weigh: (key: string) => number): number {
  const n = samples.length;
  const lambda = Math.min(1, 5 / n);
  let sum = 0;
  let total = 0;
  for (const { key } of claim.words) {
    let sup = 0;
    for (const sample of samples) {
      const values = [0];
      for (const sentence of sample.sentences) {
        if (!sentence.keys.has(key)) continue;
        const rest = claim.sentence.filter((other) => other.key !== key);
        const all = rest.reduce((weight, other) => weight + weigh(other.key), 0);
        const found = rest.filter((other) => sentence.keys.has(other.key));
        const share = all === 0 ? 1 : found.reduce((weight, other) => weight + weigh(other.key), 0) / all;
        values.push(lambda + (1 - lambda) * share);
      }
      sup += Math.max(...values);
    }
    sum += weigh(key) * -Math.log((sup + 0.5) / (n + 1));
    total += weigh(key);
  }
  return 1 - sum / total / Math.log(2 * (n + 1));
}

describe('supportOfWords', () => {
  it('counts a word by how much of its sentence stands beside it', () => {
    const sentence = wordsOf('Ann painted Rome harbour');
    const said = ['Ann painted Rome harbour.', 'Ann left Rome.', 'Rome. Harbour.'];
    const samples = samplesOf([...said, ...Array.from({ length: 7 }, () => 'Nothing.')]);
    const claim = { words: wordsOf('Rome'), sentence };
    // ten samples, λ = 1/2; beside Rome stand 3, 1 and 0 of 3 other words: 1 + (1/2 + 1/6) + 1/2
    expect(supportOfWords(claim, samples, equal)[0]?.support).toBeCloseTo(1 + 2 / 3 + 1 / 2, 12);
  });

  it('counts a word wherever it stands with up to five samples', () => {
    const claim = { words: wordsOf('Rome'), sentence: wordsOf('Ann painted Rome') };
    expect(supportOfWords(claim, samplesOf(['Rome.', 'Oslo.']), equal)[0]?.support).toBe(1);
  });

  it('takes nothing off for a word that an extractor put in: the sentence of the claim does not hold it', () => {
    const samples = samplesOf([
      'America, where Ann painted.',
      ...Array.from({ length: 9 }, () => 'Nothing.'),
    ]);
    const claim = { words: wordsOf('America'), sentence: wordsOf('Ann painted Rome harbour') };
    // λ = 1/2; beside America stand 2 of the 4 words of the sentence
    expect(supportOfWords(claim, samples, equal)[0]?.support).toBeCloseTo(1 / 2 + 1 / 4, 12);
  });
});

describe('supportScore', () => {
  const scoreOf = (text: string, samples: string[]) => {
    const words = wordsOf(text);
    return supportScore(
      supportOfWords({ words, sentence: words }, samplesOf(samples), equal),
      samples.length,
      equal,
    );
  };

  it('reaches 0 where no word is found and is null without words', () => {
    expect(scoreOf('Rome', ['Oslo.', 'Bergen.'])).toBeCloseTo(0, 12);
    expect(scoreOf('', ['Oslo.'])).toBeNull();
  });

  it('is 1 − log(3 / 2.5) / log 6 where both of two samples say it', () => {
    expect(scoreOf('Rome', ['Rome.', 'Rome.'])).toBeCloseTo(1 - Math.log(3 / 2.5) / Math.log(6), 12);
  });

  it('is 1 − log 2 / log 6 where one of two samples says it', () => {
    expect(scoreOf('Rome', ['Rome.', 'Oslo.'])).toBeCloseTo(1 - Math.log(3 / 1.5) / Math.log(6), 12);
  });

  it('equals the formula written down plainly', () => {
    const word = fc.constantFrom('rome', 'oslo', 'ann', 'painted', '1912', 'harbour', 'born');
    const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `${words.join(' ')}.`);
    const sample = fc
      .array(text, { minLength: 1, maxLength: 3 })
      .map((sentences) => sentences.join(' Then '));
    const weigh = (key: string) => 0.5 + key.length;
    fc.assert(
      fc.property(text, text, fc.array(sample, { minLength: 1, maxLength: 9 }), (whole, part, texts) => {
        // the words of a claim need not stand in its sentence
        const claim = { words: wordsOf(part), sentence: wordsOf(whole) };
        const samples = samplesOf(texts);
        const score = supportScore(supportOfWords(claim, samples, weigh), samples.length, weigh);
        expect(score).toBeCloseTo(Math.max(0, naiveScore(claim, samples, weigh)), 10);
      }),
    );
  });
});
