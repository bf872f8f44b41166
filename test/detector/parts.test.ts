import { describe, expect, it } from 'vitest';
import { resolveConfig } from '../../src/config/resolve.ts';
import { passagesAtOnce } from '../../src/detector/config-uses.ts';

const atOnce = (...args: Parameters<typeof resolveConfig>) => passagesAtOnce(resolveConfig(...args));

describe('passagesAtOnce', () => {
  it('follows the requests that a service may have in flight', () => {
    expect(atOnce()).toBe(16);
    expect(atOnce({ models: { generator: { maxConcurrency: 3 } } })).toBe(3);
  });

  it('is small where no model is asked', () => {
    expect(atOnce({ preset: 'local' })).toBe(4);
  });

  it('is what the configuration says, where it says something', () => {
    expect(atOnce({ concurrency: 7 })).toBe(7);
    expect(atOnce({ preset: 'local', concurrency: 7 })).toBe(7);
  });
});
