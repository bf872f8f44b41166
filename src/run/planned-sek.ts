/**
 * The requests that correction by retrieval takes at most. How often an unsure text is written anew shows only while it
 * is written, so retrievals that follow the text are counted as many as are allowed.
 */
import { PASSAGE_TOKENS } from '../uncertainty/sek/passages.ts';
import type { PassageExtent } from './passage-extent.ts';
import { type PlannedCall, repeated } from './planned-call.ts';
import type { SekPlan } from './plans.ts';

export function sekCalls(
  { answered, tokens }: PassageExtent,
  { timing, passages, maxRetrievals }: Pick<SekPlan, 'timing' | 'passages' | 'maxRetrievals'>,
): PlannedCall[] {
  const startsAnew = timing === 'once' || timing === 'sentence';
  const times = timing === 'none' ? 0 : timing === 'once' ? 1 : maxRetrievals;
  const own = { model: 'generator', unit: '1' } as const;
  const first = {
    ...own,
    purpose: 'respond',
    units: 1,
    shown: tokens.question,
    answerTokens: tokens.response,
  };
  const shown = tokens.question + passages * PASSAGE_TOKENS * TOKENS_OF_A_WORD + tokens.response;
  const answerTokens = times * tokens.response;
  return [
    ...(answered || startsAnew ? [] : [repeated(first)]),
    ...(times === 0
      ? []
      : [repeated({ ...own, purpose: 'sek-continue', times, units: 1, shown, answerTokens })]),
  ];
}

/** A token of a passage is a word; a model counts about as many of its own. */
const TOKENS_OF_A_WORD = 1.3;
