/**
 * hallugraph: finds hallucinations in the text of black-box language models, without external knowledge.
 *
 * Importing this loads neither TF.js nor ONNX nor the openai SDK nor the English model; a detector loads what its
 * configuration needs with its first passage.
 */

import type { LoadConfigOptions, LoadedConfig } from './config/load-config.ts';

/**
 * The configuration of a config file, found from the working folder upwards, over its preset and the defaults.
 *
 * @throws ConfigError when a layer cannot be read or the result is not a valid configuration
 * @example
 * const { config } = await loadConfig();
 * const detector = createDetector(config);
 */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<LoadedConfig> {
  const { loadConfig: load } = await import('./config/load-config.ts');
  return load(options);
}

export { defineConfig } from './config/define-config.ts';
export type { Layer } from './config/layers.ts';
export type { LoadConfigOptions, LoadedConfig } from './config/load-config.ts';
export type { Config, ConfigInput } from './config/config-types.ts';
export type { TripleChange } from './correction/change.ts';
export type { CheckedChange, FactAfter } from './correction/correction-outcome.ts';
export type { Rouge } from './correction/rouge.ts';
export { correctPassage, createCorrector } from './detector/corrector.ts';
export type {
  Correction,
  Corrector,
  CorrectorOptions,
  DirectCorrection,
} from './detector/corrector-interface.ts';
export { createDetector } from './detector/create-detector.ts';
export type {
  Detector,
  DetectorOptions,
  EvaluateAllOptions,
  EvaluateOptions,
  LocalDetector,
  ProgressEvent,
  Stage,
} from './detector/detector-interface.ts';
export {
  BackendError,
  BudgetError,
  CassetteError,
  ConfigError,
  HallugraphError,
  InputError,
  ModelCallError,
  PendingError,
  PromptError,
  RunError,
} from './errors.ts';
export {
  aiSdkChat,
  aiSdkEmbedder,
  type AiSdkEmbeddingModel,
  type AiSdkLanguageModel,
} from './models/ai-sdk.ts';
export type {
  CallOptions,
  ChatAnswer,
  ChatChoice,
  ChatModel,
  ChatRequest,
  FinishReason,
} from './models/chat-model.ts';
export type { CallSettings } from './models/chat-services.ts';
export type { Embedder } from './models/embedder.ts';
export { chatFunction, embedFunction } from './models/own-functions.ts';
export type { ChatRoles, OwnModels, Role } from './models/own-models.ts';
export type { PartsDescription } from './detector/parts.ts';
export type * from './passage.ts';
export type { RemoteCorrector } from './detector/remote-detector.ts';
export type { ServiceAddress } from './detector/service-call.ts';
export { type ReferenceSummary, summariseReference } from './reference/reference-summary.ts';
export { type Candidate, type SelectionRule, selectResponse } from './reference/select.ts';
export type { Scoring } from './scoring/scoring-schema.ts';
export { applyDatasetThreshold, rescoreVerdict } from './scoring/verdict.ts';
