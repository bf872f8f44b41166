/** Two runs against gold labels: their metrics, and which is better on the same items. */
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { thresholdsOf } from '../scoring/threshold.ts';
import { signTest } from '../statistics/sign-test.ts';
import { once } from '../statistics/metric.ts';
import type { MetricName } from './benchmark-report.ts';
import { isLabelled, levelItems } from './level-items.ts';
import { type DecidedItem, levelStatistics } from './level-metrics.ts';
import { LEVELS, type Level } from './method-scores.ts';
import { type Difference, pairedDifferences } from './paired-bootstrap.ts';
import type { ComparedRun, Pair, VerdictPair } from './compared-run.ts';
import { verdictScores } from './verdict-scores.ts';

export interface GoldChanges {
  /** Passages with gold labels for the response that both runs judged. */
  passages: number;
  levels: LevelChanges[];
  /** Labels of passages against gold ones; null where passages have none. */
  labels: ReturnType<typeof labelChanges>;
}

/** Metrics of both on the items that both score; passages are decided by their labels in the run. */
export interface LevelChanges {
  level: Level;
  n: number;
  /** B − A with a 95 % interval, by paired bootstrap over passages. */
  metrics: (Pair<number | null> & Pick<Difference, 'metric' | 'difference' | 'interval'>)[];
}

interface Input extends Pair<ComparedRun> {
  pairs: readonly VerdictPair[];
  labelled: readonly LabelledPassage[];
  seed: number;
}

/** Null without a labelled passage that both runs judged. */
export function goldChanges({ a, b, pairs, labelled, seed }: Input): GoldChanges | null {
  const byId = new Map(pairs.map((pair) => [pair.a.passage.id, pair]));
  const passages = labelled.filter(isLabelled).filter(({ passage }) => {
    const pair = byId.get(passage.id);
    return [pair?.a, pair?.b].every((verdict) => verdict && verdict.passage.response === passage.response);
  });
  if (passages.length === 0) return null;
  const sides = { a: decidedBy(a, passages), b: decidedBy(b, passages) };
  const levels = LEVELS.flatMap((level) => levelChanges(level, sides.a(level), sides.b(level), seed));
  return { passages: passages.length, levels, labels: labelChanges(passages, byId) };
}

type Items = readonly (DecidedItem | null)[];

function levelChanges(level: Level, a: Items, b: Items, seed: number): LevelChanges[] {
  const differences = pairedDifferences(b, a, { seed });
  const [first] = differences;
  if (!first) return [];
  const shared = a.map((item, index) => item !== null && b[index] !== null);
  const valuesOf = (items: Items) => {
    const own = items.filter((item, index) => item !== null && shared[index]) as DecidedItem[];
    const statistics = levelStatistics(own);
    return (metric: MetricName) => statistics[metric]?.(once(own.length)).value ?? null;
  };
  const [ofA, ofB] = [valuesOf(a), valuesOf(b)];
  const metrics = differences.map(({ metric, difference, interval }) => ({
    ...{ metric, a: ofA(metric), b: ofB(metric), difference, interval },
  }));
  return [{ level, n: first.n, metrics }];
}

function decidedBy(
  { config, verdicts }: ComparedRun,
  passages: readonly LabelledPassage[],
): (level: Level) => Items {
  const supports = verdicts.map(({ score }) => score);
  const thresholds = thresholdsOf(config.scoring.threshold, supports);
  const scores = verdictScores({ passages, verdicts, thresholds });
  const labels = new Map(verdicts.map(({ passage, label }) => [passage.id, label]));
  const isHallucinated = (unit: number) => labels.get(passages[unit]?.passage.id ?? '') === 'hallucinated';
  return (level) => {
    const threshold = scores.thresholds[level] ?? Number.POSITIVE_INFINITY;
    return levelItems(passages, scores, level).map(
      (item) =>
        item && {
          ...item,
          predicted: level === 'passage' ? isHallucinated(item.unit) : item.score > threshold,
        },
    );
  };
}

const RIGHT = { 'non-factual': 'hallucinated', factual: 'factual' } as const;

/** A label is right where it calls a non-factual passage hallucinated, or a factual one factual. */
function labelChanges(passages: readonly LabelledPassage[], byId: ReadonlyMap<string, VerdictPair>) {
  const judged = passages.flatMap(({ passage, label }) => {
    const pair = byId.get(passage.id);
    if (label === null || !pair) return [];
    return { a: pair.a.label === RIGHT[label], b: pair.b.label === RIGHT[label] };
  });
  if (judged.length === 0) return null;
  const count = (is: (one: Pair<boolean>) => boolean) => judged.filter(is).length;
  const onlyRight = { a: count(({ a, b }) => a && !b), b: count(({ a, b }) => b && !a) };
  return {
    ...{ n: judged.length, right: { a: count(({ a }) => a), b: count(({ b }) => b) } },
    /** Right in one run alone. */
    onlyRight,
    /** p-value of the exact sign test (McNemar's) on these. */
    p: signTest(onlyRight.a, onlyRight.b),
  };
}
