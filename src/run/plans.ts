/** What commands store in `run.json` beside the configuration, for resuming. */
import { z } from 'zod';
import { TIMINGS } from '../uncertainty/sek/correct.ts';

const count = z.int().min(1);

export const correctPlan = z.object({
  replace: z.enum(['llm', 'text']),
  /** Facts with a lower score are corrected as well; null for flagged facts only. */
  below: z.number().nullable(),
  /** Other words that may change, as a share of the sentence. */
  otherWords: z.number(),
  /** Whether one direct prompt is measured as a baseline. */
  direct: z.boolean(),
  /** Whether a prompt that names the flagged sentences is measured as a baseline. */
  bySentences: z.boolean(),
  /** The run whose verdicts are corrected, absolute; null where detection comes first. */
  run: z.string().nullable(),
});
export type CorrectPlan = z.infer<typeof correctPlan>;

export const selectPlan = z.object({
  /** Whether a response with a span may not be chosen. */
  onlyClean: z.boolean(),
  /** Models whose responses are candidates; null for all. */
  models: z.array(z.string()).nullable(),
  /** Of the prompts, as for passages. */
  filter: z.string().nullable(),
  limit: z.int().nullable(),
});
export type SelectPlan = z.infer<typeof selectPlan>;

export const sekPlan = z.object({
  /** Absolute. */
  corpus: z.string(),
  /** SHA-256 over its documents as JSON lines. */
  corpusSha256: z.string(),
  timing: z.enum(TIMINGS),
  /** Tokens on both sides of an entity in a query. */
  window: count,
  /** For each retrieval. */
  passages: count,
  /** For one response. */
  maxRetrievals: count,
});
export type SekPlan = z.infer<typeof sekPlan>;
