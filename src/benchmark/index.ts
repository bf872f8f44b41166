/** Public: from verdicts, or any scores, and gold labels to a benchmark report. Asks no model and reads no file. */
export { ablate } from './ablations.ts';
export type { BaselineInput, BaselineScores } from './baselines/baseline.ts';
export type { OwnMethod, OwnScores } from './baselines/own-method.ts';
export type { BenchmarkReport, LevelMetrics, MethodReport, MetricName } from './benchmark-report.ts';
export { type ExtractionReport, extractionReport } from './extraction-metrics.ts';
export type { Level, MethodScores, PassageScores } from './method-scores.ts';
export { partsAlone } from './parts-alone.ts';
export type { NamedFile } from '../format/svg/svg-files.ts';
export { figureFiles, tableFiles } from './publication-files.ts';
export { publishedFigures } from './published-figures.ts';
export type { PublishedFigures } from './published-gca.ts';
export { readRecordedScores } from './recorded-scores.ts';
export { type CheckerReport, checkerReport, judgedResponses } from './refchecker-metrics.ts';
export { renderBenchmark } from './render-benchmark.ts';
export { type BenchmarkOptions, runBenchmark } from './run-benchmark.ts';
export { type SpanReport, spanReport } from './span-metrics.ts';
export type { ThresholdProtocol } from './threshold-protocols.ts';
export { type VerdictScoresInput, verdictScores } from './verdict-scores.ts';
