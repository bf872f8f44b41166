/**
 * Reverse verification without a model: the triples of the samples answer, one draw a sample.
 *
 *   S = Σ agreement of the draws ÷ draws, in [0, 1];  missing when no sample answers.
 *
 * How a sample answers stands in sample-answers.ts; samples that state no facts are not asked.
 * Source: the three tasks of paper 3.4, with drawing from the model replaced by the responses already drawn.
 */
import type { Segmentation, Task, TaskResult, Triple } from '../passage.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { filterByIdentity } from './fact-filter.ts';
import { type SampleAnswers, sampleAnswers } from './sample-answers.ts';
import { noResult } from './task-result.ts';
import type { ReverseVerifier, VerificationInput, VerificationSettings } from './verifier.ts';

/** The settings that apply without a model. */
export type SamplesVerifierSettings = Pick<VerificationSettings, Task | 'factFilter'>;

export function createSamplesVerifier(settings: SamplesVerifierSettings): ReverseVerifier {
  return {
    id: 'samples',
    verify: async ({ original, samples, identity }: VerificationInput) => {
      const { triples } = original;
      const filter = settings.factFilter ? filterByIdentity(triples, samples, identity) : new Set<string>();
      const answer = sampleAnswers(identity);
      const result = (task: Task, triple: Triple) =>
        settings[task] ? verifyTask(task, triple, { samples, answer }) : noResult('disabled');
      return triples.map((triple) => ({
        tripleId: triple.id,
        inFactFilter: filter.has(triple.id),
        head: result('head', triple),
        relation: result('relation', triple),
        tail: result('tail', triple),
      }));
    },
  };
}

function verifyTask(
  task: Task,
  triple: Triple,
  { samples, answer }: { samples: readonly Segmentation[]; answer: SampleAnswers },
): TaskResult {
  if (samples.length === 0) return noResult('no-samples');
  const draws = samples
    .filter(({ triples }) => triples.length > 0)
    .map((sample) => answer(task, triple, sample))
    .filter((draw) => draw !== null);
  if (draws.length === 0) return noResult('no-sample-answers');
  const value = draws.reduce((sum, { agreement = 0 }) => sum + agreement, 0) / draws.length;
  return { value, reason: null, asked: showTriple({ ...triple, [task]: '?' }), draws };
}
