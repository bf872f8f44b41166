/** The result of a benchmark, as written to JSON. Metrics are numbers, or null with a reason beside. */
import type { RunOrigin } from '../format/run-origin.ts';
import type { Usage } from '../passage.ts';
import type { Interval } from '../statistics/bootstrap.ts';
import type { ExtractionReport } from './extraction-metrics.ts';
import type { Level, Origin } from './method-scores.ts';
import type { PublishedFigures } from './published-gca.ts';
import type { CheckerReport, RateReport } from './refchecker-metrics.ts';
import type { SpanReport } from './span-metrics.ts';
import type { ThresholdProtocol, ThresholdSource } from './threshold-protocols.ts';

/** In [0, 1], but the correlations in [−1, 1]. Positive class: non-factual. `METRIC_MEANINGS` explains them. */
export const METRICS = [
  'rocAuc',
  'averagePrecision',
  'factualAveragePrecision',
  'f1',
  'precision',
  'recall',
  'accuracy',
  'balancedAccuracy',
  'pearson',
  'spearman',
  'calibrationError',
] as const;
export type MetricName = (typeof METRICS)[number];

export interface LevelMetrics extends ThresholdSource {
  /** Labelled items with a score; the metrics are computed over these. */
  n: number;
  /** Labelled items without a score, left out of every metric. */
  abstained: number;
  /** Non-factual items among the n. */
  positives: number;
  /** positives ÷ n: the average precision expected by chance; null without items. */
  baseRate: number | null;
  /** Metrics that do not apply at this level or to this method are left out. */
  metrics: Partial<Record<MetricName, number | null>>;
  /** 95 % bootstrap intervals, by metric; units are passages. */
  intervals: Partial<Record<MetricName, Interval>>;
  /** For each metric that is null: why. */
  reasons: Partial<Record<MetricName, string>>;
}

/** The difference between two methods on the same items, by paired bootstrap. */
export interface Comparison {
  method: string;
  /** The method compared with; the difference is `method` − `reference`. */
  reference: string;
  level: Level;
  metric: MetricName;
  /** Items both have a score for. */
  n: number;
  difference: number | null;
  interval: Interval;
}

export interface MethodReport {
  origin: Origin | 'trivial';
  /** Levels that the data set labels and the method scores. */
  levels: Partial<Record<Level, LevelMetrics>>;
  /** Model calls of all passages; null for a method that makes none, or whose calls are not known. */
  usage: Usage | null;
}

export interface BenchmarkReport {
  dataset: string;
  /** What was run, and when; absent in reports made elsewhere. */
  run?: RunOrigin;
  seed: number;
  /** How thresholds were set, for every method alike; absent in reports made elsewhere. */
  protocol?: ThresholdProtocol;
  /** Labelled passages: by own label, or by that of sentences or claims. */
  n: number;
  /** Passages without any gold label, left out. */
  unlabelled: number;
  /** By name, in the order of the tables; `allPositive` calls every item non-factual. */
  methods: Record<string, MethodReport>;
  /** Every method against the first, on the main metrics of each level. */
  comparisons: Comparison[];
  /** Requested methods without figures, and why. */
  absent: { method: string; reason: string }[];
  /** The first method on the parts of the data set, where it has named parts. */
  groups: { group: string; n: number; levels: Partial<Record<Level, LevelMetrics>> }[];
  /** Paper Table 3, where the run recorded it: mean over passages. */
  neighbours: { encoder: string; passages: number; mean: number; min: number }[];
  /** The spans of the first method, where the data set marks spans. */
  spans?: SpanReport;
  /** Its triples, where the data set brings those of another extractor. */
  extraction?: ExtractionReport;
  /** Its reference check, where the data set labels triplets and the passages have a context. */
  checker?: CheckerReport;
  /** Hallucination rates of passages, where sentences are labelled and triplets are checked against a context. */
  rates?: RateReport;
  /** What others have published for this data set. */
  published?: readonly PublishedFigures[];
  /** Caveats for the reader. */
  warnings: string[];
}
