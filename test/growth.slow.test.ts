/**
 * What is done for a text grows as the text does. Counted, not timed: how often each block of the sources runs, which is the
 * same in every run. What a single call of the engine does, such as the search of a string in another, is not counted.
 */
import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCorrector } from '../src/detector/corrector.ts';
import { createDetector } from '../src/detector/create-detector.ts';
import type { Passage } from '../src/passage.ts';
import { GROWTH_TEXTS, growthText, sampleOfGrowthText } from './support/growth-texts.ts';

/** Code units; four times as many cost less than this power of four as much. What is kept of texts before may lower a count. */
const SIZES = [12_000, 48_000] as const;
const MOST = 1.3;
/** Thousands of values in one sentence: each is looked for among all of the reference, by the sixty words around. */
const LISTS = [
  'dates',
  'ISO dates',
  'names',
  'numbers with units',
  'one sentence of many commas',
  'parentheses',
];

const session = new Session();

beforeAll(async () => {
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});
afterAll(() => session.disconnect());

/** How often blocks of the sources ran since it was last asked. */
async function blocksRun(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ranges = result
    .filter(({ url }) => url.includes('/src/') && !url.includes('node_modules'))
    .flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
  return ranges.reduce((sum, { count }) => sum + count, 0);
}

const VERBS = {
  async check(passage: Passage) {
    const detector = createDetector({ preset: 'check' });
    await detector.evaluate(passage);
    await detector.close();
  },
  async correct(passage: Passage) {
    await createCorrector({ preset: 'local' }).correctPassage(passage);
  },
};

function passageOf(kind: string, length: number): Passage {
  const samples = [1, 2].map((draw) => sampleOfGrowthText(kind, length, draw));
  const response = growthText(kind, length);
  return { id: 'p', prompt: 'Who?', response, samples, context: samples.slice(0, 1) };
}

describe.each(Object.entries(VERBS))('%s', (verb, run) => {
  it.each(Object.keys(GROWTH_TEXTS))('%s', async (kind) => {
    const counts: number[] = [];
    for (const size of [2_000, ...SIZES]) {
      await blocksRun();
      await run(passageOf(kind, size));
      counts.push(await blocksRun());
    }
    const [, some, more] = counts as [number, number, number];
    expect(some).toBeGreaterThan(0);
    const exponent = Math.log(more / some) / Math.log(SIZES[1] / SIZES[0]);
    expect(exponent).toBeLessThan(verb === 'check' && LISTS.includes(kind) ? 2 : MOST);
  });
});
