/**
 * Probabilities that a model states when asked outright, as support:
 *
 *   S_d = max(½, c)   a fact called right with confidence c       S_d = 1 − max(½, c)   called wrong
 *
 * and 1 − p of a sentence that holds an error with probability p. "cannot tell" has no value. Several draws are averaged in
 * log odds, as one model that is asked again adds no new evidence, only less noise.
 */
import { z } from 'zod';
import type { ComponentScore, FactJudgement, MissingReason } from '../passage.ts';
import { logit, probabilityOfOdds } from '../scoring/log-odds.ts';
import { isTooLong } from '../triples/triple-parts.ts';

export const percent = z.coerce
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
    .refine((value) => !isTooLong(value))
    .catch(''),
  confidence: percent,
});
export type ReadVerdict = z.output<typeof readVerdict>;

/** The stated probability of an error in a sentence, converted to support. */
export const readText = z.object({ probability: percent }).transform(({ probability }) => 1 - probability);

/** Support of a fact that is called right, or wrong, with a confidence. */
export const supportBy = (isRight: boolean, confidence: number): number => {
  const sure = Math.max(0.5, confidence);
  return isRight ? sure : 1 - sure;
};

/** S_d of one draw; null where the judge cannot tell. */
export const supportOf = ({ verdict, confidence }: ReadVerdict): number | null =>
  verdict === 'cannot-tell' ? null : supportBy(verdict === 'right', confidence);

/**
 * The mean in log odds of the draws that decide.
 *
 * @param draws at least one: support, null for an abstention, or why there is no answer
 */
export function averaged(
  draws: readonly (number | null | MissingReason)[],
): ComponentScore & { draws: number[] } {
  const decided = draws.filter((draw) => typeof draw === 'number');
  if (decided.length === 0) {
    const [first = 'unparsable'] = draws.filter((draw) => typeof draw === 'string');
    return { value: null, reason: draws.includes(null) ? 'abstained' : first, draws: [] };
  }
  const odds = decided.reduce((sum, value) => sum + logit(value), 0) / decided.length;
  return { value: probabilityOfOdds(odds), reason: null, draws: decided };
}

/** @param draws at least one; a reason stands for one that gave no usable answer */
export function judgementOf(
  tripleId: string,
  draws: readonly (ReadVerdict | MissingReason)[],
): FactJudgement {
  const read = draws.filter((draw) => typeof draw !== 'string');
  const [first = 'unparsable'] = draws;
  const correction = read.find(({ verdict, instead }) => verdict === 'wrong' && instead !== '');
  return {
    tripleId,
    verdict: typeof first === 'string' ? null : first.verdict,
    instead: correction?.instead ?? null,
    ...averaged(draws.map((draw) => (typeof draw === 'string' ? draw : supportOf(draw)))),
  };
}
