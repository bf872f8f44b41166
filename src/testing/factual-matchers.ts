/** A matcher for `expect.extend` of Jest and its kin, and an assertion for `node:test` and any other framework. */
import { AssertionError } from 'node:assert';
import type { ConfigInput } from '../config/config-types.ts';
import type { Detector } from '../detector/detector-interface.ts';
import type { PassageVerdict } from '../passage.ts';
import { type FactualInput, judgeText } from './judge-text.ts';

/** `toBeFactual`, as `hallugraph/vitest` and `hallugraph/jest` add it. */
export const factualMatchers = {
  async toBeFactual(
    this: { isNot?: boolean },
    received: unknown,
    input: FactualInput,
    by: Detector | ConfigInput = {},
  ): Promise<{ pass: boolean; message: () => string }> {
    const { pass, message } = await judgeText(received, input, by, this.isNot);
    return { pass, message: () => message };
  },
};

/**
 * That no error is found in a text.
 *
 * @param by a detector, or the configuration of one; default: the preset `local`, which asks no model
 * @returns its verdict
 * @throws AssertionError that shows the suspicious facts with what speaks against them, or why it was not judged
 * @example
 * test('describes Rupert Brooke', () => assertFactual(answer, { prompt, samples }));
 */
export async function assertFactual(
  text: string,
  input: FactualInput,
  by: Detector | ConfigInput = {},
): Promise<PassageVerdict> {
  const { verdict, pass, message } = await judgeText(text, input, by);
  if (pass) return verdict;
  throw new AssertionError({
    message,
    actual: verdict.label,
    expected: 'factual',
    operator: 'assertFactual',
  });
}
