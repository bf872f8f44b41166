/** Points of the curves against gold labels. A passage is the more suspicious the lower its support. */
import type { ViewRow } from '../report/view/view-data.ts';

type Row = Pick<ViewRow, 'score' | 'gold'>;

interface Step {
  /** With and without an error among the rows of one score. */
  wrong: number;
  right: number;
}

/** Rows of equal scores together, the most suspicious first. */
function stepsOf(rows: readonly Row[]): Step[] {
  const steps = new Map<number, Step>();
  const scored = rows.filter(({ score, gold }) => score !== null && gold !== null);
  for (const { score, gold } of scored.toSorted(
    (one, other) => (one.score as number) - (other.score as number),
  )) {
    const step = steps.get(score as number) ?? { wrong: 0, right: 0 };
    step[gold ? 'wrong' : 'right'] += 1;
    steps.set(score as number, step);
  }
  return [...steps.values()];
}

const total = (steps: readonly Step[], of: keyof Step): number =>
  steps.reduce((sum, step) => sum + step[of], 0);

/** (false alarm rate, recall), from (0, 0) to (1, 1); empty unless both kinds are there. */
export function rocPoints(rows: readonly Row[]): [number, number][] {
  const steps = stepsOf(rows);
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
export function precisionRecall(rows: readonly Row[]): [number, number][] {
  const steps = stepsOf(rows);
  const wrong = total(steps, 'wrong');
  if (wrong === 0 || total(steps, 'right') === 0) return [];
  let [found, taken] = [0, 0];
  return steps.map((step) => {
    found += step.wrong;
    taken += step.wrong + step.right;
    return [found / wrong, found / taken];
  });
}
