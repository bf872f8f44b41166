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
import type { Task, TaskResult, Triple } from '../passage.ts';
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
export interface TaskGroup<Answer = string> {
  questions: readonly TaskQuestion[];
  draw(options?: CallOptions): Promise<Asked<Answer>[][]>;
}

export interface EconomyTask<Name = Task, Answer = string> {
  task: Name;
  groups: readonly TaskGroup<Answer>[];
  /** The results of the triples that are not asked about, by id. */
  unasked: ReadonlyMap<string, TaskResult>;
}

export interface TaskPlan<Question extends TaskQuestion, Name = Task, Answer = string> {
  task: Name;
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
  draw(questions: readonly Question[], options?: CallOptions): Promise<Asked<Answer>[][]>;
}

export function planTask<Question extends TaskQuestion, Name = Task, Answer = string>({
  task,
  questions,
  unasked,
  size,
  leaks,
  leastApart = 3,
  mostRequests = 2,
  draw,
}: TaskPlan<Question, Name, Answer>): EconomyTask<Name, Answer> {
  const groups: TaskGroup<Answer>[] = [];
  const results = new Map(unasked);
  for (const chunk of inChunks(questions, size)) {
    let open: readonly Question[] = chunk;
    for (let request = 0; request < mostRequests && open.length > 0; request += 1) {
      const { kept, left } = withoutLeaks(open, leaks);
      if (request > 0 && kept.length < leastApart) break;
      groups.push({ questions: kept, draw: (options) => draw(kept, options) });
      open = left;
    }
    for (const { triples, asked } of open) {
      for (const { id } of triples) results.set(id, noResult('given-away', asked));
    }
  }
  return { task, groups, unasked: results };
}

export interface DrawRequest<T>
  extends Required<Pick<Question<T>, 'prompt' | 'variables' | 'n' | 'temperature' | 'seed'>> {
  /** Name of the list in the answer. */
  list: string;
  item: z.ZodType<T>;
}

/**
 * All draws for a numbered list of questions. An item that is missing from one of several draws is lost, since the
 * other draws have it; from a single one it is asked for once more.
 */
export async function drawAnswers<T>(
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
