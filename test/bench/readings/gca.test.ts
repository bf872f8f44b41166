import { expect, it } from 'vitest';
import { createDetector } from '../../../src/detector/create-detector.ts';
import { quint } from '../../support/quint.ts';
import { serveOpenAi } from '../../support/serve-openai.ts';
import { simulate } from '../../support/simulated-model.ts';
import { besideGca, type GcaReading, gcaReadingOf } from './gca.ts';
import type { Reading } from './readings.ts';

it('keeps the scores of a verdict, and the supports of its parts', async () => {
  const { env } = await serveOpenAi({ handler: simulate(quint.model) });
  const detector = createDetector({ preset: 'gca', cache: { enabled: false } }, { env });
  const verdict = await detector.evaluate({ ...quint.passage, samples: quint.samples });
  const labels = { gold: { passage: quint.passage, label: 'factual' as const }, wrong: undefined };
  const reading = gcaReadingOf('quint', verdict, labels);
  expect(reading.score).toBe(verdict.score);
  expect(reading.wrong).toBe(false);
  expect(reading.facts.map(({ score, wrong }) => [score, wrong])).toEqual(
    verdict.triples.map(({ score }) => [score, false]),
  );
  for (const [index, { components }] of verdict.triples.entries()) {
    const { parts } = reading.facts[index] as GcaReading['facts'][number];
    expect(parts.tail).toBe(components.tail.value);
    const { value } = components.consistency;
    expect(parts.consistency).toBe(value === null ? null : (value + 1) / 2);
  }
  expect(reading.requests).toBe(verdict.usage.requests);
});

const parts = { head: null, relation: null, tail: null, consistency: null, stated: null };
const passage = (id: string, wrong: boolean, score: number, tails: number[]): GcaReading => ({
  ...{ set: 'own', id, wrong, score, requests: 4, inputTokens: 100 },
  sentences: [{ wrong: null, score }],
  facts: tails.map((tail, index) => ({
    ...{ sentence: 0, wrong: wrong && index === 0, score: tail, isFlagged: tail < 0.5 },
    parts: { ...parts, tail },
  })),
});
const judged = (id: string, wrong: boolean, probability: number): Reading => ({
  ...{ set: 'own', id, wrong, plain: {}, calls: {} },
  sentences: [{ wrong: null, stated: [probability], agreed: null, plain: {} }],
  facts: [],
});

it('ranks passages and facts by the score and by each part', () => {
  const text = besideGca(
    [judged('a', true, 0.6), judged('b', false, 0.9), judged('c', false, 0.5), judged('other', true, 0.1)],
    [passage('a', true, 0.3, [0.2, 0.9]), passage('b', false, 0.2, [0.8]), passage('c', false, 0.9, [0.4])],
  ).join('\n');
  const aucOf = (name: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`| ${name} `))
      ?.split('|')[2]
      ?.trim();
  // the wrong one is less supported than: one of two by the judge, one of two by the score, both by S_t, none by C
  expect([aucOf('`default`'), aucOf('`gca`'), aucOf('S_t alone'), aucOf('C alone')]).toEqual([
    '.500',
    '.500',
    '1.000',
    '.500',
  ]);
  expect(text).toContain('4.0 requests a passage of 100 tokens');
  expect(text).toContain('it flags 1 of 1 that are wrong by their labels, and 1 of 3 others');
});

it('says nothing where none was read', () => {
  expect(besideGca([], [])).toEqual([]);
});
