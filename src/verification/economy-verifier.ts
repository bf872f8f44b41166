/**
 * Reverse verification by models in few requests (paper 3.4). The three tasks are those of llm-verifier.ts, put in
 * groups of triples, none of which shows what another hides; answers come several a request, and what is judged
 * equal without a model is not sent to one.
 *
 * Requests for m triples in g = max(⌈m ÷ size⌉, 2 where f_t holds facts) groups, without leaks or repairs: 1 for the
 * fact filter; g questions and g times N_A answers (HEQA); g times N_p answers (RR); 1 for distractors and 2 orders of
 * N_s ÷ 2 selections a group (FTSTE); 1 judgement. With stopping, answers come in up to three rounds.
 */
import { mapAll } from '../map-all.ts';
import type { CallOptions } from '../models/chat-model.ts';
import { TASKS, type Task, type TaskResult, type TripleVerification } from '../passage.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { type AnswerJudge, createAnswerJudge } from './equality.ts';
import { filterByPairs } from './group-fact-filter.ts';
import { headTask } from './group-heads.ts';
import { relationTask } from './group-relations.ts';
import { tailTask } from './group-tails.ts';
import type { GroupAnswers, GroupContext, GroupInput, GroupTask } from './group-task.ts';
import type { LlmVerifierOptions } from './llm-verifier.ts';
import {
  type LabelRule,
  type OpenPart,
  type OpenParts,
  openDraws,
  roundsOf,
  settledTriples,
} from './stopping.ts';
import { countSelections } from './tail-selection.ts';
import { noResult } from './task-result.ts';
import {
  type ReverseVerifier,
  usesFacts,
  type VerificationInput,
  type VerificationSettings,
} from './verifier.ts';

/** Answers the judge is shown in one call, for each triple of a group. */
export const CASES_A_TRIPLE = 5;

