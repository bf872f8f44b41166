/** What the baselines that ask a chat model share. */
import type { ChatModel } from '../../models/chat-model.ts';
import type { PromptSet } from '../../models/prompt.ts';
import { mean } from '../../statistics/summary.ts';
import type { BaselineParts, BaselineScores } from './baseline.ts';

/** Requests of one passage at once, as in reverse verification. */
export const REQUESTS_AT_ONCE = 4;

export interface ChatParts {
  /** The model under evaluation: answers. */
  generator: ChatModel;
  /** Phrases, groups and judges. */
  analyst: ChatModel;
  prompts: PromptSet;
}

/** The parts of a baseline that needs `chat`; the caller has made sure that they are there. */
export function chatParts({ generator, analyst, prompts }: BaselineParts): ChatParts {
  if (generator === null || analyst === null) throw new Error('a baseline that asks a model has none');
  return { generator, analyst, prompts };
}

/** Neither passage nor parts have a score. */
export function withoutScores(reason: string, trace?: unknown): BaselineScores {
  return { passage: null, sentences: null, claims: null, reason, ...(trace === undefined ? {} : { trace }) };
}

/** Scores whose passage score is the mean of `parts`; `reason` counts where none of them has a score. */
export function meanScores(
  parts: readonly (number | null)[],
  rest: Omit<BaselineScores, 'passage'>,
): BaselineScores {
  const passage = mean(parts);
  return { ...rest, passage, reason: passage === null ? rest.reason : null };
}
