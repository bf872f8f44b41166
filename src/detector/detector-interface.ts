/** The detector interface and its options. */
import type { Config } from '../config/config-types.ts';
import type { Environment } from '../files/user-cache.ts';
import type { CallSettings } from '../models/chat-services.ts';
import type { OwnModels } from '../models/own-models.ts';
import type { Passage, PassageVerdict, UnnamedPassage } from '../passage.ts';
import type { CountedVerdict, Recorded } from '../records/record-line.ts';
import type { PartsDescription } from './parts.ts';

export type Stage = 'sample' | 'segment' | 'check' | 'graph' | 'compare' | 'verify' | 'score';

export interface ProgressEvent {
  passageId: string;
  stage: Stage;
}

export interface EvaluateOptions {
  /** Aborting it rejects with its reason; calls in flight are cancelled. */
  signal?: AbortSignal;
  /** An error that it throws rejects the evaluation. */
  onProgress?: (event: ProgressEvent) => void;
}

export interface EvaluateAllOptions extends EvaluateOptions {
  /** Passages in work at once; default: see `concurrency` of the config. */
  concurrency?: number;
}

/** Finds hallucinations in passages, in this process or by a service. Nothing is loaded before the first call. */
export interface Detector {
  /**
   * One without an id is called `passage`; of {@link evaluateAll}, `passage-1` and so on.
   *
   * @throws ConfigError after `close`
   * @throws InputError for a passage that is not valid, or without a response where no model may be asked
   * @throws ModelCallError when a model service did not answer
   * @throws BackendError when an embedding model or TF.js backend cannot be loaded
   */
  evaluate(passage: UnnamedPassage, options?: EvaluateOptions): Promise<PassageVerdict>;
  /**
   * Verdicts in input order, independent of completion order; passages are read on demand. When a passage rejects, or
   * the caller leaves the loop, later ones are aborted and awaited; with a used-up budget they finish.
   *
   * @throws ConfigError for a concurrency that is not a whole number, 1 or more
   */
  evaluateAll(
    passages: Iterable<UnnamedPassage> | AsyncIterable<UnnamedPassage>,
    options?: EvaluateAllOptions,
  ): AsyncIterable<PassageVerdict>;
  /** What the verdicts depend on: models, backend, prompts; stored with a run. */
  describe(): Promise<PartsDescription>;
  /** Ends a recording and closes the answer cache; the detector cannot be used afterwards. */
  close(): Promise<void>;
}

/** A detector that works in this process. */
export interface LocalDetector extends Detector {
  readonly config: Config;
  /** As `evaluate`; returns the verdict as the line of a records file, with the fields a run counts. */
  record(passage: Passage, options?: EvaluateOptions): Promise<Recorded<CountedVerdict>>;
  /** Number of draws answered from the cache so far. */
  cachedDraws(): Promise<number>;
}

export interface DetectorOptions extends OwnModels {
  /** Source of keys and addresses; default: the environment of the process. */
  env?: Environment;
  /** Recording, replay, and the costs of an earlier part of the run. */
  calls?: CallSettings;
  /**
   * Worker threads for passages, about 100 MB each, started with the first passage; the calling thread stays free and
   * makes all model calls. Default 0: passages are evaluated in the calling thread.
   */
  threads?: number | undefined;
}
