import { describe, expect, it } from 'vitest';
import '../src/vitest.ts';
import { resolveConfig } from '../src/config/resolve.ts';
import type { PassageVerdict } from '../src/passage.ts';
import { stubDetector, stubVerdict } from './run/stub-detector.ts';

const prompt = 'Write a brief Wikipedia for Rupert Brooke';
const samples = [
  'Rupert Brooke was an English poet who was born in Rugby in 1887. He died in 1915.',
  'The English poet Rupert Brooke, born in Rugby, died in 1915.',
  'Rupert Brooke was an English poet. He died in 1915 on the way to Gallipoli.',
];
const RIGHT = 'Rupert Brooke was an English poet. He was born in Rugby. He died in 1915.';
const WRONG = 'Rupert Brooke was an English poet. He was born in Rugby. He died in 1921.';

const stub = stubDetector(resolveConfig({ preset: 'local' }));
/** A detector that says of every text what it is told to. */
const saying = (changes: Partial<PassageVerdict>) => ({
  ...stub,
  evaluate: async (passage: Parameters<typeof stubVerdict>[0]) => ({ ...stubVerdict(passage), ...changes }),
});
const messageOf = (assertion: Promise<void>): Promise<string> =>
  assertion.then(
    () => 'passed',
    (error: Error) => error.message,
  );

describe('toBeFactual', () => {
  it('passes a text without an error, by the preset local', async () => {
    await expect(RIGHT).toBeFactual({ prompt, samples });
    expect(await messageOf(expect(RIGHT).not.toBeFactual({ prompt, samples }))).toMatch(
      /^expected the text not to be factual, but the verdict is no error found: support [01]\.\d\d, 0 of \d+ facts suspicious$/,
    );
  });

  it('shows the facts that failed, with their reasons', async () => {
    await expect(WRONG).not.toBeFactual({ prompt, samples });
    const message = await messageOf(expect(WRONG).toBeFactual({ prompt, samples }));
    expect(message).toMatch(/^expected the text to be factual, but 1 of its \d+ facts is suspicious:\n\n/);
    expect(message).toContain('Rupert Brooke died in 1921 (1:61, suspicious, support 0.');
    expect(message).toContain('\n  - contradicted by all 3 samples: they give "1915", not "1921"');
  });

  it('takes a detector, or a configuration over that preset', async () => {
    await expect('It is right.').toBeFactual({ prompt }, stub);
    await expect('It is wrong. It is wrong.').not.toBeFactual({ prompt }, stub);
    const context = ['Ada Lovelace was born in London in 1815.'];
    await expect('Ada Lovelace was born in London in 1815.').toBeFactual(
      { prompt, context },
      { preset: 'check' },
    );
    await expect('Ada Lovelace was born in Paris in 1815.').not.toBeFactual(
      { prompt, context },
      { preset: 'check' },
    );
    await expect(WRONG).not.toBeFactual({ prompt, samples }, { seed: 7 });
  });

  it('passes neither way what was not judged, or judged neither way', async () => {
    const reason =
      'expected the text to be factual, but the verdict is not judged: answer: the response is empty';
    expect(await messageOf(expect('').toBeFactual({ prompt }, stub))).toBe(reason);
    expect(await messageOf(expect('').not.toBeFactual({ prompt }, stub))).toContain('not judged');
    const undecided = saying({ label: 'undecided' });
    for (const assertion of [
      expect('It is right.').toBeFactual({ prompt }, undecided),
      expect('It is right.').not.toBeFactual({ prompt }, undecided),
    ])
      expect(await messageOf(assertion)).toContain(
        'but the verdict is undecided: support 1.00, 0 of 1 fact suspicious',
      );
  });

  it('calls a text wrong that is as a whole, though no single fact is', async () => {
    const low = saying({ label: 'hallucinated', score: 0.2 });
    await expect('It is right.').not.toBeFactual({ prompt }, low);
    const message = await messageOf(expect('It is right.').toBeFactual({ prompt }, low));
    expect(message).toBe(
      'expected the text to be factual, but the verdict is hallucinated: support 0.20, 0 of 1 fact suspicious',
    );
  });

  it('refuses what is no text', async () => {
    const message = await messageOf(expect(7).toBeFactual({ prompt }));
    expect(message).toBe('expected a text, received number');
  });
});
