/** Public: from verdicts, or any scores, and gold labels to a benchmark report. Asks no model and reads no file. */
export { ablate } from './ablations.ts';
export type { BenchmarkReport, LevelMetrics, MethodReport, MetricName } from './benchmark-report.ts';
export type { Level, MethodScores, PassageScores } from './method-scores.ts';
export { partsAlone } from './parts-alone.ts';
export { readRecordedScores } from './recorded-scores.ts';
export { renderBenchmark } from './render.ts';
export { type BenchmarkOptions, runBenchmark } from './run-benchmark.ts';
export type { ThresholdProtocol } from './thresholds.ts';
export { type VerdictScoresInput, verdictScores } from './verdict-scores.ts';
