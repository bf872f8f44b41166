/** Options of a guard. */
import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { z } from 'zod';
import { unknownOption } from '../common/option-names.ts';
import { expectation, type SchemaIssue } from '../common/schema-problems.ts';
import type { Config, ConfigInput } from '../config/config-types.ts';
import { asksModels } from '../detector/config-uses.ts';
import type { Detector } from '../detector/detector-interface.ts';
import { ConfigError } from '../errors.ts';
import type { PassageVerdict } from '../passage.ts';
import { flaggedFacts } from '../report/facts.ts';

/**
 * What happens to an answer that is likely wrong: it is returned with the verdict in its metadata (`pass`), with a list
 * of suspicious facts added (`annotate`), the model is asked again with the reasons (`retry`), or the answer is
 * replaced by a refusal (`refuse`).
 */
export type GuardPolicy = 'pass' | 'annotate' | 'retry' | 'refuse';

export interface GuardOptions {
  /**
   * A detector, or the configuration of one. Default: the preset `local`, or `check` where `context` is given; neither
   * asks a model by itself.
   */
  detector?: Detector | ConfigInput | undefined;
  /** Default: `annotate`. */
  policy?: GuardPolicy | undefined;
  /** Other answers drawn for comparison, at least 0. Default: 3; 0 where `context` is given. */
  samples?: number | undefined;
  /** Model that draws the samples. Default: the guarded model. */
  sampler?: LanguageModelV3 | undefined;
  /** Of samples, in [0, 2]. Default: 1. */
  temperature?: number | undefined;
  /** Reference texts of a call, a list, for detectors that check against references. */
  context?: readonly string[] | ((params: LanguageModelV3CallOptions) => readonly string[]) | undefined;
  /** How often `retry` asks again, at least 1. Default: 1. */
  retries?: number | undefined;
  /** Policy for the last answer of `retry` if it is likely wrong too. Default: `annotate`. */
  otherwise?: Exclude<GuardPolicy, 'retry'> | undefined;
  /** A function is called for likely errors only. Default: a sentence of English. */
  refusal?: string | ((verdict: PassageVerdict) => string) | undefined;
  /**
   * What happens to a text that is not judged, because the guard fails, a limit is used up, or there is nothing to judge it
   * by: it passes with a `note`, or is replaced by the refusal. Answers without text (tool calls), data (JSON) and answers
   * that decline pass in either case. Default: `pass`.
   */
  onFailure?: 'pass' | 'refuse' | undefined;
  /** Whether an answer is likely wrong. Default: it is `hallucinated`, or one of its facts is. */
  isWrong?: ((verdict: PassageVerdict) => boolean) | undefined;
  /**
   * When the text of a stream is judged: at its `end`, or each `sentence` before it is sent. At the end, `pass` and
   * `annotate` send text as it arrives; `retry` and `refuse`, or `onFailure: 'refuse'`, hold it back until it is judged.
   * `sentence` cannot be combined with `retry`. Default: `end`.
   */
  streaming?: 'end' | 'sentence' | undefined;
  /**
   * Milliseconds that the guard may add to a call; a later verdict is not used. A comparison on this machine is
   * interrupted only where the detector has `threads`. Default: 30000.
   */
  timeoutMs?: number | undefined;
  /**
   * Limits of the guard's own requests, over all calls; those of the detector count once its verdict is there. Default:
   * none.
   */
  budget?: { requests?: number | undefined; tokens?: number | undefined } | undefined;
  /** Called with each verdict, or null and the reason why there is none. What it throws becomes the `note`. */
  onVerdict?: ((verdict: PassageVerdict | null, note: string | null) => void) | undefined;
}

export const REFUSAL = 'I am not sure enough of an answer to give one.';

const isTexts = (given: unknown): boolean =>
  Array.isArray(given) && given.every((text) => typeof text === 'string');
const unchecked = z.unknown().optional();
const budgetSchema = z.strictObject({
  requests: z.number().min(0).optional(),
  tokens: z.number().min(0).optional(),
});
const BUDGET = Object.keys(budgetSchema.shape);
const settingsSchema = z.strictObject({
  ...{ detector: unchecked, sampler: unchecked, onVerdict: unchecked },
  context: z
    .custom((given) => given === undefined || typeof given === 'function' || isTexts(given), {
      error: 'expected a list of texts, or a function that gives one',
    })
    .optional(),
  ...{ refusal: unchecked, isWrong: unchecked },
  policy: z.enum(['pass', 'annotate', 'retry', 'refuse']).default('annotate'),
  samples: z.int().min(0).optional(),
  temperature: z.number().min(0).max(2).default(1),
  retries: z.int().min(1).default(1),
  otherwise: z.enum(['pass', 'annotate', 'refuse']).default('annotate'),
  onFailure: z.enum(['pass', 'refuse']).default('pass'),
  streaming: z.enum(['end', 'sentence']).default('end'),
  timeoutMs: z.number().positive().default(30_000),
  budget: budgetSchema.default({}),
});

export type GuardSettings = z.infer<typeof settingsSchema> &
  Pick<GuardOptions, 'sampler' | 'context' | 'onVerdict'> & {
    samples: number;
    /** @param verdict null for a text that is not judged */
    refusal: (verdict: PassageVerdict | null) => string;
    isWrong: (verdict: PassageVerdict) => boolean;
  };

/** @throws ConfigError naming the option that cannot be used */
export function guardSettings(options: GuardOptions): GuardSettings {
  const result = settingsSchema.safeParse(options);
  if (!result.success) throw new ConfigError(`guard: ${problemOf(result.error.issues[0] as SchemaIssue)}`);
  const { sampler, context, onVerdict, refusal = REFUSAL, isWrong = hasError } = options;
  const { samples = context === undefined ? 3 : 0, ...settings } = result.data;
  if (settings.streaming === 'sentence' && settings.policy === 'retry')
    throw new ConfigError(
      'guard: streaming: sentences that were sent cannot be retried; set streaming to "end"',
    );
  return {
    ...settings,
    ...{ samples, sampler, context, onVerdict, isWrong },
    refusal: (verdict) => {
      if (typeof refusal === 'string') return refusal;
      return verdict === null ? REFUSAL : refusal(verdict);
    },
  };
}

function problemOf(issue: SchemaIssue): string {
  const place = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return [...place, expectation(issue)].join(': ');
  const [key] = issue.keys as [string];
  const known = place.length === 0 ? Object.keys(settingsSchema.shape) : BUDGET;
  return `${[...place, key].join('.')}: ${unknownOption(key, known)}`;
}

/** @throws ConfigError where a detector of these settings has nothing to judge answers by */
export function checkEvidence(config: Config | undefined, { samples, context }: GuardSettings): void {
  if (config === undefined || samples > 0 || asksModels(config)) return;
  if (context !== undefined && config.reference.checker !== 'none') return;
  const why =
    context === undefined
      ? 'samples is 0, and there is no context'
      : 'samples is 0, and its settings read no context';
  throw new ConfigError(`guard: detector: it has nothing to judge by: ${why}`);
}

const hasError = (verdict: PassageVerdict): boolean =>
  verdict.label === 'hallucinated' || flaggedFacts(verdict).length > 0;
