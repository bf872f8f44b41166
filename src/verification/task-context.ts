/** What the three reverse tasks of a passage share. */
import type { ChatModel } from '../models/chat-model.ts';
import type { PromptSet } from '../models/prompt.ts';
import type { EqualityJudge } from './judge-each.ts';
import type { VerificationSettings } from './verifier.ts';

export interface TaskContext {
  /** The model under evaluation: it answers. */
  generator: ChatModel;
  /** Phrases questions and proposes distractors. */
  analyst: ChatModel;
  /** Decides on equality and support. */
  judge: EqualityJudge;
  prompts: PromptSet;
  settings: VerificationSettings;
  seed: number;
  passageId: string;
}