/** What only the economical verifier can be told. */
export interface GroupSettings {
  /** Triples in one request. */
  groupSize: number;
  stopping: 'off' | 'certain' | 'sequential';
  /** ε of the sequential test, in (0, 1). */
  stoppingError: number;
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
  const judge = { model, embedder, prompts, embeddingMatch: settings.embeddingMatch };
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
      const filter = usesFacts(settings)
        ? await filterByPairs(
            { triples, samples, judge: model, prompts, concurrency, identity, size },
            callOptions,
          )
        : new Set<string>();
      const tasks = await prepareTasks({ triples, filter, identity, size }, context, callOptions);
      const results = await drawAll(
        tasks,
        {
          context,
          stopping: stoppingOf(settings, input),
          judge: createAnswerJudge(judge, CASES_A_TRIPLE * size),
        },
        callOptions,
      );
      const resultOf = (task: Task, id: string) => results.get(task)?.get(id) ?? noResult('disabled');
      return triples.map(
        ({ id }): TripleVerification => ({
          tripleId: id,
          inFactFilter: filter.has(id),
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

interface Stopping {
  rule: LabelRule;
  /** What else of a triple is still open. */
  open: ReadonlyMap<string, OpenParts>;
  /** ε of all looks together. */
  error: number;
}

function stoppingOf(settings: GroupSettings, { labels, open }: VerificationInput): Stopping | null {
  if (settings.stopping === 'off' || !labels || labels.threshold === null) return null;
  const error = settings.stopping === 'certain' ? 0 : settings.stoppingError;
  return { rule: labels, open: open ?? new Map(), error };
}

interface Drawing {
  context: GroupContext;
  /** Null where every triple gets all draws. */
  stopping: Stopping | null;
  judge: AnswerJudge;
}

type Results = Map<Task, Map<string, TaskResult>>;

/** All draws of all tasks, in rounds; after each one the triples whose label is settled leave. */
async function drawAll(
  tasks: readonly GroupTask[],
  { context, stopping, judge }: Drawing,
  options?: CallOptions,
): Promise<Results> {
  const answers = new Map(tasks.map(({ task }) => [task, new Map() as GroupAnswers]));
  const rounds = new Map(tasks.map(({ task, draws }) => [task, roundsOf(draws, stopping !== null)]));
  const count = Math.max(0, ...[...rounds.values()].map((own) => own.length));
  /** The round after which a triple left. */
  const left = new Map<string, number>();
  let results: Results = new Map();
  for (let round = 0; round < count; round++) {
    await drawRound({ tasks, answers, rounds, round, left }, context, options);
    results = await resultsOf(tasks, answers, judge, options);
    if (stopping === null || round === count - 1) break;
    const open = openParts(results, stopping.open, (task, id) =>
      left.has(id) ? 0 : drawsAfter(rounds.get(task) ?? [], round),
    );
    for (const id of settledTriples(open, stopping.rule, stopping.error / (count - 1))) {
      if (!left.has(id)) left.set(id, round);
    }
  }
  return withSavings(results, (task, id) => drawsAfter(rounds.get(task) ?? [], left.get(id) ?? count));
}

interface Round {
  tasks: readonly GroupTask[];
  answers: ReadonlyMap<Task, GroupAnswers>;
  /** Draws of each round. */
  rounds: ReadonlyMap<Task, readonly number[]>;
  /** Counted from 0. */
  round: number;
  left: ReadonlyMap<string, number>;
}

/** Asks every group for its answers of one round. */
async function drawRound(
  { tasks, answers, rounds, round, left }: Round,
  { concurrency }: GroupContext,
  options?: CallOptions,
): Promise<void> {
  const calls = tasks.flatMap(({ task, groups }) => {
    const sizes = rounds.get(task) ?? [];
    const range = { first: sum(sizes.slice(0, round)), count: sizes[round] ?? 0, round };
    const open = groups.map(({ ids, draw }) => ({ ids: ids.filter((id) => !left.has(id)), draw }));
    return open
      .filter(({ ids }) => ids.length > 0 && range.count > 0)
      .map(({ ids, draw }) => ({ task, draw: () => draw(ids, range, options) }));
  });
  const drawn = await mapAll(calls, ({ draw }) => draw(), { concurrency });
  for (const [index, { task }] of calls.entries()) {
    const own = answers.get(task) as GroupAnswers;
    for (const [id, more] of drawn[index] ?? []) own.set(id, [...(own.get(id) ?? []), ...more]);
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const drawsAfter = (rounds: readonly number[], round: number): number => sum(rounds.slice(round + 1));

/** What the answers so far come to; HEQA and RR share one call of the judge. */
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

/**
 * @param others parts that are open besides the tasks
 * @param leftOf draws of a task that a triple may still get
 */
function openParts(
  results: Results,
  others: ReadonlyMap<string, OpenParts>,
  leftOf: (task: Task, id: string) => number,
): Map<string, OpenParts> {
  const ids = new Set([...results.values()].flatMap((own) => [...own.keys()]));
  const openTask = (task: Task, id: string): OpenPart => {
    const result = results.get(task)?.get(id);
    const judged = result?.draws.filter(({ match }) => match !== null) ?? [];
    const isAsked = result !== undefined && result.draws.length > 0;
    return openDraws({
      matching: judged.filter(({ match }) => match).length,
      judged: judged.length,
      left: isAsked ? leftOf(task, id) : 0,
    });
  };
  return new Map(
    [...ids].map((id) => {
      const tasks = TASKS.map((task) => [task, openTask(task, id)] as const);
      return [id, { ...others.get(id), ...Object.fromEntries(tasks) }];
    }),
  );
}

/** @param savedOf draws of a task that a triple did not need */
function withSavings(results: Results, savedOf: (task: Task, id: string) => number): Results {
  return new Map(
    [...results].map(([task, own]) => [
      task,
      new Map(
        [...own].map(([id, result]) => {
          const saved = result.draws.length === 0 ? 0 : savedOf(task, id);
          return [id, saved === 0 ? result : { ...result, saved }];
        }),
      ),
    ]),
  );
}
