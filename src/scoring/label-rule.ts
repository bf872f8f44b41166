/** How the label of a triple follows from the parts of its score that are still open, all others being known. */
import type { ComponentScore, Trace } from '../passage.ts';
import type { LabelRule } from '../verification/stopping.ts';
import { componentsByTriple } from './components.ts';
import { thresholdsOf } from './threshold.ts';
import type { Scoring } from './verdict.ts';
import { weightedSum } from './weighted-sum.ts';

/** @param trace the records of the passage so far */
export function labelRule(trace: Trace, scoring: Scoring): LabelRule {
  const componentsOf = componentsByTriple(trace, scoring);
  return {
    score(tripleId, open) {
      const values = Object.entries(open).map(([name, value]): [string, ComponentScore] => [
        name,
        { value, reason: value === null ? 'disabled' : null },
      ]);
      return weightedSum({ ...componentsOf(tripleId), ...Object.fromEntries(values) }, scoring.weights);
    },
    threshold: thresholdsOf(scoring.threshold)?.triple ?? null,
    context: scoring.context,
  };
}
