/** Address, key and SDK of an OpenAI-compatible service; the SDK is loaded on first use. */
import type { ClientOptions, OpenAI } from 'openai';
import type { ChatModelConfig } from '../../config/schema.ts';
import { ConfigError } from '../../errors.ts';
import { decoded, shownAddress } from '../../common/fetch-within-origin.ts';
import type { Environment } from '../../files/user-cache.ts';
import { once } from '../../common/memoize.ts';
import { bufferedFetch, type Fetch } from './openai-fetch.ts';

const OFFICIAL_URL = 'https://api.openai.com/v1';
/** Sent where a self-hosted service needs no key; the SDK requires one. */
const PLACEHOLDER_KEY = 'no-key';
/** Shorter values are not treated as secrets: they may be ordinary words in messages. */
const SHORTEST_SECRET = 4;

export type Service = ReturnType<typeof openAiService>;

/** The SDK (for its error classes) and a client of the service. */
export interface Connection {
  sdk: typeof import('openai');
  client: OpenAI;
}

export type ServiceSettings = Pick<
  ChatModelConfig,
  'baseUrl' | 'apiKeyEnv' | 'timeoutSeconds' | 'maxRetries' | 'maxAnswerBytes' | 'azureApiVersion'
> &
  Partial<Pick<ChatModelConfig, 'headers'>>;

/**
 * Resolves address and key; nothing is loaded or sent before `connect`.
 * @throws ConfigError for an invalid address, OpenAI's own service without a key, or a header that cannot be sent
 */
export function openAiService(settings: ServiceSettings, env: Environment) {
  const url = serviceAddress(settings.baseUrl ?? (env.OPENAI_BASE_URL?.trim() || OFFICIAL_URL));
  const official = url.hostname === new URL(OFFICIAL_URL).hostname;
  const apiKey = env[settings.apiKeyEnv]?.trim() || null;
  if (apiKey === null && official) {
    throw new ConfigError(
      `No API key for ${url.host}: set the environment variable ${settings.apiKeyEnv}, name a local server (the setting baseUrl of the model, or --base-url http://localhost:11434/v1), or use no model (the preset local).`,
    );
  }
  const variables = variablesOf(settings.headers ?? {}, env);
  for (const [name, value] of [...variables, [settings.apiKeyEnv, apiKey ?? ''] as const]) {
    if (/[^\t\x20-\x7e]/.test(value))
      throw new ConfigError(`${name} holds characters that are not allowed in a header`);
  }
  const login = [url.username, url.password].map(decoded);
  const basic = login.some(Boolean) ? Buffer.from(login.join(':')).toString('base64') : '';
  const headers = { ...(basic && { Authorization: `Basic ${basic}` }), ...filledIn(settings, variables) };
  const query = [...url.searchParams.values(), ...url.search.split('&').map((part) => part.split('=', 2)[1])];
  let hasAnswered = false;
  const fetchWithin = bufferedFetch(settings.maxAnswerBytes);
  const observed: Fetch = async (...request) => {
    const answer = await fetchWithin(...request);
    hasAnswered = true;
    return answer;
  };
  return {
    settings,
    /** Without credentials and query, for messages. */
    shownUrl: shownAddress(url),
    /** Whether this is OpenAI itself. */
    official,
    /** What must not be written anywhere: key, header values, and user, password and query of the address. */
    secrets: secretsOf([apiKey, ...variables.values(), basic, ...login, ...query]),
    hasAnswered: () => hasAnswered,
    connect: once(() =>
      openConnection(url, settings, {
        apiKey: apiKey ?? PLACEHOLDER_KEY,
        organization: (official && env.OPENAI_ORG_ID) || null,
        project: (official && env.OPENAI_PROJECT_ID) || null,
        defaultHeaders: headers,
        fetch: observed,
      }),
    ),
  };
}

/** @throws ConfigError without credentials or query in its message */
function serviceAddress(written: string): URL {
  if (/^https?:\/\//i.test(written) && URL.canParse(written)) return new URL(written);
  const meant = `http://${written}`;
  const example =
    !written.includes('://') && URL.canParse(meant)
      ? shownAddress(new URL(meant))
      : 'http://localhost:8000/v1';
  throw new ConfigError(
    `OPENAI_BASE_URL is not the address of a service: it begins with http:// or https://, as in ${example}`,
  );
}

/** Each value as given and URL-encoded, the longest first, since one may contain another. */
function secretsOf(values: readonly (string | null | undefined)[]): string[] {
  const forms = values.flatMap((value) => (value ? [value, encodeURIComponent(value)] : []));
  const secrets = [...new Set(forms)].filter((value) => value.length >= SHORTEST_SECRET);
  return secrets.sort((a, b) => b.length - a.length);
}

const VARIABLE = /\$\{([A-Za-z_]\w*)\}/g;

/** Values of the variables that headers name. @throws ConfigError when one is not set */
function variablesOf(written: Readonly<Record<string, string>>, env: Environment): Map<string, string> {
  const named = Object.entries(written).flatMap(([header, value]) =>
    [...value.matchAll(VARIABLE)].map(([, name = '']) => ({ header, name })),
  );
  return new Map(
    named.map(({ header, name }) => {
      const value = env[name]?.trim();
      if (value) return [name, value];
      throw new ConfigError(`headers.${header}: the environment variable ${name} is not set`);
    }),
  );
}

function filledIn({ headers = {} }: ServiceSettings, variables: ReadonlyMap<string, string>) {
  const fill = (value: string) => value.replace(VARIABLE, (_, name: string) => variables.get(name) ?? '');
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
}

async function openConnection(
  url: URL,
  settings: ServiceSettings,
  own: Omit<ClientOptions, 'provider' | 'apiKey'> & { apiKey: string },
): Promise<Connection> {
  const sdk = await import('openai');
  const address = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  const options = {
    ...own,
    adminAPIKey: null,
    timeout: settings.timeoutSeconds * 1000,
    maxRetries: settings.maxRetries,
    defaultQuery: Object.fromEntries(url.searchParams),
    logLevel: 'off' as const,
  };
  const apiVersion = settings.azureApiVersion;
  const client =
    apiVersion === undefined
      ? new sdk.OpenAI({ ...options, baseURL: address })
      : new sdk.AzureOpenAI({ ...options, apiVersion, baseURL: azureAddress(address) });
  return { sdk, client };
}

/** The path under which an Azure resource has its deployments. */
const azureAddress = (address: string): string =>
  /\/openai(\/|$)/.test(address) ? address : `${address}/openai`;
