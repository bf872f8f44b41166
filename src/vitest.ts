/**
 * A matcher for Vitest: `await expect(answer).toBeFactual({ prompt, samples })`. Importing this file adds it.
 *
 * A text passes where no error was found in it. One that the detector judges neither way passes no assertion, with
 * `.not` or without.
 */
import { expect } from 'vitest';
import type { ConfigInput } from './config/config-types.ts';
import type { Detector } from './detector/detector-interface.ts';
import { factualMatchers } from './testing/factual-matchers.ts';
import type { FactualInput } from './testing/judge-text.ts';

export type { FactualInput };

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: the declaration of vitest has it so
  interface Matchers<T = any> {
    /**
     * No error is found in a text; else its suspicious facts are shown with what speaks against them.
     *
     * @param by a detector, or the configuration of one; default: the preset `local`, which asks no model
     * @example
     * await expect(answer).toBeFactual({ prompt, samples });
     */
    toBeFactual(input: FactualInput, by?: Detector | ConfigInput): Promise<void>;
  }
}

expect.extend(factualMatchers);
