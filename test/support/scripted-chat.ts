/** The public scripted chat model, to which a request that nobody planned is an error. */
import type { ChatRequest } from '../../src/models/chat-model.ts';
import { type Script, scriptedChat as anyScriptedChat } from '../../src/testing/scripted-chat.ts';

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
