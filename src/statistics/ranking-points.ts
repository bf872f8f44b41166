/** Points of the curves against gold labels, the items of the highest risk first. */
import type { ScoredItem } from './metric.ts';

interface Step {
  /** Non-factual and factual items of one score. */
  wrong: number;
  right: number;
}

function stepsOf(items: readonly ScoredItem[]): Step[] {
  const steps = new Map<number, Step>();
  for (const { score, positive } of items.toSorted((one, other) => other.score - one.score)) {
    const step = steps.get(score) ?? { wrong: 0, right: 0 };
    step[positive ? 'wrong' : 'right'] += 1;
    steps.set(score, step);
  }
  return [...steps.values()];
}

const total = (steps: readonly Step[], of: keyof Step): number =>
  steps.reduce((sum, step) => sum + step[of], 0);

/** (false alarm rate, recall), from (0, 0) to (1, 1); empty unless both kinds are there. */
export function rocPoints(items: readonly ScoredItem[]): [number, number][] {
  const steps = stepsOf(items);
  const [wrong, right] = [total(steps, 'wrong'), total(steps, 'right')];
  if (wrong === 0 || right === 0) return [];
  let [found, alarms] = [0, 0];
  const points: [number, number][] = [[0, 0]];
  for (const step of steps) {
    found += step.wrong;
    alarms += step.right;
    points.push([alarms / right, found / wrong]);
  }
  return points;
}

/** (recall, precision) after each step. */
export function precisionRecall(items: readonly ScoredItem[]): [number, number][] {
  const steps = stepsOf(items);
  const wrong = total(steps, 'wrong');
  if (wrong === 0 || total(steps, 'right') === 0) return [];
  let [found, taken] = [0, 0];
  return steps.map((step) => {
    found += step.wrong;
    taken += step.wrong + step.right;
    return [found / wrong, found / taken];
  });
}
