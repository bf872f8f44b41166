import { expect, it } from 'vitest';
import { resolveConfig } from '../../src/config/resolve.ts';
import { createCorrector } from '../../src/detector/corrector.ts';
import { createDetector, detectorWith } from '../../src/detector/create-detector.ts';
import type { ConfigInput } from '../../src/config/schema.ts';
import type { Detector, DetectorOptions } from '../../src/detector/detector-interface.ts';
import { ConfigError } from '../../src/errors.ts';
import { partsOnce } from '../../src/detector/lazy-parts.ts';

const PASSAGE = { prompt: 'q', response: 'Ada was born in 1815.', samples: ['Ada was born in 1816.'] };

/** Threads cannot be opened with its parts. */
async function brokenDetector(onOpening = () => {}) {
  const done: string[] = [];
  const config = resolveConfig({ preset: 'local' });
  const parts = await partsOnce(config, {}, {}).load();
  const loaded = Promise.resolve({
    ...parts,
    forPassage(): never {
      done.push('opening');
      onOpening();
      throw new Error('no room');
    },
    close: async () => void done.push('closed'),
  });
  const lazy = { load: () => loaded, loaded: () => loaded, begin: async () => () => {} };
  return { done, detector: detectorWith(config, lazy, 1) };
}

it('opens its threads with the next passage if that failed', async () => {
  const { detector, done } = await brokenDetector();
  for (const _ of [1, 2]) await expect(detector.evaluate(PASSAGE)).rejects.toThrow('no room');
  await detector.close();
  expect(done).toEqual(['opening', 'opening', 'closed']);
});

it('closes its parts even if its threads cannot be closed', async () => {
  let closing: Promise<void> | undefined;
  const { detector, done } = await brokenDetector(() => {
    closing = detector.close();
    closing.catch(() => {});
  });
  await expect(detector.evaluate(PASSAGE)).rejects.toThrow('no room');
  await expect(closing).rejects.toThrow('no room');
  expect(done).toEqual(['opening', 'closed']);
});

it.each([
  [{ threads: Number.NaN }, 'threads: expected a whole number, 0 or more, found NaN'],
  [{ threads: -2 }, 'threads: expected a whole number, 0 or more, found -2'],
  [{ threads: 1.5 }, 'threads: expected a whole number, 0 or more, found 1.5'],
  [{ threads: '2' }, 'threads: expected a whole number, 0 or more, found "2"'],
  [{ thread: 2 }, 'thread: unknown option; did you mean threads?'],
])('refuses the options %j at once', (options, message) => {
  for (const create of [createDetector, createCorrector])
    expect(() => create({ preset: 'local' }, options as DetectorOptions)).toThrow(new ConfigError(message));
});

it.each([[null], ['local'], [[]]])('refuses %j as settings', (input) => {
  for (const create of [createDetector, createCorrector])
    expect(() => create(input as ConfigInput)).toThrow(/^expected settings, as in .* found/);
});

it('takes settings or an address, whichever there is', async () => {
  const made = (url?: string): Detector => createDetector(url ? { url } : { preset: 'local' });
  expect((await made().evaluate(PASSAGE)).label).toBe('hallucinated');
  expect(made('http://localhost:1')).not.toHaveProperty('config');
});
