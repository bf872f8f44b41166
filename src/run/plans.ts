/** What commands keep in `run.json` beside the configuration, so that their runs go on as they began. */
import { z } from 'zod';
import { TIMINGS } from '../uncertainty/sek/correct.ts';

const count = z.int().min(1);

/** Of `correct`. */
export const correctPlan = z.object({
  replace: z.enum(['llm', 'text']),
  /** Facts scored below are corrected as well; null for those flagged alone. */
  below: z.number().nullable(),
  /** Words that may change beside the facts, as a share of their sentence. */
  otherWords: z.number(),
  /** Whether one direct prompt is measured beside. */
  direct: z.boolean(),
  /** Whether a prompt that names the flagged sentences is measured beside. */
  bySentences: z.boolean(),
  /** The run whose verdicts are corrected, absolute; null where detection comes first. */
  run: z.string().nullable(),
});
export type CorrectPlan = z.infer<typeof correctPlan>;

/** Of `select`. */
export const selectPlan = z.object({
  /** Whether a response with a span may not be chosen. */
  onlyClean: z.boolean(),
  /** Models whose responses are looked at; null for all. */
  models: z.array(z.string()).nullable(),
  /** The part of the prompts: as for passages. */
  filter: z.string().nullable(),
  limit: z.int().nullable(),
});
export type SelectPlan = z.infer<typeof selectPlan>;

/** Of `sek`. */
export const sekPlan = z.object({
  /** Absolute. */
  corpus: z.string(),
  /** SHA-256 over its documents as JSON lines. */
  corpusSha256: z.string(),
  timing: z.enum(TIMINGS),
  /** Tokens on both sides of an entity that make a query. */
  window: count,
  /** Passages that a retrieval gives. */
  passages: count,
  /** Retrievals for one response at most. */
  maxRetrievals: count,
});
export type SekPlan = z.infer<typeof sekPlan>;
