/** How the label of a triple follows from its reverse tasks, all other parts of its score being known. */
import { TASKS, type Trace } from '../passage.ts';
import type { LabelRule } from '../verification/stopping.ts';
import { componentsByTriple } from './components.ts';
import { thresholdsOf } from './threshold.ts';
import type { Scoring } from './verdict.ts';
import { weightedSum } from './weighted-sum.ts';

/** @param trace the records of the passage before verification */
export function labelRule(trace: Trace, scoring: Scoring): LabelRule {
  const componentsOf = componentsByTriple({ ...trace, verification: [] }, scoring);
  return {
    score(tripleId, tasks) {
      const components = componentsOf(tripleId);
      const known = TASKS.map((task) => {
        const value = tasks[task];
        return [task, { value, reason: value === null ? 'disabled' : null }] as const;
      });
      return weightedSum({ ...components, ...Object.fromEntries(known) }, scoring.weights);
    },
    threshold: thresholdsOf(scoring.threshold)?.triple ?? null,
    context: scoring.context,
  };
}
