/** Estimated token counts, without a vocabulary. */
import type { ChatMessage } from '../chat-model.ts';

/** Characters of English text to a token, on average. */
const ASCII_PER_TOKEN = 4;
/** Tokens added by a message, and in front of an answer, in OpenAI's chat format. */
const MESSAGE_OVERHEAD = 4;
const ANSWER_OVERHEAD = 3;

/**
 * One token per four ASCII characters and one per other character: close for English, too high for most other
 * languages, which is the safe side for a budget.
 */
export function estimateTextTokens(text: string): number {
  const others = text.match(/\P{ASCII}/gu)?.length ?? 0;
  const ascii = text.match(/\p{ASCII}/gu)?.length ?? 0;
  return Math.ceil(ascii / ASCII_PER_TOKEN) + others;
}

export function promptTokens(messages: readonly ChatMessage[], count: (text: string) => number): number {
  const texts = messages.map(({ content }) => count(content) + MESSAGE_OVERHEAD);
  return texts.reduce((sum, tokens) => sum + tokens, ANSWER_OVERHEAD);
}

export const estimateTokens = (messages: readonly ChatMessage[]): number =>
  promptTokens(messages, estimateTextTokens);
