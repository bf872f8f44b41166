/** Errors of an OpenAI-compatible service, as messages that say what to do. */
import { ModelCallError } from '../../errors.ts';
import { codeReason } from '../../files/system-reason.ts';
import type { Connection, Service } from './openai-client.ts';
import { LONGEST_WAIT_SECONDS, NO_JSON, retryAfterSeconds, TOO_LONG } from './openai-fetch.ts';

const LONGEST_QUOTATION = 300;

export interface CallContext {
  service: Service;
  sdk: Connection['sdk'];
  model: string;
  purpose: string;
}

export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '[key]'), text);

/** Removes secrets, and whatever looks like a key, from a text. */
export function redact(text: string, secrets: readonly string[]): string {
  return withoutSecrets(text, secrets)
    .replace(/\bBearer\s+\S+/gi, 'Bearer [key]')
    .replace(/\b(?:sk|pk|gsk|hf|xai|key|api)[-_][\w*.-]{6,}/gi, '[key]');
}

/**
 * The error a caller sees. It names purpose, model, address and remedy, quotes the service where that helps, and
 * contains no key, headers or bodies; so the SDK's error is not kept as cause.
 */
export function toModelCallError(error: unknown, context: CallContext): ModelCallError {
  if (error instanceof ModelCallError) return error;
  const { service, sdk } = context;
  const failure =
    error instanceof sdk.APIConnectionTimeoutError
      ? timedOut(service)
      : error instanceof sdk.APIConnectionError
        ? unreachable(error, service)
        : error instanceof sdk.APIError && typeof error.status === 'number'
          ? answeredWithStatus(error, error.status, service)
          : unreadable(error);
  return new ModelCallError(namedText(failure.text, context), {
    retryable: failure.retryable,
    status: failure.status ?? null,
    mayBeBilled: failure.mayBeBilled,
    retryAfterSeconds: error instanceof sdk.APIError ? waitAsked(error) : null,
  });
}

/** For an answer under status 200 that can be read and not be used; other requests may be answered well. */
export const unusableAnswer = (text: string, context: CallContext): ModelCallError =>
  new ModelCallError(namedText(`the answer cannot be used: ${text}.`, context), {
    ...{ retryable: false, status: 200, mayBeBilled: true },
  });

const namedText = (text: string, { service, model, purpose }: CallContext): string =>
  redact(`${purpose}: model "${model}" at ${service.shownUrl}: ${text}`, service.secrets);

interface Failure {
  text: string;
  retryable: boolean;
  mayBeBilled: boolean;
  status?: number;
}

type StatusError = InstanceType<Connection['sdk']['APIError']>;

function timedOut({ settings }: Service): Failure {
  return {
    text: `no answer within ${settings.timeoutSeconds} s. Raise timeoutSeconds, or ask a faster model.`,
    retryable: true,
    mayBeBilled: true,
  };
}

const NOBODY_THERE = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
/** Codes of connections that were never made, so that nothing was sent on them. */
const NEVER_CONNECTED = new RegExp(
  `^(${NOBODY_THERE.join('|')}|UND_ERR_CONNECT_TIMEOUT)$|CERT|TLS|SSL|VERIFY`,
);

/**
 * An address that never answered is probably wrong and is retried for a shorter time than a known service. An error
 * without a code is not a network error: `fetch` refuses some ports.
 */
function unreachable(error: Error, { hasAnswered }: Service): Failure {
  const code = deepestCode(error);
  const found = code === null ? '' : ` (${codeReason(code)})`;
  return {
    text: `the service cannot be reached${found}. Check the base URL, the network, and that the server runs.`,
    retryable: hasAnswered() || (code !== null && !NOBODY_THERE.includes(code)),
    mayBeBilled: code !== null && !NEVER_CONNECTED.test(code),
  };
}

const CHECK_URL = 'Check that the base URL is that of an OpenAI-compatible service.';

function unreadable(error: unknown): Failure {
  const name = error instanceof Error ? error.name : typeof error;
  return {
    text: `the answer could not be read (${name}). ${CHECK_URL}`,
    // Broken JSON may be a truncated response; a page or another format means another kind of service.
    retryable: !(error instanceof TypeError),
    mayBeBilled: true,
  };
}

