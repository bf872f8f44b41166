/** A chat model behind OpenAI or a compatible service, by chat completions or the Responses API. */
import type { ChatModelConfig } from '../../config/schema.ts';
import type { Environment } from '../../files/user-cache.ts';
import type { CallOptions, ChatAnswer, ChatModel, ChatRequest } from '../chat-model.ts';
import { rateLimitsOf } from '../limits/rate-limit-headers.ts';
import { chatParameters, readCompletion } from './chat-parameters.ts';
import { adaptQuirks, type QuirkMemory, recalledQuirks } from './chat-quirks.ts';
import { openAiService } from './openai-client.ts';
import { toModelCallError } from './openai-errors.ts';
import { readResponse, responseParameters } from './responses-parameters.ts';

export interface OpenAiChatOptions {
  env: Environment;
  /** The known quirks of services. Default: a new memory. */
  quirks?: QuirkMemory;
}

/** The supported endpoints, each with its request and response format. */
export const ENDPOINTS = {
  chat: { path: '/chat/completions', parameters: chatParameters, read: readCompletion },
  responses: { path: '/responses', parameters: responseParameters, read: readResponse },
} as const;

/**
 * A chat model of the service that `config` names: each call is one request, repeated without a parameter that the
 * service refuses. May return fewer answers than requested. The SDK is loaded with the first call.
 *
 * @throws ConfigError when the key or a variable that a header names is missing
 */
export function createOpenAiRequests(config: ChatModelConfig, options: OpenAiChatOptions): ChatModel {
  const service = openAiService({ ...config, maxRetries: 0 }, options.env);
  const known = recalledQuirks(options.quirks ?? new Map(), config, service);

  return {
    id: `openai/${config.model}`,
    async complete(
      request: ChatRequest,
      { signal, onRateLimits, onResend }: CallOptions = {},
    ): Promise<ChatAnswer> {
      signal?.throwIfAborted();
      const { sdk, client } = await service.connect();
      const quirks = { ...known };
      for (;;) {
        const { path, parameters, read } = ENDPOINTS[quirks.api];
        const body = parameters(config, request, quirks);
        try {
          const { data, response } = await client.post(path, { body, signal }).withResponse();
          onRateLimits?.(rateLimitsOf(response.headers));
          return read(data as never);
        } catch (error) {
          signal?.throwIfAborted();
          const change = error instanceof sdk.APIError ? adaptQuirks(quirks, body, error, config) : null;
          if (change === null) {
            if (error instanceof sdk.APIError && error.headers instanceof Headers) {
              onRateLimits?.(rateLimitsOf(error.headers));
            }
            throw toModelCallError(error, { service, sdk, model: config.model, purpose: request.purpose });
          }
          Object.assign(quirks, change);
          Object.assign(known, change);
          await onResend?.();
        }
      }
    },
  };
}
