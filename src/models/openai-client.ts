/** Where an OpenAI-compatible service is and how to call it: address, key, and the SDK, loaded on first use. */
import type OpenAI from 'openai';
import { ConfigError } from '../errors.ts';
import { bufferedFetch } from './openai-fetch.ts';

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

const OFFICIAL_URL = 'https://api.openai.com/v1';
/** Sent where a service of one's own needs no key; the SDK insists on one. */
const PLACEHOLDER_KEY = 'no-key';

export interface Service {
  /** Without credentials and query, so that it can stand in a message. */
  shownUrl: string;
  /** Whether this is OpenAI itself. */
  official: boolean;
  /** Name of the variable that holds the key. */
  apiKeyEnv: string;
  /** The key in use; null for the placeholder. */
  apiKey: string | null;
  /** Seconds. */
  timeoutSeconds: number;
  connect(): Promise<Connection>;
}

/** The SDK (for its error classes) and a client of the service. */
export interface Connection {
  sdk: typeof import('openai');
  client: OpenAI;
}

export interface ServiceSettings {
  baseUrl?: string | undefined;
  apiKeyEnv: string;
  timeoutSeconds: number;
  maxRetries: number;
}

/**
 * Resolves address and key; nothing is loaded or sent before `connect`.
 *
 * @throws ConfigError when OpenAI's own service is to be asked without a key, or the address is no URL
 */
export function openAiService(settings: ServiceSettings, env: Environment): Service {
  const baseUrl = settings.baseUrl ?? (env.OPENAI_BASE_URL?.trim() || OFFICIAL_URL);
  if (!URL.canParse(baseUrl)) throw new ConfigError(`OPENAI_BASE_URL is not a URL: "${baseUrl}".`);
  const url = new URL(baseUrl);
  const official = url.hostname === new URL(OFFICIAL_URL).hostname;
  const apiKey = env[settings.apiKeyEnv]?.trim() || null;
  if (apiKey === null && official) {
    throw new ConfigError(
      `No API key for ${url.host}: set the environment variable ${settings.apiKeyEnv}, or name a service of your own as baseUrl.`,
    );
  }
  let connection: Promise<Connection> | undefined;
  return {
    shownUrl: `${url.origin}${url.pathname}`,
    official,
    apiKeyEnv: settings.apiKeyEnv,
    apiKey,
    timeoutSeconds: settings.timeoutSeconds,
    connect: () => {
      connection ??= openConnection(baseUrl, apiKey ?? PLACEHOLDER_KEY, official ? env : {}, settings);
      return connection;
    },
  };
}

async function openConnection(
  baseURL: string,
  apiKey: string,
  env: Environment,
  settings: ServiceSettings,
): Promise<Connection> {
  const sdk = await import('openai');
  const client = new sdk.OpenAI({
    baseURL,
    apiKey,
    adminAPIKey: null,
    organization: env.OPENAI_ORG_ID ?? null,
    project: env.OPENAI_PROJECT_ID ?? null,
    timeout: settings.timeoutSeconds * 1000,
    maxRetries: settings.maxRetries,
    fetch: bufferedFetch,
    logLevel: 'off',
  });
  return { sdk, client };
}

/**
 * Waits for a promise no longer than until the signal aborts; the SDK itself sleeps through an abort between
 * two retries.
 *
 * @throws the signal's reason once it is aborted
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    const settle = () => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    promise.then(resolve, reject).finally(settle);
  });
}
