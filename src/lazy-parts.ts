/** What is known of the parts of a detector before they are made, and making them once somebody asks for them. */
import type { Config } from './config/schema.ts';
import type { CallSettings } from './models/chat-services.ts';
import type { Parts } from './parts.ts';

/** Whether a run under this configuration asks a chat model for anything. */
export const asksModels = ({ sampling, segmentation, verification, reference }: Config): boolean =>
  sampling.ask ||
  segmentation.extractor === 'llm' ||
  verification.by === 'llm' ||
  reference.checker === 'llm' ||
  reference.spans === 'llm';

/**
 * Passages in work at once. A passage mostly waits for one answer after another, so it takes about as many passages
 * as requests may be in flight to keep a service busy.
 */
export function passagesAtOnce(config: Config): number {
  const { provider, maxConcurrency } = config.models.generator;
  const awaitsService = asksModels(config) && provider === 'openai';
  return config.concurrency ?? (awaitsService ? maxConcurrency : LOCAL_PASSAGES);
}

/** Where nothing is waited for, more would only take memory. */
const LOCAL_PASSAGES = 4;

export interface PartsOptions {
  calls?: CallSettings | undefined;
  /** Whether a chat model is there even where the configuration asks none. */
  chat?: boolean;
}

/** Parts that are made once, when somebody first asks for them. */
export interface LazyParts {
  load(): Promise<Parts>;
  /** Undefined while nobody has asked. */
  loaded(): Promise<Parts> | undefined;
}

export function partsOnce(
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
  options: PartsOptions,
): LazyParts {
  let loading: Promise<Parts> | undefined;
  const makeParts = async () => (await import('./parts.ts')).createParts(config, env, options);
  return {
    load() {
      loading ??= makeParts().catch((error: unknown) => {
        loading = undefined; // what failed now, an unreachable hub for one, may work later
        throw error;
      });
      return loading;
    },
    loaded: () => loading,
  };
}
