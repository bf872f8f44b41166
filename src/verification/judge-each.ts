/** Equality as in the authors' scripts: the judge model is shown every answer in a separate call. */

import { mapAll } from '../common/map-all.ts';
import { type Asked, askOnce, type UnusableReason } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import type { PromptSet } from '../models/prompt.ts';
import type { Draw, TaskResult } from '../passage.ts';
import { scoreDraws } from './task-result.ts';
import { verdictList } from './verdict-list.ts';

export interface EqualityJudge {
  model: ChatModel;
  prompts: PromptSet;
}

export interface EqualityQuestion {
  /** The question or masked triple as put to the model, for the record. */
  asked: string;
  answers: readonly Asked<string>[];
  expected: string;
  /** The masked triple, for the judge model. */
  context: string;
}

export async function judgeEach(
  { asked, answers, expected, context }: EqualityQuestion,
  { model, prompts }: EqualityJudge,
  options?: CallOptions,
): Promise<TaskResult> {
  const judgeOne = async (answer: string) => {
    const variables = { expected, context, candidates: [answer] };
    const parse = verdictList('same', 1);
    return askOnce(model, { prompt: prompts.get('judge-equal'), variables, parse }, options);
  };
  const failures: UnusableReason[] = [];
  // Sequential: the triples of a passage are judged concurrently already.
  const draws = await mapAll(
    answers,
    async ({ value, reason, raw }): Promise<Draw> => {
      if (value === null) {
        failures.push(reason);
        return { answer: raw, match: null, matchedBy: null };
      }
      const judged = await judgeOne(value);
      const match = judged.value?.[0] ?? null;
      if (match === null) failures.push(judged.reason ?? 'unparsable');
      return { answer: value, match, matchedBy: match ? 'judge' : null };
    },
    { concurrency: 1 },
  );
  return scoreDraws(asked, draws, failures);
}
