/** A model of a service within its limits, without what else stands around it in a run. */
import type { ChatModelConfig } from '../../src/config/schema.ts';
import type { Environment } from '../../src/files/user-cache.ts';
import type { ChatModel } from '../../src/models/chat-model.ts';
import { budgetChat, type BudgetedModel } from '../../src/models/budget/budget-chat.ts';
import { countUsage } from '../../src/models/budget/counted-chat.ts';
import { limitLayers, stacked } from '../../src/models/chat-stack.ts';
import { createOpenAiRequests, type OpenAiChatOptions } from '../../src/models/openai/openai-chat.ts';
import type { ServerOptions } from './openai-server.ts';
import { serveOpenAi } from './serve-openai.ts';
import { chatSettings } from './settings.ts';

/** @throws ConfigError when the key or a variable that a header names is missing */
export const createOpenAiChat = (
  config: ChatModelConfig,
  { seed = 0, budgeted, ...options }: OpenAiChatOptions & { seed?: number; budgeted?: BudgetedModel },
): ChatModel =>
  stacked(createOpenAiRequests(config, options), [
    (below) => countUsage(below, config.model, config),
    budgeted !== undefined && ((below) => budgetChat(below, budgeted)),
    ...limitLayers(config, seed),
  ]);

/** Such a model without retries, and its service, which is closed when the test ends. */
export async function servedChat(
  options: ServerOptions = {},
  changes: Partial<ChatModelConfig> = {},
  env: Environment = {},
) {
  const server = await serveOpenAi(options);
  const config = chatSettings({ baseUrl: server.url, maxRetries: 0, ...changes });
  return { server, config, model: createOpenAiChat(config, { env }) };
}
