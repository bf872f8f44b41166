/** A model of a service within its limits, without what else stands around it in a run. */
import type { ChatModelConfig } from '../../src/config/schema.ts';
import type { ChatModel } from '../../src/models/chat-model.ts';
import { serviceLayers, stacked } from '../../src/models/chat-stack.ts';
import { createOpenAiRequests, type OpenAiChatOptions } from '../../src/models/openai/openai-chat.ts';

/** @throws ConfigError when the key or a variable that a header names is missing */
export const createOpenAiChat = (
  config: ChatModelConfig,
  { seed = 0, ...options }: OpenAiChatOptions & { seed?: number },
): ChatModel => stacked(createOpenAiRequests(config, options), serviceLayers(config, seed));
