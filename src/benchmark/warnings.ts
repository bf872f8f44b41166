/** What a reader of a benchmark report should know before quoting a figure from it. */
import type { BenchmarkReport, PassageMetrics } from './benchmark-report.ts';

/** Fewer of a class than this say little. */
const FEW = 10;

export function warningsOf(report: BenchmarkReport): string[] {
  const { methods, ...dataset } = report;
  const allPositive = methods.allPositive?.passage;
  const ofMethods = Object.entries(methods)
    .filter(([name]) => name !== 'allPositive')
    .flatMap(([name, { passage, sentence }]) => [
      ...coverageWarnings(name, passage),
      ...(allPositive ? baselineWarnings(name, passage, allPositive) : []),
      ...directionWarnings(name, 'passages', passage.intervals.rocAuc),
      ...directionWarnings(name, 'sentences', sentence?.intervals.rocAuc),
    ]);
  return [...sizeWarnings(dataset), ...ofMethods];
}

function sizeWarnings({ n, positives, unlabelled }: Omit<BenchmarkReport, 'methods'>): string[] {
  const warnings: string[] = [];
  const rarer = Math.min(positives, n - positives);
  if (unlabelled > 0) warnings.push(`Passages without a label, left out: ${unlabelled}.`);
  if (n > 0 && rarer === 0)
    warnings.push('All labelled passages are of one class: no ranking metric is defined.');
  else if (rarer < FEW) warnings.push(`Passages of the rarer class: ${rarer}; expect wide intervals.`);
  return warnings;
}

function coverageWarnings(name: string, { n, abstained }: PassageMetrics): string[] {
  if (abstained === 0) return [];
  return [`${name}: ${abstained} of ${n + abstained} passages got no score and are left out of its metrics.`];
}

function baselineWarnings(name: string, own: PassageMetrics, allPositive: PassageMetrics): string[] {
  if (own.f1 === null || allPositive.f1 === null || own.f1 > allPositive.f1) return [];
  return [`${name}: its F1 is not above that of calling every passage non-factual.`];
}

/** An interval of ROC-AUC wholly below chance: turned round, the scores would rank better. */
function directionWarnings(
  name: string,
  what: string,
  interval: PassageMetrics['intervals'][string] | undefined,
): string[] {
  if (!interval || interval[1] >= 0.5) return [];
  return [
    `${name}: the 95 % interval of ROC-AUC lies below 0.5: its scores rank ${what} the wrong way round.`,
  ];
}
