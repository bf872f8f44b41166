/** The prompt of a passage as the messages that are sent, and as one text. */
import type { ChatMessage, PassagePrompt } from '../passage.ts';

/** The messages that a response answers; samples are drawn under the same. */
export const promptMessages = (prompt: PassagePrompt): ChatMessage[] =>
  typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : prompt;

/**
 * The prompt as a text to show: the text of a single user message, or a conversation with its roles (`System: …`), a
 * blank line between two messages.
 */
export function promptText(prompt: PassagePrompt): string {
  const messages = promptMessages(prompt);
  const [only, ...others] = messages;
  if (only?.role === 'user' && others.length === 0) return only.content;
  return messages.map(({ role, content }) => `${SPEAKERS[role]}: ${content}`).join('\n\n');
}

const SPEAKERS = { system: 'System', user: 'User', assistant: 'Assistant' } as const;
