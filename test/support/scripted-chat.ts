/** The public scripted chat model, to which a request that nobody planned is an error. */
import { ModelCallError } from '../../src/errors.ts';
import type { ChatRequest } from '../../src/models/chat-model.ts';
import type { MissingReason } from '../../src/passage.ts';
import {
  type Script,
  type ScriptedAnswer,
  scriptedChat as anyScriptedChat,
} from '../../src/testing/scripted-chat.ts';

export {
  choices,
  type Script,
  type ScriptedAnswer,
  type ScriptedChat,
} from '../../src/testing/scripted-chat.ts';

export const scriptedChat = (script: Script) => anyScriptedChat(script, { unplanned: 'throw' });

/** The text between the tags of a variable in the user message of a request. */
export function blockOf(request: ChatRequest, tag: string): string {
  const user = request.messages.find(({ role }) => role === 'user')?.content ?? '';
  return new RegExp(`<${tag}-([0-9a-f]{12})>\\n([\\s\\S]*?)\\n</${tag}-\\1>`).exec(user)?.[2] ?? '';
}

/** Answers that cannot be used, and why. */
export const FAILURES: [MissingReason, ScriptedAnswer][] = [
  ['refused', [{ text: 'No.', finishReason: 'refusal' }]],
  ['refused', [{ text: '', finishReason: 'content-filter' }]],
  ['truncated', [{ text: '{"', finishReason: 'length' }]],
  ['unparsable', 'Hm.'],
  ['unparsable', '{}'],
  ['unparsable', []],
  ['call-failed', new ModelCallError('filtered', { retryable: false, status: 400 })],
];
