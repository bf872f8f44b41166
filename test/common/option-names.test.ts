import { expect, it } from 'vitest';
import { checkOptionNames, nearestName } from '../../src/common/option-names.ts';
import { ConfigError } from '../../src/errors.ts';

it('names the option that is not known, and the one that is meant', () => {
  const known = ['threads', 'env'];
  expect(() => checkOptionNames({ env: {}, threads: 1 }, known)).not.toThrow();
  expect(() => checkOptionNames({ thread: 2 }, known)).toThrow(
    new ConfigError('thread: unknown option; did you mean threads?'),
  );
  expect(() => checkOptionNames({ other: 2 }, known)).toThrow(
    new ConfigError('other: unknown option; known are threads, env'),
  );
  expect([nearestName('theads', known), nearestName('xy', known)]).toEqual(['threads', undefined]);
});