/** Statuses of a gateway, behind which the service may have answered. */
const BEHIND_A_GATEWAY = /^(502|504|52\d)$/;

function answeredWithStatus(error: StatusError, status: number, service: Service): Failure {
  const words = quotation(error, service.secrets);
  if (error.code === NO_JSON) {
    const text = `the service answered ${words.replace(/^: /, '')}. ${CHECK_URL}`;
    return { retryable: false, mayBeBilled: true, text };
  }
  const final = finalReason(error, { status, words, service });
  const mayBeBilled = error.code === TOO_LONG || BEHIND_A_GATEWAY.test(String(status));
  if (final !== null) return { status, retryable: false, mayBeBilled, text: final };
  if (status === 429) {
    return { status, retryable: true, mayBeBilled, text: `too many requests (429). ${waitAdvice(error)}` };
  }
  const retryable = status === 408 || status === 409 || status >= 500;
  const text = retryable
    ? `the service failed (${status})${words}. Try again later.`
    : `the service refused the request (${status})${words}.`;
  return { status, retryable, mayBeBilled, text };
}

/** Null where neither status nor code tells what is wrong with the request. */
function finalReason(
  error: StatusError,
  { status, words, service }: { status: number; words: string; service: Service },
): string | null {
  const { apiKeyEnv, maxAnswerBytes } = service.settings;
  if (error.code === TOO_LONG)
    return `the answer is longer than maxAnswerBytes (${maxAnswerBytes} bytes), so the connection was ended. Set maxOutputTokens, or raise maxAnswerBytes.`;
  if (status >= 300 && status < 400)
    return `redirected (${status}), and redirects are followed only within one origin and with the method kept, so that key and texts reach no other host${words}. If the new address is right, set baseUrl or OPENAI_BASE_URL to it.`;
  if (status === 401) return `the API key was refused (401). Check the environment variable ${apiKeyEnv}.`;
  if (status === 403) return `access was denied (403)${words}. Check what the key in ${apiKeyEnv} may use.`;
  if (status === 404) return `not found (404)${words}. Check the model name and the base URL.`;
  if (isContextOverflow(error))
    return `the request is longer than the model's context (${status})${words}. Use a model with a longer context, or shorter passages.`;
  if (isContentFilter(error))
    return `the content filter of the service refused the prompt (${status})${words}. Leave out the passage, or ask a service with another filter.`;
  if (error.code === 'insufficient_quota')
    return `the quota is used up (${status}). Check plan and billing of the service.`;
  return null;
}

function waitAdvice(error: StatusError): string {
  const seconds = waitAsked(error);
  return seconds !== null && seconds > LONGEST_WAIT_SECONDS
    ? `The service asks to wait ${Math.ceil(seconds / 60)} min; resume after that.`
    : 'Lower the concurrency, or resume later.';
}

function waitAsked({ headers }: StatusError): number | null {
  return headers instanceof Headers ? retryAfterSeconds(headers) : null;
}

function isContextOverflow(error: StatusError): boolean {
  return (
    error.code === 'context_length_exceeded' ||
    (error.status === 400 &&
      /context (length|window|size)|maximum context|too many tokens/i.test(error.message))
  );
}

function isContentFilter({ code, status, message }: StatusError): boolean {
  return (
    code === 'content_filter' ||
    code === 'content_policy_violation' ||
    (status === 400 && /content (management )?(filter|policy)/i.test(message))
  );
}

/** The service's message, redacted before it is shortened; empty where there is none. */
function quotation(error: StatusError, secrets: readonly string[]): string {
  const body = error.error as { message?: unknown } | undefined;
  if (typeof body?.message !== 'string' || body.message.trim() === '') return '';
  const words = redact(body.message, secrets).replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return `: ${words.length > LONGEST_QUOTATION ? `${words.slice(0, LONGEST_QUOTATION)}…` : words}`;
}

/** The system code (`ECONNREFUSED`, `ENOTFOUND` ...) of the innermost cause. */
export function deepestCode(error: unknown): string | null {
  let found: string | null = null;
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    if ('code' in cause && typeof cause.code === 'string') found = cause.code;
  }
  return found;
}
