/** Utilities for tests of programs that use hallugraph. */
export {
  choices,
  type Script,
  type ScriptedAnswer,
  type ScriptedChat,
  type ScriptedChatOptions,
  scriptedChat,
} from './scripted-chat.ts';
export { assertFactual, factualMatchers } from './factual-matchers.ts';
export type { FactualInput } from './judge-text.ts';
