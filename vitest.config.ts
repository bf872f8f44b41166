import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** What they prove takes minutes: many kills of real processes, long fuzzing, whole data sets. `npm run test:slow`. */
const SLOW = 'test/**/*.slow.test.ts';
/** They put another module in the place of one, which other files of the same worker would see. */
const MOCKING = 'test/files/lock*.test.ts';

export default defineConfig(({ mode }) => ({
  test: {
    maxWorkers: 2,
    // A model in the cache of whoever runs them would be taken by the preset default.
    env: { XDG_CACHE_HOME: path.join(tmpdir(), 'hallugraph-tests') },
    // So that a test that hangs ends; none asserts how long anything takes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    projects:
      mode === 'slow'
        ? [project('slow', { include: [SLOW] })]
        : [
            // One worker runs many files and loads what they share once.
            project('shared', {
              isolate: false,
              include: ['test/**/*.test.ts'],
              exclude: [SLOW, MOCKING],
            }),
            project('isolated', { include: [MOCKING], exclude: [SLOW] }),
          ],
  },
}));

const project = (name: string, test: { include: string[]; exclude?: string[]; isolate?: boolean }) => ({
  extends: true as const,
  test: { name, ...test },
});
