/** The interface of the published methods that run beside hallugraph, on the same passages and samples. */
import type { CallOptions, ChatModel } from '../../models/chat-model.ts';
import type { NliModel } from '../../models/nli-model.ts';
import type { PromptSet } from '../../models/prompt.ts';
import type { TokenEmbedder } from '../../models/embedder.ts';
import type { CompletePassage, Span, Trace } from '../../passage.ts';
import type { PassageScores } from '../method-scores.ts';

/** What a baseline may need besides the samples; `token-logprobs` come with the passages. */
export type Need = 'chat' | 'nli' | 'token-embedder' | 'token-logprobs';

/** Models available to baselines; null where none is configured. Metered by the caller. */
export interface BaselineParts {
  /** The model under evaluation: answers questions. */
  generator: ChatModel | null;
  /** Phrases, extracts and judges. */
  analyst: ChatModel | null;
  nli: NliModel | null;
  tokens: TokenEmbedder | null;
  prompts: PromptSet;
  /** Tokens of a piece of the context, as the run reads it. */
  chunkTokens: number;
}

export interface BaselineInput {
  passage: CompletePassage;
  /** Sentences of the response: the gold ones where the data set has them. */
  sentences: readonly Span[];
  /** The detector's records of this passage, including the triples of all responses; reading them costs nothing. */
  trace: Trace;
  seed: number;
}

/** Risk on the method's own scale, high = hallucinated; of the sentences of the input. */
export interface BaselineScores extends Pick<PassageScores, 'passage' | 'sentences' | 'claims' | 'reason'> {
  /** Intermediate results (questions, answers, clusters ...), kept in the run folder for audit. Plain JSON. */
  trace?: unknown;
}

export interface BaselineDefinition {
  id: string;
  /** For the legend of a report: full name and source. */
  title: string;
  needs: readonly Need[];
  /** What it judges the response by; default: samples. */
  against?: 'samples' | 'context' | 'tokens' | 'model';
  /** On risk, above which it calls a text hallucinated; absent where the method defines none. */
  threshold?: number;
  /**
   * An unusable answer is data (null + reason); a service that cannot be used at all throws. Deterministic for equal
   * input and answers; sub-seeds come from `subSeed(seed, passage.id, ...)`.
   *
   * @param parts those in `needs` are present
   */
  score(input: BaselineInput, parts: BaselineParts, options?: CallOptions): Promise<BaselineScores>;
}
