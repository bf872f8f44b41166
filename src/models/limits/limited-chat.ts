/**
 * A chat model with rate limits and retries.
 *
 * One layer owns concurrency, requests and tokens a minute, retries, and the circuit breaker. It has to wrap single
 * requests, so that a retry repeats nothing that was answered.
 */
import { AsyncResource } from 'node:async_hooks';
import PQueue from 'p-queue';
import type { ChatModelConfig } from '../../config/schema.ts';
import { ModelCallError } from '../../errors.ts';
import { randomFor } from '../../common/random.ts';
import { estimateTokens } from '../budget/token-estimate.ts';
import type { CallOptions, ChatAnswer, ChatModel, ChatRequest } from '../chat-model.ts';
import { LONGEST_WAIT_SECONDS } from '../openai/openai-fetch.ts';
import { AimdWindow } from './aimd-window.ts';
import { Circuit } from './circuit.ts';
import { RateLimit, type RateSettings } from './rate-limit.ts';
import {
  countsAsRetry,
  type FailedAttempt,
  isServiceFailure,
  isThrottled,
  type RetrySettings,
  retryWait,
} from './retry.ts';
import { sleep } from '../../common/call-signal.ts';

export type LimitSettings = RateSettings &
  RetrySettings &
  Pick<ChatModelConfig, 'maxConcurrency' | 'giveUpSeconds'>;

/** Time of being throttled after which a call is reported, once for a model. */
const NOTED_SECONDS = 10;

/**
 * Wraps `model`, whose calls are single requests.
 *
 * @param options.seed of the jitter between retries
 * @param options.onProblem called once, where the service has throttled a call for a while
 */
export function limitChat(
  model: ChatModel,
  settings: LimitSettings,
  { seed = 0, onProblem }: { seed?: number; onProblem?: ((problem: string) => void) | undefined } = {},
): ChatModel {
  const gate = new Gate(settings);
  let isNoted = false;
  const noteThrottling = (seconds: number) => {
    if (isNoted || seconds < NOTED_SECONDS) return;
    isNoted = true;
    onProblem?.(
      `${model.id}: too many requests (429) for ${Math.round(seconds)} s; they are repeated for up to ${settings.maxRetrySeconds} s (maxRetrySeconds)`,
    );
  };
  let calls = 0;

  async function complete(request: ChatRequest, options: CallOptions = {}): Promise<ChatAnswer> {
    const random = randomFor(seed, 'retry', calls++);
    const { signal } = options;
    const began = performance.now();
    for (let attempts = 0, retries = 0; ; attempts++) {
      try {
        const send: Send = (onRateLimits) => model.complete(request, { ...options, onRateLimits });
        return await gate.pass(request, send, { priority: attempts, ...(signal && { signal }) });
      } catch (error) {
        signal?.throwIfAborted();
        const elapsedSeconds = (performance.now() - began) / 1000;
        const failed = { error, attempts, retries, elapsedSeconds, circuitOpen: gate.isHoldingBack };
        const wait = error instanceof ServiceDownError ? null : retryWait(failed, settings, random);
        if (wait === null)
          throw isThrottled(error) ? givenUp(error as ModelCallError, failed, settings) : error;
        if (countsAsRetry(failed)) retries += 1;
        if (isThrottled(error)) noteThrottling(elapsedSeconds);
        await sleep(wait * 1000, signal);
      }
    }
  }

  return { id: model.id, complete };
}

/** Of a throttled request that was repeated: with the setting that ended this. */
function givenUp(
  error: ModelCallError,
  { attempts, elapsedSeconds }: FailedAttempt,
  settings: LimitSettings,
) {
  if (attempts === 0) return error;
  const { retryable, status, retryAfterSeconds, mayBeBilled } = error;
  const tried = `It was sent ${attempts + 1} times in ${Math.round(elapsedSeconds)} s; maxRetrySeconds (${settings.maxRetrySeconds}) allows no more.`;
  const own = { retryable, status, retryAfterSeconds, mayBeBilled, cause: error };
  return new ModelCallError(`${error.message} ${tried}`, own);
}

