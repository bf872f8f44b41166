/**
 * The part S_d of a fact: the probability that it is right, as a model states it that is asked outright.
 *
 *   S_d = max(½, c)   called right with confidence c        S_d = 1 − max(½, c)   called wrong
 *
 * "cannot tell" has no value. Several draws are averaged in log odds, as one judge who is asked again adds no new
 * evidence, only less noise.
 */
import { z } from 'zod';
import type { FactJudgement, MissingReason } from '../passage.ts';
import { logit, probabilityOfOdds } from '../scoring/log-odds.ts';

const percent = z.coerce
  .number()
  .min(0)
  .max(100)
  .transform((value) => value / 100);

/** A model's verdict on one fact. */
export const readVerdict = z.object({
  verdict: z.preprocess(
    (text) =>
      typeof text === 'string'
        ? text
            .trim()
            .toLowerCase()
            .replace(/[\s_]+/g, '-')
        : text,
    z.enum(['right', 'wrong', 'cannot-tell']),
  ),
  instead: z
    .union([z.string(), z.number()])
    .transform((value) => String(value).trim())
    .catch(''),
  confidence: percent,
});
export type ReadVerdict = z.output<typeof readVerdict>;

/** The stated probability of an error, converted to support. */
export const readWhole = z
  .object({ probability: percent })
  .transform(({ probability }) => ({ value: 1 - probability, reason: null }));

/** S_d of one draw; null where the judge cannot tell. */
export function supportOf({ verdict, confidence }: ReadVerdict): number | null {
  if (verdict === 'cannot-tell') return null;
  const sure = Math.max(0.5, confidence);
  return verdict === 'right' ? sure : 1 - sure;
}

/** @param draws at least one; a reason stands for one that gave no usable answer */
export function judgementOf(
  tripleId: string,
  draws: readonly (ReadVerdict | MissingReason)[],
): FactJudgement {
  const read = draws.filter((draw) => typeof draw !== 'string');
  const decided = read.map(supportOf).filter((value) => value !== null);
  const [first = 'unparsable'] = draws;
  const correction = read.find(({ verdict, instead }) => verdict === 'wrong' && instead !== '');
  const odds = decided.reduce((sum, value) => sum + logit(value), 0) / decided.length;
  const reason = read.length > 0 ? 'abstained' : (draws[0] as MissingReason);
  return {
    tripleId,
    verdict: typeof first === 'string' ? null : first.verdict,
    instead: correction?.instead ?? null,
    draws: decided,
    ...(decided.length > 0 ? { value: probabilityOfOdds(odds), reason: null } : { value: null, reason }),
  };
}
