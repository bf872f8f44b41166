/**
 * Requests of a passage in a worker thread to the main thread, which has services, models and keys. Each passage has
 * its own port; closing it ends the passage.
 */
import { setMaxListeners } from 'node:events';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { Stage } from '../detector-interface.ts';
import type { CallOptions } from '../../models/chat-model.ts';
import { type ErrorData, errorData, errorOf } from './error-data.ts';

/** Parts of a passage that answer asynchronously, each by one function of an input and options. */
export type Asked = 'generator' | 'analyst' | 'judge' | 'embedder' | 'nli' | 'recogniser';
/** The costs of all of them can be requested too. */
type Topic = Asked | 'costs';

export type Outcome<T> = { value: T } | { error: ErrorData };

export const outcomeOf = async <T>(work: () => Promise<T>): Promise<Outcome<T>> => {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: errorData(error) };
  }
};

export function valueIn<T>(outcome: Outcome<T>): T {
  if ('error' in outcome) throw errorOf(outcome.error);
  return outcome.value;
}

interface Question {
  number: number;
  whom: Topic;
  input: unknown;
}

interface AnswerMessage {
  number: number;
  outcome: Outcome<unknown>;
}

/** Reports the stage that begins. */
interface Notice {
  stage: Stage;
}

export interface Asking {
  /** Rejects with the reason of the signal once it is aborted, else with the error of the answering thread. */
  ask<T>(whom: Topic, input: unknown, options?: CallOptions): Promise<T>;
  report(stage: Stage): void;
  /** Aborted once the passage is abandoned; all its calls may listen to it. */
  signal: AbortSignal;
}

/** The worker's end of a port. */
export function askOver(port: MessagePort): Asking {
  const waiting = new Map<number, (outcome: Outcome<unknown>) => void>();
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  let asked = 0;
  port.on('message', ({ number, outcome }: AnswerMessage) => {
    waiting.get(number)?.(outcome);
    waiting.delete(number);
  });
  port.on('close', () => controller.abort());
  return {
    async ask<T>(whom: Topic, input: unknown, { signal }: CallOptions = {}) {
      signal?.throwIfAborted();
      const number = asked++;
      const answer = new Promise<Outcome<unknown>>((resolve, reject) => {
        waiting.set(number, resolve);
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      port.postMessage({ number, whom, input } satisfies Question);
      return valueIn(await answer) as T;
    },
    report: (stage) => port.postMessage({ stage } satisfies Notice),
    signal: controller.signal,
  };
}

type Answerer = (input: never, options: CallOptions) => Promise<unknown>;
export type Answerers = Partial<Record<Topic, Answerer | undefined>>;

/** The main thread's end of a port. @returns closes it, after messages already sent are handled */
export function answerOver(
  port: MessagePort,
  answerers: Answerers,
  { signal, onStage }: { signal: AbortSignal | undefined; onStage: (stage: Stage) => void },
): () => void {
  port.on('message', async (message: Question | Notice) => {
    if ('stage' in message) return onStage(message.stage);
    const { number, whom, input } = message;
    const answerer = answerers[whom] as (input: unknown, options: CallOptions) => Promise<unknown>;
    const outcome = await outcomeOf(() => answerer(input, { ...(signal && { signal }) }));
    port.postMessage({ number, outcome } satisfies AnswerMessage);
  });
  return () => {
    // The verdict arrives on another port, possibly before the last stages.
    for (let left = receiveMessageOnPort(port); left; left = receiveMessageOnPort(port))
      if ('stage' in left.message) onStage(left.message.stage);
    port.close();
  };
}
