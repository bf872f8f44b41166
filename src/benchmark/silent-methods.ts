/** Methods that ran and gave no figures, and why. */
import { NO_REFERENCE, NO_SAMPLE, NO_SAMPLE_GIVEN } from '../records/abstention.ts';
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { countsOf } from '../common/group-by.ts';
import type { BenchmarkReport } from './benchmark-report.ts';
import type { MethodScores } from './method-scores.ts';

const GIVE_SAMPLES = 'give the passages "samples", or take a preset that asks a model for them (gca, lean)';

/** What the user has to supply, by the reason of a missing score. */
const REMEDIES: Readonly<Record<string, string>> = {
  ...{ [NO_SAMPLE]: GIVE_SAMPLES, [NO_SAMPLE_GIVEN]: GIVE_SAMPLES },
  [NO_REFERENCE]: 'give the passages reference texts as "context"',
};

/**
 * @param passages labelled ones
 * @returns why a method gives none of them a score; null where it gives one
 */
export function silentMethod(
  { method, scores }: MethodScores,
  passages: readonly LabelledPassage[],
): BenchmarkReport['absent'][number] {
  const labelled = new Set(passages.map(({ passage }) => passage.id));
  const given = scores.flatMap(({ id, reason }) => (reason !== null && labelled.has(id) ? reason : []));
  const reasons = [...countsOf(given)].sort((a, b) => b[1] - a[1]).slice(0, MOST);
  const why = reasons.map(([reason, count]) => `${reason} (${count} of ${passages.length} passages)`);
  const remedies = reasons.flatMap(([reason]) => REMEDIES[reason] ?? []);
  return {
    method,
    reason: ['no labelled item got a score', why.join(', '), ...remedies].filter(Boolean).join('; '),
  };
}

/** The most frequent reasons that are listed. */
const MOST = 3;
