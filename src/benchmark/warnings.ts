/** Caveats to a benchmark report, and why methods without figures have none. */
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { countsOf, groupBy } from '../common/group-by.ts';
import { bracketed, threeDecimals } from '../format/figures.ts';
import { NO_REFERENCE, NO_SAMPLE, NO_SAMPLE_GIVEN } from '../records/abstention.ts';
import type { BenchmarkReport, LevelMetrics } from './benchmark-report.ts';
import { LEVELS, type Level, type MethodScores } from './method-scores.ts';
import type { NamedMetrics } from './method-tables.ts';
import { LEVEL_TITLES } from './metric-words.ts';

/** A class with fewer items gives unreliable figures. */
const FEW = 10;

const plural = (level: Level): string => LEVEL_TITLES[level].toLowerCase();

export function warningsOf(report: BenchmarkReport): string[] {
  const { unlabelled } = report;
  return [
    ...(unlabelled > 0 ? [`Passages without a label, left out: ${unlabelled}.`] : []),
    ...LEVELS.flatMap((level) => levelWarnings(report, level)),
  ];
}

function levelWarnings(report: BenchmarkReport, level: Level): string[] {
  const { allPositive, ...methods } = report.methods;
  const all = allPositive?.levels[level];
  const own = Object.entries(methods).flatMap(([name, { levels }]): NamedMetrics[] => {
    const metrics = levels[level];
    return metrics ? [{ name, metrics }] : [];
  });
  return [
    ...(all ? sizeWarnings(all, level) : []),
    ...coverageWarnings(own, report, level),
    ...own.flatMap((row) => directionWarnings(row, level)),
    ...baselineWarnings(own, level),
  ];
}

function sizeWarnings({ n, positives }: LevelMetrics, level: Level): string[] {
  const rarer = Math.min(positives, n - positives);
  if (rarer === 0) return [`All labelled ${plural(level)} are of one class: no ranking metric is defined.`];
  return rarer < FEW ? [`${LEVEL_TITLES[level]} of the rarer class: ${rarer}; expect wide intervals.`] : [];
}

/** One line for all methods of the same coverage. */
function coverageWarnings(rows: readonly NamedMetrics[], report: BenchmarkReport, level: Level): string[] {
  const byGap = groupBy(rows, (row) => coverageGap(row, report, level));
  return [...byGap].flatMap(([gap, own]) =>
    gap === null ? [] : `${own.map(({ name }) => name).join(', ')}: ${gap}`,
  );
}

function coverageGap({ name, metrics }: NamedMetrics, report: BenchmarkReport, level: Level): string | null {
  const { n, abstained } = metrics;
  if (abstained === 0) return null;
  const left = `${abstained} of ${n + abstained} ${plural(level)} got no score and are left out of the metrics`;
  const [first] = Object.values(report.methods);
  const compared = report.comparisons.find((one) => one.method === name && one.level === level);
  const coversLess = n < (first?.levels[level]?.n ?? 0);
  if (!compared || !coversLess) return `${left}.`;
  return `${left}; compared with ${compared.reference} on the ${compared.n} that both score.`;
}

/** A ROC-AUC interval entirely below chance: with the sign reversed, the scores would rank better. */
function directionWarnings({ name, metrics }: NamedMetrics, level: Level): string[] {
  const { rocAuc } = metrics.metrics;
  const interval = metrics.intervals.rocAuc;
  if (rocAuc == null || !interval || interval[1] >= 0.5) return [];
  const own = `${threeDecimals(rocAuc)} ${bracketed(interval)}`;
  const turned = `${threeDecimals(1 - rocAuc)} ${bracketed([1 - interval[1], 1 - interval[0]])}`;
  return [
    `${name}: its scores rank ${plural(level)} the wrong way round: ROC-AUC ${own}; turned round it would be ${turned}.`,
  ];
}

/** Calling everything positive has recall 1 and the base rate as precision: F1 = 2 · rate / (1 + rate). */
function baselineWarnings(rows: readonly NamedMetrics[], level: Level): string[] {
  const names = rows
    .filter(({ metrics: { baseRate, metrics } }) => {
      if (baseRate === null || metrics.f1 == null) return false;
      return metrics.f1 <= (2 * baseRate) / (1 + baseRate);
    })
    .map(({ name }) => name);
  if (names.length === 0) return [];
  return [`F1 is not above that of calling all ${plural(level)} non-factual: ${names.join(', ')}.`];
}

const GIVE_SAMPLES = 'give the passages "samples", or take a preset that asks a model for them (gca, lean)';

/** The most frequent reasons that are listed. */
const MOST = 3;

/** What the user has to supply, by the reason of a missing score. */
const REMEDIES: Readonly<Record<string, string>> = {
  ...{ [NO_SAMPLE]: GIVE_SAMPLES, [NO_SAMPLE_GIVEN]: GIVE_SAMPLES },
  [NO_REFERENCE]: 'give the passages reference texts as "context"',
};

/** Why a method gives none of these labelled passages a score. */
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
