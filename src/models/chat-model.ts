/** The interface of a chat model; adapters and wrappers implement it, the method asks through it. */
import type { ChatMessage, Token, Usage } from '../passage.ts';
import type { RateLimits } from './limits/rate-limit-headers.ts';

export type { ChatMessage } from '../passage.ts';

export interface ChatRequest {
  messages: readonly ChatMessage[];
  /** How many answers to draw; the adapter sends several requests where the service does not support `n`. Default 1. */
  n?: number;
  /** Range 0 to 2. */
  temperature?: number;
  seed?: number;
  /** Ask for an answer of this JSON schema; ignored where the service cannot, so answers are parsed tolerantly. */
  schema?: { name: string; schema: Record<string, unknown> };
  /**
   * Request log-probabilities of the answer's tokens, with this many alternatives (0 to 20) for each; ignored where
   * the service cannot.
   */
  logprobs?: number;
  /**
   * The scope the draws belong to, not sent. With temperature and no seed, equal requests of different scopes are
   * independent draws; see {@link scopeChat}.
   */
  scope?: string;
  /** Index of the first of the `n` draws among all draws of this request in the scope; not sent. Default 0. */
  firstDraw?: number;
  /** What the call is for (`extract`, `heqa/answer` ...): for metering and error messages, not sent. */
  purpose: string;
}

/** Why an answer ended; anything but `stop` means that the text may be incomplete. */
export type FinishReason = 'stop' | 'length' | 'refusal' | 'content-filter';

export interface ChatChoice {
  text: string;
  finishReason: FinishReason;
  /** The tokens of `text` in order; absent where the service sent none. */
  tokens?: Token[];
}

/** Placeholder for an answer that a service left out of a successful response. */
export const NO_ANSWER: ChatChoice = { text: '', finishReason: 'stop' };

export interface ChatAnswer {
  /** As many as asked for with `n`, in the service's order. */
  choices: ChatChoice[];
  usage: Usage;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Called by an adapter with the rate limits that an answer or error reports. */
  onRateLimits?: (limits: RateLimits) => void;
  /** Called by an adapter before a request that was refused is sent again in another form; throws to prevent it. */
  onResend?: () => Promise<void>;
}

/**
 * A chat model.
 *
 * Promises: retries are the adapter's business, so an error is final; aborting `signal` rejects with its reason;
 * the API key is in no message, error or log.
 *
 * @throws ModelCallError when the service did not answer
 */
export interface ChatModel {
  /** `provider/model`, for records. */
  readonly id: string;
  complete(request: ChatRequest, options?: CallOptions): Promise<ChatAnswer>;
}

/** `model` with something around its calls, under its own id. */
export const wrapChat = ({ id }: ChatModel, complete: ChatModel['complete']): ChatModel => ({ id, complete });
