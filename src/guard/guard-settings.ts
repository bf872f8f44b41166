/** Options of a guard. */
import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { z } from 'zod';
import { firstProblem } from '../common/schema-problems.ts';
import type { ConfigInput } from '../config/config-types.ts';
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
  /** A detector, or the configuration of one. Default: the preset `local`, which asks no model by itself. */
  detector?: Detector | ConfigInput | undefined;
  /** Default: `annotate`. */
  policy?: GuardPolicy | undefined;
  /** Other answers drawn for comparison, at least 0. Default: 3; 0 where `context` is given. */
  samples?: number | undefined;
  /** Model that draws the samples. Default: the guarded model. */
  sampler?: LanguageModelV3 | undefined;
  /** Of samples, in [0, 2]. Default: 1. */
  temperature?: number | undefined;
  /** Reference texts of a call, for detectors that check against references. */
  context?: readonly string[] | ((params: LanguageModelV3CallOptions) => readonly string[]) | undefined;
  /** How often `retry` asks again, at least 1. Default: 1. */
  retries?: number | undefined;
  /** Policy for the last answer of `retry` if it is likely wrong too. Default: `annotate`. */
  otherwise?: Exclude<GuardPolicy, 'retry'> | undefined;
  refusal?: string | ((verdict: PassageVerdict) => string) | undefined;
  /** Whether an answer is likely wrong. Default: it is `hallucinated`, or one of its facts is. */
  isWrong?: ((verdict: PassageVerdict) => boolean) | undefined;
  /**
   * When the text of a stream is judged: at its `end`, or each `sentence` before it is sent. At the end, `pass` and
   * `annotate` send text as it arrives; `retry` and `refuse` hold it back until it is judged. Default: `end`.
   */
  streaming?: 'end' | 'sentence' | undefined;
  /** Milliseconds that the guard may add to a call. Default: 30000. */
  timeoutMs?: number | undefined;
  /** Limits of the guard's own requests, over all calls. Default: none. */
  budget?: { requests?: number | undefined; tokens?: number | undefined } | undefined;
  /** Called with each verdict, or null and the reason why there is none. */
  onVerdict?: ((verdict: PassageVerdict | null, note: string | null) => void) | undefined;
}

export const REFUSAL = 'I am not sure enough of an answer to give one.';

const unchecked = z.unknown().optional();
const settingsSchema = z.strictObject({
  ...{ detector: unchecked, sampler: unchecked, context: unchecked, onVerdict: unchecked },
  ...{ refusal: unchecked, isWrong: unchecked },
  policy: z.enum(['pass', 'annotate', 'retry', 'refuse']).default('annotate'),
  samples: z.int().min(0).optional(),
  temperature: z.number().min(0).max(2).default(1),
  retries: z.int().min(1).default(1),
  otherwise: z.enum(['pass', 'annotate', 'refuse']).default('annotate'),
  streaming: z.enum(['end', 'sentence']).default('end'),
  timeoutMs: z.number().positive().default(30_000),
  budget: z
    .strictObject({ requests: z.number().min(0).optional(), tokens: z.number().min(0).optional() })
    .default({}),
});

export type GuardSettings = z.infer<typeof settingsSchema> &
  Pick<GuardOptions, 'sampler' | 'context' | 'onVerdict'> & {
    samples: number;
    refusal: (verdict: PassageVerdict) => string;
    isWrong: (verdict: PassageVerdict) => boolean;
  };

/** @throws ConfigError naming the option that cannot be used */
export function guardSettings(options: GuardOptions): GuardSettings {
  const { sampler, context, onVerdict, refusal = REFUSAL, isWrong = hasError } = options;
  const result = settingsSchema.safeParse(options);
  if (!result.success) throw new ConfigError(`guard: ${firstProblem(result.error)}`);
  const { samples = context === undefined ? 3 : 0, ...settings } = result.data;
  if (settings.streaming === 'sentence' && settings.policy === 'retry')
    throw new ConfigError(
      'guard: streaming: sentences that were sent cannot be retried; set streaming to "end"',
    );
  return {
    ...settings,
    ...{ samples, sampler, context, onVerdict, isWrong },
    refusal: typeof refusal === 'string' ? () => refusal : refusal,
  };
}

const hasError = (verdict: PassageVerdict): boolean =>
  verdict.label === 'hallucinated' || flaggedFacts(verdict).length > 0;
