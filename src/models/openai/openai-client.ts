/** Where an OpenAI-compatible service is and how to call it: address, key, and the SDK, loaded on first use. */
import type OpenAI from 'openai';
import { ConfigError } from '../../errors.ts';
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
  /** What must stand in no message: the key in use, and values of headers that come from the environment. */
  secrets: readonly string[];
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
  /** `${NAME}` in a value stands for an environment variable. */
  headers?: Readonly<Record<string, string>>;
  /** Set for an Azure resource. */
  azureApiVersion?: string | undefined;
}

/**
 * Resolves address and key; nothing is loaded or sent before `connect`.
 *
 * @throws ConfigError when OpenAI's own service is to be asked without a key, the address is no URL, or a header
 * names a variable that is not set
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
  const { headers, secrets } = expandHeaders(settings.headers ?? {}, env);
  let connection: Promise<Connection> | undefined;
  return {
    shownUrl: `${url.origin}${url.pathname}`,
    official,
    apiKeyEnv: settings.apiKeyEnv,
    secrets: apiKey === null ? secrets : [apiKey, ...secrets],
    timeoutSeconds: settings.timeoutSeconds,
    connect: () => {
      connection ??= openConnection({
        ...{ url, headers, settings },
        apiKey: apiKey ?? PLACEHOLDER_KEY,
        env: official ? env : {},
      });
      return connection;
    },
  };
}

/** @throws ConfigError when a variable is not set */
function expandHeaders(written: Readonly<Record<string, string>>, env: Environment) {
  const secrets: string[] = [];
  const expand = (value: string, name: string) =>
    value.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, variable: string) => {
      const secret = env[variable]?.trim();
      if (!secret) {
        throw new ConfigError(`headers.${name}: the environment variable ${variable} is not set`);
      }
      secrets.push(secret);
      return secret;
    });
  const headers = Object.entries(written).map(([name, value]) => [name, expand(value, name)]);
  return { headers: Object.fromEntries(headers) as Record<string, string>, secrets };
}

interface ConnectionSettings {
  url: URL;
  apiKey: string;
  env: Environment;
  headers: Record<string, string>;
  settings: ServiceSettings;
}

async function openConnection({ url, apiKey, env, headers, settings }: ConnectionSettings) {
  const sdk = await import('openai');
  const address = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  const options = {
    apiKey,
    adminAPIKey: null,
    organization: env.OPENAI_ORG_ID ?? null,
    project: env.OPENAI_PROJECT_ID ?? null,
    timeout: settings.timeoutSeconds * 1000,
    maxRetries: settings.maxRetries,
    defaultHeaders: headers,
    defaultQuery: Object.fromEntries(url.searchParams),
    fetch: bufferedFetch,
    logLevel: 'off' as const,
  };
  const apiVersion = settings.azureApiVersion;
  const client =
    apiVersion === undefined
      ? new sdk.OpenAI({ ...options, baseURL: address })
      : new sdk.AzureOpenAI({ ...options, apiVersion, baseURL: azureAddress(address) });
  return { sdk, client };
}

/** The part below which an Azure resource has its deployments. */
const azureAddress = (address: string): string =>
  /\/openai(\/|$)/.test(address) ? address : `${address}/openai`;

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
