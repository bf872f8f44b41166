/** A model of a service within its limits, without what else stands around it in a run. */
import type { ChatModelConfig } from '../../src/config/schema.ts';
import type { ChatModel } from '../../src/models/chat-model.ts';
import { budgetChat, type BudgetedModel } from '../../src/models/budget/budget-chat.ts';
import { countUsage } from '../../src/models/budget/counted-chat.ts';
import { limitLayers, stacked } from '../../src/models/chat-stack.ts';
import { createOpenAiRequests, type OpenAiChatOptions } from '../../src/models/openai/openai-chat.ts';

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
