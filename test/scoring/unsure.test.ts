import { describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import type { PassageAgreement } from '../../src/passage.ts';
import { unsureOf } from '../../src/scoring/unsure.ts';
import { rescoreVerdict } from '../../src/scoring/verdict.ts';
import { weights } from '../support/scoring.ts';

const unsure = { coverage: 0.5, samples: 2, alike: 0.1 };
const bySamples = { unsure, weights: weights({ support: 1 }) };
const found = (coverage: number | null, alike: number[][] | undefined, isLittleConfirmed = false) => ({
  isLittleConfirmed,
  coverage: { triples: 1, sentences: coverage },
  trace: {
    agreement: { ...(alike && { alike }) } as PassageAgreement,
    consistency: [{ tripleId: 'original/1', votes: [] }],
    verification: [],
  },
});

describe('unsureOf', () => {
  it.each([
    ['few-samples', '1 usable sample, 2 are needed', found(1, [[]])],
    // (.1 + .05 + .06) / 3
    [
      'unlike-samples',
      'the samples share 7 % of their words, 10 % are needed',
      found(1, [[0.1, 0.05], [0.06], []]),
    ],
    [
      'coverage',
      'facts that samples speak of in 25 % of the sentences, 50 % are needed',
      found(0.25, [[0.5], []]),
    ],
  ])('names %s', (reason, detail, input) => {
    expect(unsureOf(input, bySamples)).toEqual({ reason, detail });
    expect(unsureOf(input, { ...bySamples, unsure: { coverage: 0, samples: 0, alike: 0 } })).toBeNull();
  });

  it('names that little is confirmed, whatever the bounds', () => {
    const off = { ...bySamples, unsure: { coverage: 0, samples: 0, alike: 0 } };
    const detail = 'nothing is contradicted, but the samples confirm only a part of it';
    for (const settings of [bySamples, off])
      expect(unsureOf(found(0.25, [[0.5], []], true), settings)).toEqual({
        ...{ reason: 'little-confirmed', detail },
      });
  });

  it('has none at the bounds, nor where something is not known', () => {
    expect(unsureOf(found(0.5, [[0.1], []]), bySamples)).toBeNull();
    expect(unsureOf(found(null, [[0.1], []]), bySamples)).toBeNull();
    expect(
      unsureOf({ ...found(1, undefined), trace: { agreement: null, consistency: [] } }, bySamples),
    ).toBeNull();
  });

  it('asks no samples of evidence that is not theirs', () => {
    expect(unsureOf(found(1, [[]]), { unsure, weights: weights({ head: 1 }) })).toBeNull();
    const byReference = { unsure, weights: weights({ support: 1, reference: 1 }) };
    expect(unsureOf(found(1, [[]]), byReference)).toBeNull();
    expect(unsureOf(found(0.25, [[]]), byReference)?.detail).toContain('facts with evidence in 25 %');
  });
});

const TEXT = 'Maria Nowak was a Polish chemist. She was born in Warsaw in 1881. Nowak died in Leiden.';
const detector = createDetector({ preset: 'local' });
const judged = (response: string, samples: string[]) =>
  detector.evaluate({ id: 'nowak', prompt: 'Who was Maria Nowak?', response, samples });

describe('passages of the preset local', () => {
  it('are unsure with one sample, or with samples that say other things', async () => {
    expect(await judged(TEXT, [TEXT, TEXT])).toMatchObject({ label: 'factual', unsure: null });
    const once = await judged(TEXT, [TEXT]);
    expect(once).toMatchObject({ label: 'unsure', unsure: { reason: 'few-samples' } });
    const halves = TEXT.split(' She was ').map((half, index) => (index === 0 ? half : `She was ${half}`));
    const apart = rescoreVerdict(await judged(TEXT, halves), {
      ...detector.config.scoring,
      threshold: { rule: 'fixed', triple: 0.1, passage: 0.1 },
    });
    expect(apart).toMatchObject({ label: 'unsure', unsure: { reason: 'unlike-samples' } });
    expect(
      rescoreVerdict(once, { ...detector.config.scoring, unsure: { ...unsure, samples: 1 } }).label,
    ).toBe('factual');
  });

  it('are unsure, whatever their score, where the samples speak of other things and no fact is flagged', async () => {
    const elsewhere = ['The stock market closed lower on Tuesday.', 'Bees dance in the hive in summer.'];
    const verdict = await judged(TEXT, elsewhere);
    expect(verdict.score).toBeLessThan(verdict.threshold as number);
    expect(verdict).toMatchObject({ label: 'unsure', unsure: { reason: 'unlike-samples' } });
  });

  it('are hallucinated with one sample that contradicts a fact', async () => {
    const wrong = await judged(TEXT.replace('Warsaw', 'Paris'), [TEXT]);
    expect(wrong).toMatchObject({ label: 'hallucinated', unsure: null });
  });

  it('hold unsupported facts, which no sample speaks of, and which coverage does not count', async () => {
    const more = `${TEXT} Her brother sold violins. The family collected rare maps. Nobody published her diaries.`;
    const { coverage, triples } = await judged(more, [
      `${TEXT} Colleagues praised careful experiments.`,
      'Maria Nowak, a Polish chemist, was born in Warsaw. Later she taught mineralogy abroad and climbed mountains.',
    ]);
    const labels = Object.fromEntries(triples.map(({ triple, label }) => [triple.tail, label]));
    expect(labels).toMatchObject({ violins: 'unsupported', 'rare maps': 'unsupported' });
    expect(Object.values(labels)).toContain('factual');
    expect(coverage.sentences).toBe(0.5);
  });

  it('have a coverage that the threshold of facts does not change', async () => {
    const response = 'Rupert was born in Rugby in 1887. He died in 1915.';
    const wrong = await judged(response, [response.replace('1915', '1921')]);
    expect(wrong.coverage.sentences).toBe(1);
    for (const factThreshold of [0.1, 0.9]) {
      const again = rescoreVerdict(wrong, { ...detector.config.scoring, factThreshold });
      expect(again.coverage).toEqual(wrong.coverage);
    }
  });

  it('are hallucinated as a whole where a sample contradicts something, or the score is calibrated; else unsure', async () => {
    const response =
      'The Varna lighthouse was built in 1884. It was designed by Ann Berg. Its lamp burned rapeseed oil. Its first keeper was ' +
      'Bob Hale. It holds a museum of ships. Its walls are made of granite. A storm broke its lantern in 1902.';
    const samples = [
      'It guides ferries into Leith.',
      'It is closed in winter.',
      'Visitors climb 120 steps.',
      'A railway passes below it.',
    ].map((other) => `The Varna lighthouse was built in 1884. ${other}`);
    const silent = await judged(response, samples);
    expect(silent.score).toBeLessThan(silent.threshold as number);
    expect(silent).toMatchObject({ label: 'unsure', unsure: { reason: 'little-confirmed' } });
    expect(silent.sentences.map(({ label }) => label)).not.toContain('hallucinated');
    const calibrated = { passage: { method: 'platt' as const, slope: 1, intercept: 0 } };
    const fitted = rescoreVerdict(silent, { ...detector.config.scoring, calibration: calibrated });
    expect(fitted).toMatchObject({ label: 'hallucinated', unsure: null });
    const apart = await judged(response, [`${samples[0]} It was designed by Eve Moss.`, ...samples.slice(1)]);
    expect(apart.label).toBe('hallucinated');
    expect(apart.sentences.map(({ label }) => label)).toContain('hallucinated');
  });
});
