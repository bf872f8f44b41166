/**
 * A matcher for Jest: `await expect(answer).toBeFactual({ prompt, samples })`. Importing this file adds it to the global
 * `expect`, as in `setupFilesAfterEnv: ['hallugraph/jest']`.
 *
 * A text passes where no error was found in it. One that the detector judges neither way passes no assertion, with
 * `.not` or without.
 */
import type { ConfigInput } from './config/config-types.ts';
import type { Detector } from './detector/detector-interface.ts';
import { ConfigError } from './errors.ts';
import { factualMatchers } from './testing/factual-matchers.ts';
import type { FactualInput } from './testing/judge-text.ts';

export type { FactualInput };

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: the declaration of Jest has it so
    interface Matchers<R, T = {}> {
      /**
       * No error is found in a text; else its suspicious facts are shown with what speaks against them.
       *
       * @param by a detector, or the configuration of one; default: the preset `local`, which asks no model
       */
      toBeFactual(input: FactualInput, by?: Detector | ConfigInput): Promise<void>;
    }
  }
}

// biome-ignore lint/suspicious/noTsIgnore: it stays in the declaration file, for those without Jest's package
/** @ts-ignore */
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> {
    /** As that of the global `expect`, for the one of `@jest/globals`. */
    toBeFactual(input: FactualInput, by?: Detector | ConfigInput): Promise<void>;
  }
}

const { expect } = globalThis as { expect?: { extend?: (added: typeof factualMatchers) => void } };
if (expect?.extend === undefined)
  throw new ConfigError(
    'hallugraph/jest: there is no global expect; call expect.extend(factualMatchers), from hallugraph/testing',
  );
expect.extend(factualMatchers);
