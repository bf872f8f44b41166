/**
 * A reverse task (paper 3.4) for all triples of a passage: the questions that the model under evaluation is asked in
 * one request, N draws at once.
 *
 * A question that gives another's hidden part away is not asked beside it. Where the questions left out that way are
 * enough to be worth a request, they get one of their own, and so do those left out of that; others have no value, for
 * that reason.
 */
import type { z } from 'zod';
import { type Asked, ask, type Question } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import { itemOf, missingItems, numberedList } from '../models/numbered-list.ts';
import type { TaskResult, Triple } from '../passage.ts';
import { inChunks } from './even-chunks.ts';
import { withoutLeaks } from './leaks.ts';
import { noResult } from './task-result.ts';

export interface TaskQuestion {
  triples: readonly Triple[];
  /** As in the record: a question, a masked triple, a list of options. */
  asked: string;
  shown: string;
  /** Right answers, for each of the triples. */
  expected: readonly (readonly string[])[];
}

export const idsOf = (questions: readonly TaskQuestion[]): string[] =>
  questions.flatMap(({ triples }) => triples.map(({ id }) => id));

/** Questions of one request, and their answers: one list of draws per question. */
interface TaskGroup<Answer = string> {
  questions: readonly TaskQuestion[];
  draw(options?: CallOptions): Promise<Asked<Answer>[][]>;
}

export interface EconomyTask<Answer = string> {
  groups: readonly TaskGroup<Answer>[];
  /** The results of the triples that are not asked about, by id. */
  unasked: ReadonlyMap<string, TaskResult>;
}

interface TaskPlan<Question extends TaskQuestion, Answer, Item> {
  questions: readonly Question[];
  unasked: ReadonlyMap<string, TaskResult>;
  /** Questions in one request, at most. */
  size: number;
  /** Whether the text of the first reveals the hidden part of the second. */
  leaks(from: Question, to: Question): boolean;
  /** Minimum number of left-out questions for a request of their own; fewer are not asked. Default: 3. */
  leastApart?: number;
  /** For `size` questions. Default: 2. */
  mostRequests?: number;
  /** Asked in each request. */
  generator: ChatModel;
  request(questions: readonly Question[]): DrawRequest<Item>;
  /** From an item of the list to an answer; default: the item itself. */
  read?(asked: Asked<Item>, question: Question): Asked<Answer>;
}

export function planTask<Question extends TaskQuestion, Answer = string, Item = Answer>({
  questions,
  unasked,
  size,
  leaks,
  leastApart = 3,
  mostRequests = 2,
  generator,
  request,
  read = (asked) => asked as Asked<never>,
}: TaskPlan<Question, Answer, Item>): EconomyTask<Answer> {
  const groups: TaskGroup<Answer>[] = [];
  const results = new Map(unasked);
  for (const chunk of inChunks(questions, size)) {
    let open: readonly Question[] = chunk;
    for (let count = 0; count < mostRequests && open.length > 0; count += 1) {
      const { kept, left } = withoutLeaks(open, leaks);
      if (count > 0 && kept.length < leastApart) break;
      groups.push({
        questions: kept,
        async draw(options) {
          const drawn = await drawAnswers(generator, request(kept), kept.length, options);
          return kept.map((question, index) => (drawn[index] ?? []).map((asked) => read(asked, question)));
        },
      });
      open = left;
    }
    for (const { triples, asked } of open) {
      for (const { id } of triples) results.set(id, noResult('given-away', asked));
    }
  }
  return { groups, unasked: results };
}

interface DrawRequest<T>
  extends Required<Pick<Question<T>, 'prompt' | 'variables' | 'n' | 'temperature' | 'seed'>> {
  /** Name of the list in the answer. */
  list: string;
  item: z.ZodType<T>;
}

/**
 * All draws for a numbered list of questions. An item that is missing from one of several draws is lost, since the
 * other draws have it; from a single one it is asked for once more.
 */
async function drawAnswers<T>(
  generator: ChatModel,
  { list, item, ...question }: DrawRequest<T>,
  count: number,
  options?: CallOptions,
): Promise<Asked<T>[][]> {
  const parse = numberedList(list, count, item);
  const faults = question.n === 1 ? { faults: missingItems } : {};
  const drawn = await ask(generator, { ...question, parse, ...faults }, options);
  return Array.from({ length: count }, (_, index) => drawn.map((one) => itemOf(one, index)));
}
