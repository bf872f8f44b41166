import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // So that a test that hangs ends; none asserts how long anything takes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
