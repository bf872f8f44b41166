/** A reverse task (paper 3.4) for the triples of a passage, put to the model under evaluation in groups. */
import type { z } from 'zod';
import type { IdentityIndex } from '../graph/identity.ts';
import { type Asked, ask } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import { itemOf, missingItems, numberedList } from '../models/numbered-list.ts';
import type { Prompt, PromptVariables } from '../models/prompt.ts';
import type { Task, TaskResult, Triple } from '../passage.ts';
import type { FactFilter } from './fact-filter.ts';
import type { TaskContext } from './task-context.ts';

/** What is asked of one triple. */
export interface TaskQuestion {
  triple: Triple;
  /** As in the record: a question, a masked triple, a list of options. */
  asked: string;
}

/** Answers by triple id; fewer than were asked for where a service gives fewer. */
export type GroupAnswers = Map<string, Asked<string>[]>;

/** Triples that may be asked about together, since none of them shows what another hides. */
export interface TaskGroup {
  ids: readonly string[];
  /** All N draws of the task. */
  draw(options?: CallOptions): Promise<GroupAnswers>;
}

export interface GroupTask {
  task: Task;
  questions: ReadonlyMap<string, TaskQuestion>;
  /** The results of the triples that cannot be asked about. */
  unasked: ReadonlyMap<string, TaskResult>;
  groups: readonly TaskGroup[];
}

/** What group tasks are made from. */
export interface GroupInput {
  triples: readonly Triple[];
  filter: FactFilter;
  identity: IdentityIndex;
  /** Triples in one call, at most. */
  size: number;
}

export type GroupContext = TaskContext & { concurrency: number };

export interface GroupQuestion<T> {
  prompt: Prompt;
  variables: PromptVariables;
  /** Name of the list in the answer. */
  list: string;
  item: z.ZodType<T>;
  n?: number;
  temperature?: number;
  seed?: number;
}

/** Puts one prompt for a numbered list of triples. */
export async function askGroup<T>(
  model: ChatModel,
  ids: readonly string[],
  { list, item, ...question }: GroupQuestion<T>,
  options?: CallOptions,
): Promise<Map<string, Asked<T>[]>> {
  const parse = numberedList(list, ids.length, item);
  const asked = await ask(model, { ...question, parse, faults: missingItems }, options);
  return new Map(ids.map((id, index) => [id, asked.map((answer) => itemOf(answer, index))]));
}

/**
 * Triples in one call where facts of f_t are given as known: at most half of all, because a group is told none of
 * its own.
 */
export function sizeWithFacts({ triples, filter, size }: GroupInput): number {
  return filter.size === 0 ? size : Math.min(size, Math.max(1, Math.ceil(triples.length / 2)));
}

/** Facts that every triple of a group may be told, none of them of the group. */
export function factsForAll(
  group: readonly Triple[],
  knownTo: (triple: Triple) => readonly Triple[],
): Triple[] {
  const [first, ...others] = group.map(knownTo);
  const own = new Set(group.map(({ id }) => id));
  return (first ?? []).filter((fact) => !own.has(fact.id) && others.every((known) => known.includes(fact)));
}
