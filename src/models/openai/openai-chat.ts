/** A chat model behind OpenAI or a compatible service, by chat completions or the Responses API. */
import type OpenAI from 'openai';
import type { ChatModelConfig } from '../../config/schema.ts';
import type { CallOptions, ChatAnswer, ChatModel, ChatRequest } from '../chat-model.ts';
import { rateLimitsOf } from '../limits/rate-limit-headers.ts';
import { chatParameters, readCompletion } from './chat-parameters.ts';
import { adaptQuirks, type QuirkMemory, type Quirks, recalledQuirks } from './chat-quirks.ts';
import { type Connection, type Environment, openAiService } from './openai-client.ts';
import { toModelCallError } from './openai-errors.ts';
import { readResponse, responseParameters } from './responses-parameters.ts';

export interface OpenAiChatOptions {
  env: Environment;
  /** What services do not understand, as far as it is known. Default: a memory of its own. */
  quirks?: QuirkMemory;
}

/**
 * A chat model of the service that `config` names: each call is one request, apart from those that the service
 * refuses for a parameter and that are sent again without it. May give fewer answers than asked for. The SDK is
 * loaded with the first call.
 *
 * @throws ConfigError when the key or a variable that a header names is missing
 */
export function createOpenAiRequests(config: ChatModelConfig, options: OpenAiChatOptions): ChatModel {
  const service = openAiService({ ...config, maxRetries: 0 }, options.env);
  const known = recalledQuirks(options.quirks ?? new Map(), config, service);

  return {
    id: `openai/${config.model}`,
    async complete(request: ChatRequest, { signal, onRateLimits }: CallOptions = {}): Promise<ChatAnswer> {
      signal?.throwIfAborted();
      const connection = await service.connect();
      const { sdk } = connection;
      const quirks = { ...known };
      for (;;) {
        const exchange = EXCHANGES[quirks.api](config, request, quirks);
        try {
          const { data, response } = await exchange.send(connection, { signal });
          onRateLimits?.(rateLimitsOf(response.headers));
          return exchange.read(data);
        } catch (error) {
          signal?.throwIfAborted();
          const change =
            error instanceof sdk.APIError ? adaptQuirks(quirks, exchange.parameters, error, config) : null;
          if (change === null) {
            if (error instanceof sdk.APIError && error.headers instanceof Headers) {
              onRateLimits?.(rateLimitsOf(error.headers));
            }
            throw toModelCallError(error, { service, sdk, model: config.model, purpose: request.purpose });
          }
          Object.assign(quirks, change);
          Object.assign(known, change);
        }
      }
    },
  };
}

interface Sent {
  data: unknown;
  response: Response;
}

/** One request to one endpoint, and how its answer is read. */
interface Exchange {
  parameters: object;
  send(connection: Connection, options: { signal: AbortSignal | undefined }): Promise<Sent>;
  /** @throws TypeError when the answer has another form */
  read(data: unknown): ChatAnswer;
}

type ExchangeFor = (config: ChatModelConfig, request: ChatRequest, quirks: Quirks) => Exchange;

const EXCHANGES: Record<Quirks['api'], ExchangeFor> = {
  chat(config, request, quirks) {
    const parameters = chatParameters(config, request, quirks);
    return {
      parameters,
      send: ({ client }, options) => client.chat.completions.create(parameters, options).withResponse(),
      read: (data) => readCompletion(data as OpenAI.Chat.Completions.ChatCompletion),
    };
  },
  responses(config, request, quirks) {
    const parameters = responseParameters(config, request, quirks);
    return {
      parameters,
      send: ({ client }, options) => client.responses.create(parameters, options).withResponse(),
      read: (data) => readResponse(data as OpenAI.Responses.Response),
    };
  },
};
