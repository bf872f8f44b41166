/**
 * Reverse verification by models as in the authors' scripts (paper 3.4). The generator, the model under evaluation,
 * answers; the analyst phrases questions and proposes distractors; the judge filters facts and judges equality.
 *
 * Calls for m triples, n samples and N draws a task: n·m for the fact filter; for each triple 1 question (2 where
 * the first gives the answer away), N answers and N judgements (HEQA), N and N (RR), 1 call for distractors and N
 * selections (FTSTE). Each answer is a request of its own: see models/limits/all-draws.ts.
 */
import { mapAll } from '../common/map-all.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import { TASKS, type TaskResult } from '../passage.ts';
import { findDistractors } from './distractors.ts';
import { filterByModel, otherFacts } from './fact-filter.ts';
import { verifyHead, verifyRelation, verifyTails } from './paper-tasks.ts';
import { noResult } from './task-result.ts';
import type { ReverseVerifier, TaskContext, VerificationInput, VerificationSettings } from './verifier.ts';

export interface LlmVerifierOptions
  extends Pick<TaskContext, 'generator' | 'analyst' | 'prompts' | 'settings'> {
  /** Default: the analyst. */
  judge?: ChatModel;
}

export function createLlmVerifier(options: LlmVerifierOptions): ReverseVerifier {
  const { generator, analyst, judge = analyst, prompts, settings } = options;
  return {
    id: `llm/${generator.id}/${analyst.id}/${judge.id}`,
    async verify(input, callOptions) {
      const { triples } = input.original;
      if (triples.length === 0) return [];
      const { passage, seed } = input;
      const context = { ...options, judge, seed, passageId: passage.id };
      const filter = usesFacts(settings)
        ? await filterByModel({ triples, samples: input.samples, judge, prompts }, callOptions)
        : new Set<string>();
      const facts = { filter, triples };

      const verifyEach = (verify: typeof verifyHead | typeof verifyRelation) => () =>
        mapAll(triples, (triple) => verify(triple, otherFacts(triple, facts), context, callOptions));
      const tasks = {
        head: verifyEach(verifyHead),
        relation: verifyEach(verifyRelation),
        tail: () => tailResults(input, context, callOptions),
      };
      const [heads, relations, tails] = await mapAll(
        TASKS,
        async (task) => (settings[task] ? tasks[task]() : []),
        { concurrency: 1 },
      );
      return triples.map(({ id }, index) => ({
        tripleId: id,
        inFactFilter: filter.has(id),
        head: heads?.[index] ?? noResult('disabled'),
        relation: relations?.[index] ?? noResult('disabled'),
        tail: tails?.[index] ?? noResult('disabled'),
      }));
    },
  };
}

/** Whether any task uses facts as context: tails are selected without. */
const usesFacts = ({ factFilter, head, relation }: VerificationSettings): boolean =>
  factFilter && (head || relation);

async function tailResults(
  { original: { triples }, identity }: VerificationInput,
  context: TaskContext,
  options?: CallOptions,
): Promise<TaskResult[]> {
  const distractors = await findDistractors(triples, identity, context, options);
  const questions = triples.map((triple, index) => ({ triple, distractors: distractors[index] ?? [] }));
  return verifyTails(questions, context, options);
}
