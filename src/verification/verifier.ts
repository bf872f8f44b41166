/** The interface of reverse verification (paper 3.4): is a triple restored when one of its parts is hidden? */
import type { IdentityIndex } from '../graph/identity.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import type { PromptSet } from '../models/prompt.ts';
import type { CompletePassage, Segmentation, TripleVerification } from '../passage.ts';
import type { FactSupport } from './fact-support.ts';

export interface VerificationInput {
  passage: CompletePassage;
  original: Segmentation;
  samples: readonly Segmentation[];
  /** The samples' statements on each triple, in order, where they have been read already. */
  support?: readonly FactSupport[];
  identity: IdentityIndex;
  seed: number;
}

/** Settings of the verifiers; draws, distractors and temperatures apply to those that ask a model. */
export interface VerificationSettings {
  /**
   * Whether f_t is found: under the paper protocol the context of questions, under the economy protocol from what each
   * sample is read to say of each triple.
   */
  factFilter: boolean;
  /** HEQA, RR and FTSTE: each can be switched off. */
  head: boolean;
  relation: boolean;
  tail: boolean;
  /** N_A, N_p and N_s. */
  headDraws: number;
  relationDraws: number;
  tailDraws: number;
  /** Replaced tails beside the original. */
  distractors: number;
  /** Of the answers; range 0 to 2. */
  temperature: number;
  /** Of the answers to RR; default: `temperature`. */
  relationTemperature?: number | undefined;
}

/** What the three reverse tasks of a passage share. */
export interface TaskContext {
  /** The model under evaluation: it answers. */
  generator: ChatModel;
  /** Phrases questions and proposes distractors. */
  analyst: ChatModel;
  /** Decides on equality and support. */
  judge: ChatModel;
  prompts: PromptSet;
  settings: VerificationSettings;
  seed: number;
  passageId: string;
}

/**
 * Verifies every triple of the original response.
 *
 * Promises: one record a triple, in the order of the triples; a task without a usable answer has value null and a
 * reason; equal input and seed give equal records, as far as the models behind it do.
 *
 * @throws ModelCallError when a model service did not answer
 */
export interface ReverseVerifier {
  /** Kind and models, for records. */
  readonly id: string;
  verify(input: VerificationInput, options?: CallOptions): Promise<TripleVerification[]>;
}