class ServiceDownError extends ModelCallError {}

type Send = (onRateLimits: NonNullable<CallOptions['onRateLimits']>) => Promise<ChatAnswer>;

/** Admits requests one by one, and adapts to the outcome of each. */
class Gate {
  readonly #slots: PQueue;
  readonly #window: AimdWindow;
  readonly #rate: RateLimit;
  readonly #circuit: Circuit;
  #lastFailure: ModelCallError | null = null;
  /** Output tokens of the last answer, for the next estimate. */
  #outputTokens = 0;

  constructor({ maxConcurrency, giveUpSeconds, ...rates }: LimitSettings) {
    this.#slots = new PQueue({ concurrency: maxConcurrency });
    this.#window = new AimdWindow(maxConcurrency);
    this.#rate = new RateLimit(rates);
    this.#circuit = new Circuit(giveUpSeconds);
  }

  get isHoldingBack(): boolean {
    return this.#circuit.isOpen;
  }

  /** Sends when a slot is free, the rates allow it and the circuit is closed. */
  pass(
    request: ChatRequest,
    send: Send,
    turn: { priority: number; signal?: AbortSignal },
  ): Promise<ChatAnswer> {
    // Sent in the async context of its caller, not of the request that freed the slot.
    return this.#slots.add(
      AsyncResource.bind(() => this.#send(request, send, turn.signal)),
      turn,
    );
  }

  async #send(request: ChatRequest, send: Send, signal?: AbortSignal): Promise<ChatAnswer> {
    const tokens = estimateTokens(request.messages) + this.#outputTokens;
    const sentAt = await this.#opening(tokens, signal);
    try {
      const answer = await send((limits) => this.#rate.observe(limits, tokens, performance.now()));
      this.#answered(answer, tokens);
      return answer;
    } catch (error) {
      if (!signal?.aborted) this.#failed(error, sentAt);
      throw error;
    } finally {
      this.#slots.concurrency = this.#window.slots;
    }
  }

  /**
   * Waits until a request may be sent and counts it. @returns the time of sending
   * @throws ServiceDownError when the service has been silent for too long
   */
  async #opening(tokens: number, signal?: AbortSignal): Promise<number> {
    for (;;) {
      const now = performance.now();
      const wait = this.#rate.wait(now) || this.#circuit.wait(now);
      if (wait === 0) {
        this.#rate.take(tokens, this.#window.share, now);
        return now;
      }
      if (this.#circuit.isDown(now)) throw this.#down();
      await sleep(wait, signal);
    }
  }

  #answered({ usage }: ChatAnswer, estimated: number): void {
    this.#circuit.succeeded();
    this.#window.grow();
    this.#outputTokens = usage.outputTokens;
    if (usage.inputTokens > 0) this.#rate.settle(estimated, usage.inputTokens + usage.outputTokens);
  }

  /** @throws ServiceDownError when after this failure the service counts as down */
  #failed(error: unknown, sentAt: number): void {
    if (!(error instanceof ModelCallError)) return;
    const now = performance.now();
    if (isThrottled(error)) this.#window.shrink(sentAt, now);
    const { retryAfterSeconds } = error;
    // Instead of a longer wait, calls fail and report it.
    if (retryAfterSeconds !== null && retryAfterSeconds <= LONGEST_WAIT_SECONDS) {
      this.#rate.pause(retryAfterSeconds, now);
    }
    if (isServiceFailure(error)) {
      this.#circuit.failed(sentAt, now);
      this.#lastFailure = error;
      if (this.#circuit.isDown(now)) throw this.#down();
    } else this.#circuit.succeeded();
  }

  #down(): ServiceDownError {
    const silence = this.#circuit.silentSeconds(performance.now());
    const last = this.#lastFailure;
    return new ServiceDownError(
      `${last?.message} Nothing was answered for ${silence} s, so the service counts as down. Finished records are kept; resume the run when it is back.`,
      { retryable: true, status: last?.status ?? null },
    );
  }
}
