/** Asks a model the same of every row, in numbered lists of several rows a request. */
import type { z } from 'zod';
import { inChunks } from './even-chunks.ts';
import { mapAll } from '../common/map-all.ts';
import { type Asked, askOnce } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import { itemOf, missingItems, numberedList } from '../models/numbered-list.ts';
import type { Prompt, PromptVariables } from '../models/prompt.ts';

export interface ListQuestion<Row, T> {
  prompt: Prompt;
  variables(rows: readonly Row[]): PromptVariables;
  /** Name of the list in the answer. */
  list: string;
  item: z.ZodType<T>;
  /** Rows in one request, at most; default: all. */
  size?: number;
}

/**
 * One answer a row, in order; items that an answer leaves out are asked for once more.
 *
 * @throws ModelCallError when the service did not answer
 */
export async function askList<Row, T>(
  model: ChatModel,
  rows: readonly Row[],
  { prompt, variables, list, item, size = rows.length }: ListQuestion<Row, T>,
  options?: CallOptions,
): Promise<Asked<T>[]> {
  const answers = await mapAll(inChunks(rows, size), async (group) => {
    const parse = numberedList(list, group.length, item);
    const question = { prompt, variables: variables(group), parse, faults: missingItems };
    const asked = await askOnce(model, question, options);
    return group.map((_, index) => itemOf(asked, index));
  });
  return answers.flat();
}
