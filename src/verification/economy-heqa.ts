/** HEQA (paper 3.4) under the economy protocol: S_h = N_h ÷ N_A over the questions of a passage, asked together. */
import { groupBy } from '../common/group-by.ts';
import { subSeed } from '../common/random.ts';
import { normalisePhrase } from '../english/normalise.ts';
import { type PreparedTriple, unaskedIn } from './economy-questions.ts';
import { type EconomyTask, idsOf, planTask, type TaskQuestion } from './economy-task.ts';
import { namesHead } from './leaks.ts';
import { headAnswer } from './paper-heqa.ts';
import type { TaskContext } from './verifier.ts';

/** @param size questions in one request, at most */
export function headTask(
  prepared: readonly PreparedTriple[],
  size: number,
  context: TaskContext,
): EconomyTask {
  const { generator, prompts, settings, seed, passageId } = context;
  const rows = prepared.flatMap(({ triple, head }) =>
    head.value === null ? [] : [{ triple, ...head.value }],
  );
  const questions = [...groupBy(rows, ({ question }) => normalisePhrase(question)).values()].map(
    (equal): TaskQuestion => {
      const [{ question: asked } = { question: '' }] = equal;
      return {
        triples: equal.map(({ triple }) => triple),
        asked,
        shown: asked,
        expected: equal.map(({ triple, answer }) => [...new Set([answer, triple.head])]),
      };
    },
  );
  return planTask({
    questions,
    unasked: unaskedIn(prepared, 'head'),
    size,
    leaks: (from, to) => to.triples.some((triple) => namesHead(from.shown, triple)),
    generator,
    request: (own) => ({
      prompt: prompts.get('heqa-answers'),
      variables: { questions: own.map(({ shown }) => shown) },
      ...{ list: 'answers', item: headAnswer, n: settings.headDraws, temperature: settings.temperature },
      seed: subSeed(seed, passageId, 'heqa', 0, ...idsOf(own)),
    }),
  });
}
