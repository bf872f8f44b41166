/**
 * HEQA (paper 3.4) in groups: the analyst phrases the questions of a group in one call, the model under evaluation
 * answers all of them in each draw. Questions that could give each other's answers away are asked apart.
 */

import { z } from 'zod';
import { mapAll } from '../map-all.ts';
import type { Asked } from '../models/ask.ts';
import type { CallOptions } from '../models/chat-model.ts';
import type { TaskResult, Triple } from '../passage.ts';
import { subSeed } from '../random.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { inChunks } from './even-chunks.ts';
import { contextOf } from './fact-filter.ts';
import {
  askGroup,
  factsForAll,
  type GroupContext,
  type GroupInput,
  type GroupTask,
  sizeWithFacts,
  type TaskGroup,
  type TaskQuestion,
} from './group-task.ts';
import { givesAway } from './heqa.ts';
import { leakFreeGroups } from './leaks.ts';
import { noResult } from './task-result.ts';

/** Questions that name their own answer are asked for again, once. */
const ATTEMPTS = 2;

const readQuestion = z.object({ question: z.string().trim().min(1) }).transform(({ question }) => question);
const readAnswer = z
  .object({ answer: z.union([z.string(), z.number()]).transform(String) })
  .transform(({ answer }) => answer.trim());

export async function headTask(
  input: GroupInput,
  context: GroupContext,
  options?: CallOptions,
): Promise<GroupTask> {
  const parts = await mapAll(
    inChunks(input.triples, sizeWithFacts(input)),
    async (group) => {
      const known = factsForAll(group, (triple) => contextOf(triple, input));
      return { group, phrased: await phraseQuestions(group, known, context, options) };
    },
    { concurrency: context.concurrency },
  );
  const questions = new Map<string, TaskQuestion>();
  const unasked = new Map<string, TaskResult>();
  for (const { group, phrased } of parts) {
    for (const triple of group) {
      const { value, reason, raw } = phrased.get(triple.id) as Asked<string>;
      if (value === null) unasked.set(triple.id, noResult(reason, null, raw));
      else if (givesAway(value, triple)) unasked.set(triple.id, noResult('no-question', value));
      else questions.set(triple.id, { triple, asked: value });
    }
  }
  const groups = parts.flatMap(({ group }) => headGroups(group, { questions, input, context }));
  return { task: 'head', questions, unasked, groups };
}

/** The questions of a group of triples that can be answered side by side. */
function headGroups(
  group: readonly Triple[],
  {
    questions,
    input,
    context,
  }: { questions: ReadonlyMap<string, TaskQuestion>; input: GroupInput; context: GroupContext },
): TaskGroup[] {
  const { generator, prompts, settings, seed, passageId } = context;
  const members = group
    .map(({ id }) => questions.get(id))
    .filter((question) => question !== undefined)
    .map(({ triple, asked }) => ({ tripleId: triple.id, shown: asked, hidden: triple.head, triple }));
  return leakFreeGroups(members, input.size, (from, to) => givesAway(from.shown, to.triple)).map((row) => {
    const ids = row.map(({ tripleId }) => tripleId);
    const asked = {
      prompt: prompts.get('heqa-answers'),
      variables: { questions: row.map(({ shown }) => shown) },
      list: 'answers',
      item: readAnswer,
      n: settings.headDraws,
      temperature: settings.temperature,
      seed: subSeed(seed, passageId, 'heqa', 0, ...ids),
    };
    return { ids, draw: (options) => askGroup(generator, ids, asked, options) };
  });
}

/** For each triple its question, the last one where every attempt gives the answer away. */
async function phraseQuestions(
  group: readonly Triple[],
  known: readonly Triple[],
  { analyst, prompts }: GroupContext,
  options?: CallOptions,
): Promise<Map<string, Asked<string>>> {
  const phrased = new Map<string, Asked<string>>();
  const isRejected = (triple: Triple) => {
    const question = phrased.get(triple.id)?.value;
    return typeof question === 'string' && givesAway(question, triple);
  };
  let open = group;
  for (let attempt = 0; attempt < ATTEMPTS && open.length > 0; attempt++) {
    const answers = await askGroup(
      analyst,
      open.map(({ id }) => id),
      {
        prompt: prompts.get('heqa-questions'),
        variables: {
          facts: open.map(showTriple),
          known: known.map(showTriple),
          rejected: open.flatMap(({ id }) => phrased.get(id)?.value ?? []),
        },
        list: 'questions',
        item: readQuestion,
      },
      options,
    );
    for (const [id, [asked]] of answers) {
      // An attempt that fails leaves the one before, which says more.
      if (asked !== undefined && (asked.value !== null || !phrased.has(id))) phrased.set(id, asked);
    }
    open = open.filter(isRejected);
  }
  return phrased;
}
