/** The result of a benchmark, as written to JSON. Metrics are numbers in [0, 1], or null with a reason beside. */
import type { Usage } from '../passage.ts';
import type { Interval } from './bootstrap.ts';

/** What every block of metrics says of itself besides its metrics. */
interface MetricBlock {
  /** Items with a score; the metrics are computed over these. */
  n: number;
  /** Labelled items without a score, left out of every metric. */
  abstained: number;
  /** 95 % bootstrap intervals, by metric. */
  intervals: Record<string, Interval>;
  /** For each metric that is null: why. */
  reasons: Record<string, string>;
}

export interface PassageMetrics extends MetricBlock {
  rocAuc: number | null;
  /** Of the non-factual class; a constant score gets the base rate. */
  averagePrecision: number | null;
  /** Of the factual class, by low hallucination scores. */
  factualAveragePrecision: number | null;
  f1: number | null;
  precision: number | null;
  recall: number | null;
  accuracy: number | null;
  balancedAccuracy: number | null;
  /** Between hallucination scores and the gold share of error; in [−1, 1]; only where sentences are labelled. */
  pearson?: number | null;
  spearman?: number | null;
  /** On the passage score (support): below it a passage is called hallucinated; null where they differ or none. */
  threshold: number | null;
}

export interface SentenceMetrics extends MetricBlock {
  /** Sentences with a major or minor inaccuracy, among those scored. */
  positives: number;
  baseRate: number | null;
  /** Average precision with inaccurate sentences as positives (SelfCheckGPT's NonFact). */
  nonFactualAp: number | null;
  /** Average precision with accurate sentences as positives and the scores turned round (SelfCheckGPT's Factual). */
  factualAp: number | null;
  rocAuc: number | null;
}

export interface MethodReport {
  passage: PassageMetrics;
  /** Only where the data set labels sentences. */
  sentence?: SentenceMetrics;
  /** Model calls of all passages; null for a baseline that makes none. */
  usage: Usage | null;
}

export interface BenchmarkReport {
  dataset: string;
  seed: number;
  /** Labelled passages. */
  n: number;
  /** Passages without a gold label, left out. */
  unlabelled: number;
  /** Non-factual passages. */
  positives: number;
  /** positives ÷ n; null without passages. */
  baseRate: number | null;
  /** By name; `allPositive` calls every passage non-factual. */
  methods: Record<string, MethodReport>;
  /** What a reader of these figures should know. */
  warnings: string[];
}
