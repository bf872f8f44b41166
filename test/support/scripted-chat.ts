/** A chat model that answers from a script and keeps what it was asked. */
import type { ChatAnswer, ChatChoice, ChatModel, ChatRequest } from '../../src/models/chat-model.ts';

/** What one request gets: a text or object (as JSON) for every choice, choices, or an error to throw. */
export type ScriptedAnswer = string | object | ChatChoice[] | Error;
export type Script = Record<
  string,
  ScriptedAnswer | ((request: ChatRequest, call: number) => ScriptedAnswer)
>;

export interface ScriptedChat extends ChatModel {
  readonly requests: ChatRequest[];
  /** The requests for one purpose. */
  asked(purpose: string): ChatRequest[];
}

/** @param script by purpose of the request; an unplanned purpose throws */
export function scriptedChat(script: Script): ScriptedChat {
  const requests: ChatRequest[] = [];
  const asked = (purpose: string) => requests.filter((request) => request.purpose === purpose);
  return {
    id: 'scripted/chat',
    requests,
    asked,
    async complete(request, options): Promise<ChatAnswer> {
      options?.signal?.throwIfAborted();
      requests.push(request);
      const planned = script[request.purpose];
      if (planned === undefined) throw new Error(`unplanned request: ${request.purpose}`);
      const answer =
        typeof planned === 'function' ? planned(request, asked(request.purpose).length - 1) : planned;
      if (answer instanceof Error) throw answer;
      return {
        choices: toChoices(answer, request.n ?? 1),
        usage: { requests: 1, inputTokens: 0, outputTokens: 0 },
      };
    },
  };
}

function toChoices(answer: Exclude<ScriptedAnswer, Error>, n: number): ChatChoice[] {
  if (Array.isArray(answer)) return answer as ChatChoice[];
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return Array.from({ length: n }, () => ({ text, finishReason: 'stop' }));
}

/** Choices that all ended well, from texts or objects. */
export function choices(...answers: (string | object)[]): ChatChoice[] {
  return answers.map((answer) => ({
    text: typeof answer === 'string' ? answer : JSON.stringify(answer),
    finishReason: 'stop',
  }));
}

/** The text between the tags of a variable in the user message of a request. */
export function blockOf(request: ChatRequest, tag: string): string {
  const user = request.messages.find(({ role }) => role === 'user')?.content ?? '';
  return new RegExp(`<${tag}-([0-9a-f]{12})>\\n([\\s\\S]*?)\\n</${tag}-\\1>`).exec(user)?.[2] ?? '';
}
