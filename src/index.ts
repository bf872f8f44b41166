/**
 * hallugraph: finds hallucinations in the text of black-box language models, without external knowledge.
 *
 * Importing this loads neither TF.js nor ONNX nor the openai SDK nor the English model; a detector loads what its
 * configuration needs with its first passage.
 */

export { type LoadConfigOptions, type LoadedConfig, loadConfig } from './config/load-config.ts';
export type { Config, ConfigInput } from './config/schema.ts';
export type { TripleChange } from './correction/change.ts';
export type { CheckedChange, FactAfter } from './correction/correction-outcome.ts';
export type { Rouge } from './correction/rouge.ts';
export {
  type Correction,
  type Corrector,
  type CorrectorOptions,
  correctPassage,
  createCorrector,
  type DirectCorrection,
} from './corrector.ts';
export {
  createDetector,
  type Detector,
  type EvaluateAllOptions,
  type EvaluateOptions,
  type ProgressEvent,
  type Stage,
} from './detector.ts';
export {
  BackendError,
  ConfigError,
  HallugraphError,
  InputError,
  ModelCallError,
  PromptError,
  RunError,
} from './errors.ts';
export type * from './passage.ts';
export { type ReferenceSummary, summariseReference } from './reference/reference-summary.ts';
export { type Candidate, type SelectionRule, selectResponse } from './reference/select.ts';
export { applyDatasetThreshold, rescoreVerdict, type Scoring } from './scoring/verdict.ts';
