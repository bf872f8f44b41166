/**
 * When a triple needs no more draws: its label would be the same at the end.
 *
 * Of a task with k matching of j judged draws and l still to come, the number of matches among the l is taken to be
 * beta-binomial, the posterior predictive of a uniform prior:
 *
 *   P(x) = C(l, x) · B(k + x + 1, j − k + l − x + 1) / B(k + 1, j − k + 1),   x = 0 ... l
 *
 * With the other parts of the score known, each combination of x over the three tasks gives a label at the end. A
 * triple is settled when the less likely label has at most probability ε. ε = 0 means that no outcome whatever can
 * change the label (stopping `certain`). Otherwise (`sequential`, stochastic curtailment) the label differs from
 * that of all draws with probability at most ε, under that prior, summed over all looks: each look is granted
 * ε ÷ looks.
 */
import { TASKS, type Task } from '../passage.ts';

/** How far one task of one triple is. */
export interface TaskProgress {
  matching: number;
  judged: number;
  /** Draws that may still be made; 0 for a task that is not asked. */
  left: number;
}

export type Progress = Readonly<Record<Task, TaskProgress>>;
export type TaskScores = Record<Task, number | null>;

/** How the label of a triple follows from its three tasks. */
export interface LabelRule {
  /** F of Eq. 3 before the passage is taken into account; rises with each score. Null where nothing has a value. */
  score(tripleId: string, tasks: TaskScores): number | null;
  /** Scores below are hallucinated; null while the threshold is not known, and then nothing is settled. */
  threshold: number | null;
  /** β in [0, 1]: share of a triple's score that comes from the mean of its passage. */
  context: number;
}

interface Outcome {
  probability: number;
  score: number | null;
}

/** @param error ε of this look, in [0, 1) */
export function settledTriples(
  progress: ReadonlyMap<string, Progress>,
  rule: LabelRule,
  error: number,
): Set<string> {
  const { threshold, context } = rule;
  if (threshold === null) return new Set();
  const outcomes = new Map([...progress].map(([id, own]) => [id, outcomesOf(id, own, rule)]));
  const mean = context === 0 ? null : meanRange([...outcomes.values()]);
  const isBelow = (score: number, average: number) => (1 - context) * score + context * average < threshold;
  const settled = [...outcomes].filter(([, own]) => {
    let [below, above] = [0, 0];
    for (const { score, probability } of own) {
      if (score === null) return false;
      if (isBelow(score, mean?.low ?? 0)) below += probability;
      if (!isBelow(score, mean?.high ?? 0)) above += probability;
    }
    return Math.min(below, above) <= error;
  });
  return new Set(settled.map(([id]) => id));
}

/** What a triple can still come to. */
function outcomesOf(id: string, progress: Progress, rule: LabelRule): Outcome[] {
  let partial: { tasks: Partial<TaskScores>; probability: number }[] = [{ tasks: {}, probability: 1 }];
  for (const task of TASKS) {
    const ends = endsOf(progress[task]);
    partial = partial.flatMap(({ tasks, probability }) =>
      ends.map((end) => ({
        tasks: { ...tasks, [task]: end.value },
        probability: probability * end.probability,
      })),
    );
  }
  return partial.map(({ tasks, probability }) => ({
    probability,
    score: rule.score(id, tasks as TaskScores),
  }));
}

/** The scores a task can end with, and how likely each is. */
function endsOf({ matching, judged, left }: TaskProgress): { value: number | null; probability: number }[] {
  if (judged + left === 0) return [{ value: null, probability: 1 }];
  return betaBinomial(left, matching + 1, judged - matching + 1).map((probability, more) => ({
    value: (matching + more) / (judged + left),
    probability,
  }));
}

/** Probabilities of 0 ... n successes, for a success rate with a Beta(a, b) distribution; a and b at least 1. */
export function betaBinomial(n: number, a: number, b: number): number[] {
  const weights = [1];
  for (let x = 0; x < n; x++) {
    const ratio = ((n - x) * (a + x)) / ((x + 1) * (b + n - x - 1));
    weights.push((weights[x] as number) * ratio);
  }
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** The least and the greatest mean the scores of a passage can come to. */
function meanRange(outcomes: readonly (readonly Outcome[])[]): { low: number; high: number } | null {
  const ranges = outcomes
    .map((own) => own.map(({ score }) => score).filter((score) => score !== null))
    .filter((scores) => scores.length > 0)
    .map((scores) => ({ low: Math.min(...scores), high: Math.max(...scores) }));
  if (ranges.length === 0) return null;
  const meanOf = (end: 'low' | 'high') =>
    ranges.reduce((total, range) => total + range[end], 0) / ranges.length;
  return { low: meanOf('low'), high: meanOf('high') };
}

/** Draws of each round: about two fifths, then the rest in halves; all at once without stopping. */
export function roundsOf(draws: number, stops: boolean): number[] {
  if (!stops) return [draws];
  const ends = [Math.ceil(draws * 0.4), Math.ceil(draws * 0.7), draws];
  return ends.map((end, round) => end - (ends[round - 1] ?? 0));
}
