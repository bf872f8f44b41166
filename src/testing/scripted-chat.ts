/** A chat model for tests: answers from a script, keeps what it was asked, and sends nothing. */
import { resolveConfig } from '../config/resolve.ts';
import { estimateTextTokens, estimateTokens } from '../models/budget/token-estimate.ts';
import type { ChatAnswer, ChatChoice, ChatModel, ChatRequest } from '../models/chat-model.ts';
import { typicalChat } from '../detector/estimate/typical-chat.ts';

/** What one request gets: a text or object (as JSON) for every choice, choices, or an error to throw. */
export type ScriptedAnswer = string | object | ChatChoice[] | Error;
/** By purpose of the request: the name of its prompt, `sample` or `respond`. `call` counts from 0 for each. */
export type Script = Record<
  string,
  ScriptedAnswer | ((request: ChatRequest, call: number) => ScriptedAnswer)
>;

export interface ScriptedChat extends ChatModel {
  /** All requests so far, in order. */
  readonly requests: ChatRequest[];
  /** The requests for one purpose. */
  asked(purpose: string): ChatRequest[];
}

export interface ScriptedChatOptions {
  /** Default `scripted/chat`. */
  id?: string;
  /**
   * What a request gets that is not in the script: a typical answer, which can be read and is about nothing in
   * particular, or an error. Default `typical`.
   */
  unplanned?: 'typical' | 'throw';
}

/**
 * @example
 * const chat = scriptedChat({ sample: 'Oslo is the capital of Norway.' });
 * const detector = createDetector({ sampling: { n: 3 } }, { chat });
 * const verdict = await detector.evaluate({ id: 'oslo', prompt, response });
 * expect(chat.asked('sample')).toHaveLength(1);
 */
export function scriptedChat(
  script: Script = {},
  { id = 'scripted/chat', unplanned = 'typical' }: ScriptedChatOptions = {},
): ScriptedChat {
  const requests: ChatRequest[] = [];
  const asked = (purpose: string) => requests.filter((request) => request.purpose === purpose);
  const { generator } = resolveConfig().models;
  const typical = typicalChat(generator, { passages: [], count: estimateTextTokens, onCall: () => {} });
  return {
    id,
    requests,
    asked,
    async complete(request, options): Promise<ChatAnswer> {
      options?.signal?.throwIfAborted();
      requests.push(request);
      const { purpose, messages, n = 1 } = request;
      const planned = script[purpose];
      if (planned === undefined) {
        if (unplanned === 'throw') throw new Error(`unplanned request: ${purpose}`);
        return typical.complete(request, options);
      }
      const answer = typeof planned === 'function' ? planned(request, asked(purpose).length - 1) : planned;
      if (answer instanceof Error) throw answer;
      const choices = Array.isArray(answer)
        ? (answer as ChatChoice[])
        : Array.from({ length: n }, () => toChoice(answer));
      const outputTokens = choices.reduce((sum, { text }) => sum + estimateTextTokens(text), 0);
      return { choices, usage: { requests: 1, inputTokens: estimateTokens(messages), outputTokens } };
    },
  };
}

/** Choices that all ended well, from texts or objects. */
export const choices = (...answers: (string | object)[]): ChatChoice[] => answers.map(toChoice);

const toChoice = (answer: string | object): ChatChoice => ({
  text: typeof answer === 'string' ? answer : JSON.stringify(answer),
  finishReason: 'stop',
});
