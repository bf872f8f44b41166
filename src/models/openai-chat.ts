/** A chat model behind the chat completions endpoint of OpenAI or a compatible service. */
import type OpenAI from 'openai';
import pMap from 'p-map';
import type { ChatModelConfig } from '../config/schema.ts';
import type {
  CallOptions,
  ChatAnswer,
  ChatChoice,
  ChatModel,
  ChatRequest,
  FinishReason,
} from './chat-model.ts';
import { type Connection, type Environment, openAiService, untilAborted } from './openai-client.ts';
import { toModelCallError } from './openai-errors.ts';
import { adaptDialect, chatParameters, type Draws, firstDialect } from './openai-parameters.ts';
import { addUsage, ZERO_USAGE } from './usage.ts';

/** What stands for an answer that a service did not give although it answered. */
const NO_ANSWER: ChatChoice = { text: '', finishReason: 'stop' };
/** Single requests at once where a service gives one answer a request. */
const PARALLEL_DRAWS = 4;

/**
 * A chat model of the service that `config` names. What the service turns out not to understand is remembered
 * for as long as the model lives. The SDK is loaded with the first call.
 *
 * @throws ConfigError when the key is missing
 */
export function createOpenAiChat(config: ChatModelConfig, options: { env: Environment }): ChatModel {
  const service = openAiService(config, options.env);
  const dialect = firstDialect(config, service.official);

  /** One request, repeated in a plainer dialect as long as the service refuses a parameter. */
  async function send(connection: Connection, request: ChatRequest, draws: Draws, signal?: AbortSignal) {
    const spoken = { ...dialect };
    for (;;) {
      const parameters = chatParameters(config, request, draws, spoken);
      try {
        const call = connection.client.chat.completions.create(parameters, { signal });
        return readCompletion(await untilAborted(call, signal));
      } catch (error) {
        if (!(error instanceof connection.sdk.APIError)) throw error;
        const change = adaptDialect(spoken, parameters, error, config);
        if (change === null) throw error;
        Object.assign(spoken, change);
        Object.assign(dialect, change);
        // The caller draws them one by one.
        if (change.multipleChoices === false) return { choices: [], usage: ZERO_USAGE };
      }
    }
  }

  /** All `n` answers: in one request where the service can, the missing ones in requests of their own. */
  async function draw(
    connection: Connection,
    request: ChatRequest,
    signal?: AbortSignal,
  ): Promise<ChatAnswer> {
    const n = request.n ?? 1;
    const answers: ChatAnswer[] = [];
    if (n > 1 && dialect.multipleChoices) {
      const answer = await send(connection, request, { n, first: 0 }, signal);
      if (answer.choices.length < n && config.multipleChoices === 'auto') dialect.multipleChoices = false;
      answers.push(answer);
    }
    const found = Math.min(n, answers[0]?.choices.length ?? 0);
    const missing = Array.from({ length: n - found }, (_, index) => found + index);
    const single = async (first: number) => {
      const answer = await send(connection, request, { n: 1, first }, signal);
      return { ...answer, choices: [answer.choices[0] ?? NO_ANSWER] };
    };
    answers.push(...(await pMap(missing, single, { concurrency: PARALLEL_DRAWS })));
    return {
      choices: answers.flatMap((answer) => answer.choices).slice(0, n),
      usage: answers.map((answer) => answer.usage).reduce(addUsage, ZERO_USAGE),
    };
  }

  return {
    id: `openai/${config.model}`,
    async complete(request: ChatRequest, { signal }: CallOptions = {}): Promise<ChatAnswer> {
      signal?.throwIfAborted();
      const connection = await service.connect();
      try {
        return await draw(connection, request, signal);
      } catch (error) {
        signal?.throwIfAborted();
        const { sdk } = connection;
        throw toModelCallError(error, { service, sdk, model: config.model, purpose: request.purpose });
      }
    },
  };
}

/** @throws TypeError when it is not a completion */
function readCompletion(completion: OpenAI.Chat.Completions.ChatCompletion): ChatAnswer {
  const choices = completion?.choices;
  if (!Array.isArray(choices)) throw new TypeError('no choices');
  const inOrder = [...choices].sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  return {
    choices: inOrder.map(readChoice),
    usage: {
      requests: 1,
      inputTokens: completion.usage?.prompt_tokens ?? 0,
      outputTokens: completion.usage?.completion_tokens ?? 0,
    },
  };
}

/** Compatible services leave out the message, or give its text in parts. */
function readChoice({ message, finish_reason }: OpenAI.Chat.Completions.ChatCompletion.Choice): ChatChoice {
  if (message?.refusal) return { text: message.refusal, finishReason: 'refusal' };
  const content: unknown = message?.content;
  const parts: unknown[] = Array.isArray(content) ? content.map((part) => part?.text) : [content];
  const text = parts.filter((part) => typeof part === 'string').join('');
  return { text: text.replace(REASONING, ''), finishReason: finishReasons[finish_reason] ?? 'stop' };
}

/** What some services leave of a model's reasoning in front of its answer. */
const REASONING = /^\s*<think>[\s\S]*?<\/think>\s*/;

/** Those that do not mean a finished answer, with the names that compatible services use for them. */
const finishReasons: Record<string, FinishReason> = {
  length: 'length',
  max_tokens: 'length',
  content_filter: 'content-filter',
  refusal: 'refusal',
};
