/**
 * Reverse verification by models in few requests (paper 3.4). The three tasks are those of llm-verifier.ts, put in
 * groups of triples, none of which shows what another hides; answers come several a request, and what is judged
 * equal without a model is not sent to one.
 *
 * Requests for m triples in g = max(⌈m ÷ size⌉, 2 where f_t holds facts) groups, without leaks or repairs: 1 for what
 * samples say of all of them, and so for the fact filter; g questions and g times N_A answers (HEQA); g times N_p answers (RR); 1 for distractors and 2 orders of
 * N_s ÷ 2 selections a group (FTSTE); 1 judgement.
 */
import { mapAll } from '../map-all.ts';
import type { CallOptions } from '../models/chat-model.ts';
import type { Task, TaskResult, TripleVerification } from '../passage.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { type AnswerJudge, createAnswerJudge } from './equality.ts';
import { supportedFacts, supportOfFacts } from './fact-support.ts';
import { headTask } from './group-heads.ts';
import { relationTask } from './group-relations.ts';
import { tailTask } from './group-tails.ts';
import type { GroupAnswers, GroupContext, GroupInput, GroupTask } from './group-task.ts';
import type { LlmVerifierOptions } from './llm-verifier.ts';
import { countSelections } from './tail-selection.ts';
import { noResult } from './task-result.ts';
import type { ReverseVerifier, VerificationSettings } from './verifier.ts';

/** Answers the judge is shown in one call, for each triple of a group. */
const CASES_A_TRIPLE = 5;

/** What only the economical verifier can be told. */
export interface GroupSettings {
  /** Triples in one request. */
  groupSize: number;
}

export interface EconomyVerifierOptions extends LlmVerifierOptions {
  settings: VerificationSettings & GroupSettings;
}

export function createEconomyVerifier(options: EconomyVerifierOptions): ReverseVerifier {
  const {
    generator,
    analyst,
    judge: model = analyst,
    embedder,
    prompts,
    settings,
    concurrency = 4,
  } = options;
  const judge = { model, embedder, prompts };
  const size = settings.groupSize;
  return {
    id: `llm-economy/${generator.id}/${analyst.id}/${model.id}`,
    async verify(input, callOptions) {
      const { triples } = input.original;
      if (triples.length === 0) return [];
      const { passage, samples, identity, seed } = input;
      const context = {
        generator,
        analyst,
        judge,
        prompts,
        settings,
        seed,
        passageId: passage.id,
        concurrency,
      };
      const support = settings.factFilter
        ? await supportOfFacts({ passage, triples, samples, judge: model, prompts, concurrency }, callOptions)
        : [];
      const filter = supportedFacts(triples, support, samples);
      const tasks = await prepareTasks({ triples, filter, identity, size }, context, callOptions);
      const answers = await drawAll(tasks, concurrency, callOptions);
      const results = await resultsOf(
        tasks,
        answers,
        createAnswerJudge(judge, CASES_A_TRIPLE * size),
        callOptions,
      );
      const resultOf = (task: Task, id: string) => results.get(task)?.get(id) ?? noResult('disabled');
      return triples.map(
        ({ id }, index): TripleVerification => ({
          tripleId: id,
          inFactFilter: filter.has(id),
          ...support[index],
          head: resultOf('head', id),
          relation: resultOf('relation', id),
          tail: resultOf('tail', id),
        }),
      );
    },
  };
}

/** The tasks that are switched on. */
async function prepareTasks(
  input: GroupInput,
  context: GroupContext,
  options?: CallOptions,
): Promise<GroupTask[]> {
  const { settings } = context;
  const makers = [
    ...(settings.head ? [() => headTask(input, context, options)] : []),
    ...(settings.relation ? [async () => relationTask(input, context)] : []),
    ...(settings.tail ? [() => tailTask(input, context, options)] : []),
  ];
  return mapAll(makers, (make) => make(), { concurrency: 1 });
}

/** All draws of all groups. */
async function drawAll(
  tasks: readonly GroupTask[],
  concurrency: number,
  options?: CallOptions,
): Promise<Map<Task, GroupAnswers>> {
  const groups = tasks.flatMap(({ task, groups }) => groups.map(({ draw }) => ({ task, draw })));
  const drawn = await mapAll(groups, ({ draw }) => draw(options), { concurrency });
  const answers = new Map(tasks.map(({ task }) => [task, new Map() as GroupAnswers]));
  for (const [index, { task }] of groups.entries()) {
    for (const [id, own] of drawn[index] ?? []) answers.get(task)?.set(id, own);
  }
  return answers;
}

type Results = Map<Task, Map<string, TaskResult>>;

/** What the answers come to; HEQA and RR share one call of the judge. */
async function resultsOf(
  tasks: readonly GroupTask[],
  answers: ReadonlyMap<Task, GroupAnswers>,
  judge: AnswerJudge,
  options?: CallOptions,
): Promise<Results> {
  const rows = tasks.flatMap(({ task, questions }) =>
    [...questions].map(([id, question]) => ({
      task,
      id,
      question,
      answers: answers.get(task)?.get(id) ?? [],
    })),
  );
  const free = rows.filter(({ task }) => task !== 'tail');
  const judged = await judge(
    free.map(({ task, question: { triple, asked }, answers: own }) => ({
      asked,
      answers: own,
      expected: triple[task],
      context: showTriple({ ...triple, [task]: '?' }),
    })),
    options,
  );
  const results: Results = new Map(tasks.map(({ task, unasked }) => [task, new Map(unasked)]));
  for (const [index, { task, id }] of free.entries()) {
    results.get(task)?.set(id, judged[index] as TaskResult);
  }
  for (const { task, id, question, answers: own } of rows.filter((row) => row.task === 'tail')) {
    results.get(task)?.set(id, countSelections(question.asked, question.triple, own));
  }
  return results;
}
