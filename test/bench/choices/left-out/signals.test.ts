import { describe, expect, it } from 'vitest';
import { readSample } from '../../../../src/consistency/agreement/samples.ts';
import { createDetector } from '../../../../src/create-detector.ts';
import { contentWords, distinctWords } from '../../../../src/text/content-words.ts';
import { localAgreement, weightsByAgreement } from './between-samples.ts';
import { namesAgree } from './names.ts';
import { readPassage } from './reading.ts';
import { meanOfNumbers, supportByLambda, supportOfPairs } from './signals.ts';
import { pairsOf } from './word-pairs.ts';

const flat = () => 1;
const isTopic = () => false;
const words = (text: string) => distinctWords(contentWords(text));
const claim = (text: string) => ({ words: words(text), sentence: words(text) });
const samples = (...texts: string[]) => texts.map((text, index) => readSample(`sample-${index + 1}`, text));

const PASSAGE = {
  id: 'brooke',
  prompt: 'Who was Rupert Brooke?',
  response: 'Rupert Brooke was an English poet. He was born in Rugby in 1887.',
  samples: [
    'Rupert Brooke was an English poet who was born in Rugby in 1887.',
    'Rupert Brooke was a poet. He was born in London in 1890.',
  ],
  claims: ['Rupert Brooke was born in Rugby in 1887.'],
};

describe('readPassage', () => {
  it('gives claims from which the recorded support follows', async () => {
    const verdict = await createDetector({ preset: 'local' }).evaluate(PASSAGE);
    const reading = readPassage(verdict);
    const support = supportByLambda((n) => Math.min(1, 5 / n))(reading);
    const recorded = verdict.trace.agreement;
    expect(verdict.triples.length).toBeGreaterThan(0);
    expect(reading.triples.map(support)).toEqual(
      verdict.triples.map(({ triple }) => recorded?.triples[triple.id]?.support.value),
    );
    expect(reading.sentences.map(support)).toEqual(recorded?.sentences.map((own) => own.support.value));
    expect(reading.claims.map(support)).toEqual(recorded?.claims.map((own) => own.support.value));
  });

  it('gives numbers as recorded where a claim has one value', async () => {
    const verdict = await createDetector({ preset: 'local' }).evaluate(PASSAGE);
    const reading = readPassage(verdict);
    expect(reading.claims.map(meanOfNumbers(reading))).toEqual(
      verdict.trace.agreement?.claims.map((own) => own.numbers.value),
    );
  });
});

describe('pairs of words', () => {
  it('are neighbours among the content words, one of them not of the topic', () => {
    const topic = new Set(['rupert', 'brooke']);
    expect(
      pairsOf('Rupert Brooke was an English poet.', (key) => topic.has(key)).map(({ key }) => key),
    ).toEqual(['brooke_englis', 'englis_poet']);
  });

  it('support a claim that a sample repeats in order more than one with its words elsewhere', () => {
    const read = { texts: ['English poet'], sentenceText: 'English poet', ...claim('English poet') };
    const reading = { samples: samples('An English poet.'), isTopic, triples: [], sentences: [], claims: [] };
    const other = { ...reading, samples: samples('A poet of English birth.') };
    expect(supportOfPairs(reading)(read)).toBeGreaterThan(supportOfPairs(other)(read) as number);
  });
});

describe('names', () => {
  const own = claim('The poet studied in Rugby');
  it('conflict where a sample says the same with another name', () => {
    const value = namesAgree(own, samples('The poet studied in London.'), { isTopic, weigh: flat });
    expect(value).toBeCloseTo(1 - 1.5 / 2);
  });
  it('agree where a sample holds the name', () => {
    expect(namesAgree(own, samples('The poet studied in Rugby.'), { isTopic, weigh: flat })).toBeCloseTo(
      1 - 0.5 / 2,
    );
  });
  it('are at rest where no sample speaks of it, and missing without a name', () => {
    expect(namesAgree(own, samples('It rained in Kent.'), { isTopic, weigh: flat })).toBe(0.5);
    expect(namesAgree(claim('a poet'), samples('A poet.'), { isTopic, weigh: flat })).toBeNull();
  });
});

describe('samples among each other', () => {
  // n = 3: 'poet' is held by 2 others (r = −log(2.5/3)), 'sailor' by none (r = −log(0.5/3))
  const three = samples('Poet.', 'Poet.', 'Poet sailor.');
  const shared = -Math.log(2.5 / 3);
  const odd = (shared - Math.log(0.5 / 3)) / 2;

  it('weigh less the less the others say what they say', () => {
    const raw = [shared, shared, odd].map((risk) => Math.exp(-2 * risk));
    const average = raw.reduce((sum, value) => sum + value, 0) / 3;
    const weights = weightsByAgreement(three, { isTopic, weigh: flat });
    weights.forEach((weight, index) => {
      expect(weight).toBeCloseTo((raw[index] as number) / average);
    });
  });

  it('agree in the sentences that share words with a claim', () => {
    const agreement = localAgreement(three, { isTopic, weigh: flat });
    expect(agreement(words('poet'))).toBeCloseTo(1 - (2 * shared + odd) / 3 / Math.log(6));
    expect(agreement(words('sailor'))).toBeCloseTo(1 - odd / Math.log(6));
    expect(agreement(words('queen'))).toBeNull();
  });
});
