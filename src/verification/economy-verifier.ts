/**
 * Reverse verification by models in few requests (paper 3.4). The three tasks are those of llm-verifier.ts, each for
 * all triples of a passage at once, where there is something to ask.
 *
 * Requests for m triples, at most `size` (groupSize) in one: 1 for what samples say of all of them, and so for the fact
 * filter f_t; 1 in which the analyst prepares the questions of all tasks; 1 with N_A draws for HEQA, 1 with N_p for RR
 * and 1 with N_s for FTSTE, and another one for questions that would give the answers of others away (of FTSTE, which
 * decides, any, in up to 3 requests; of the others, if there are some); 1 in which the judge compares answers. An answer that cannot be read
 * is sent back once.
 */
import { mapAll } from '../common/map-all.ts';
import type { CallOptions } from '../models/chat-model.ts';
import type { Task, TaskResult, Triple, TripleVerification } from '../passage.ts';
import { judgeAnswers } from './economy-judge.ts';
import { prepareTriples } from './economy-questions.ts';
import type { EconomyTask } from './economy-task.ts';
import { CANNOT_SAY, headTask, relationTask, tailTask } from './economy-tasks.ts';
import { supportedFacts, supportOfFacts } from './fact-support.ts';
import type { LlmVerifierOptions } from './llm-verifier.ts';
import { scoreSelections } from './paper-tasks.ts';
import { noResult } from './task-result.ts';
import type { ReverseVerifier, VerificationSettings } from './verifier.ts';
import { countPremises } from './wrong-premise.ts';

/** Settings of the economy verifier only. */
export interface GroupSettings {
  /** Triples in one request, at most. */
  groupSize: number;
}

export interface EconomyVerifierOptions extends LlmVerifierOptions {
  settings: VerificationSettings & GroupSettings;
}

export function createEconomyVerifier(options: EconomyVerifierOptions): ReverseVerifier {
  const { generator, analyst, judge = analyst, prompts, settings } = options;
  const size = settings.groupSize;
  return {
    id: `llm-economy/${generator.id}/${analyst.id}/${judge.id}`,
    async verify(input, callOptions) {
      const { triples } = input.original;
      if (triples.length === 0) return [];
      const { passage, samples, identity, seed } = input;
      const context = { ...options, judge, seed, passageId: passage.id };
      const support =
        input.support ??
        (settings.factFilter
          ? await supportOfFacts({ passage, triples, samples, judge, prompts }, callOptions)
          : []);
      const filter = supportedFacts(triples, support, samples);
      const prepared =
        settings.head || settings.relation || settings.tail
          ? await prepareTriples({ triples, identity, size }, context, callOptions)
          : [];
      const tasks = new Map<Task, EconomyTask>();
      if (settings.head) tasks.set('head', headTask(prepared, size, context));
      if (settings.relation) tasks.set('relation', relationTask(prepared, size, context));
      if (settings.tail) tasks.set('tail', tailTask(prepared, size, context));
      const results = await resultsOf(tasks, triples, context, callOptions);
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

/** The results of all questions, by task and triple; HEQA and RR share one call of the judge. */
async function resultsOf(
  tasks: ReadonlyMap<Task, EconomyTask>,
  triples: readonly Triple[],
  context: Parameters<typeof judgeAnswers>[1],
  options?: CallOptions,
): Promise<Map<Task, Map<string, TaskResult>>> {
  const groups = [...tasks].flatMap(([task, { groups }]) => groups.map((group) => ({ task, ...group })));
  const drawn = await mapAll(groups, ({ draw }) => draw(options));
  const rows = groups.flatMap(({ task, questions }, group) =>
    questions.flatMap(({ triples, asked, shown, expected }, question) =>
      triples.map(({ id }, index) => ({
        ...{ task, id, asked, shown, expected: expected[index] ?? [] },
        answers: drawn[group]?.[question] ?? [],
      })),
    ),
  );
  const results = new Map([...tasks].map(([task, { unasked }]) => [task, new Map(unasked)]));
  const free = rows.filter(({ task }) => task !== 'tail');
  const judged = await judgeAnswers(free, context, options);
  for (const [index, { task, id }] of free.entries()) {
    results.get(task)?.set(id, judged[index] as TaskResult);
  }
  for (const { id, asked, expected, answers } of rows.filter(({ task }) => task === 'tail')) {
    const question = { asked, tail: expected[0] ?? '', abstention: CANNOT_SAY };
    results.get('tail')?.set(id, scoreSelections(question, answers));
  }
  const shown = new Map(rows.map(({ task, id, shown }) => [`${task} ${id}`, shown]));
  return new Map(
    [...results].map(([task, own]) => [
      task,
      countPremises(own, triples, ({ id }) => shown.get(`${task} ${id}`) ?? ''),
    ]),
  );
}
