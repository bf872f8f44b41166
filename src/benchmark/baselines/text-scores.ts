/** Shared by the baselines that ask no chat model: each text is scored against the samples. */
import type { CallOptions } from '../../models/chat-model.ts';
import type { BaselineDefinition, BaselineParts } from './baseline.ts';
import { meanScores } from './chat-parts.ts';

interface TextScores {
  /** Risk of each text, in order; null where there is nothing to score. */
  scores: (number | null)[];
  trace?: unknown;
}

/** Texts and samples are not blank; at least one of each. */
type TextScorer = (
  texts: readonly string[],
  samples: readonly string[],
  asked: { response: string; parts: BaselineParts; options?: CallOptions | undefined },
) => Promise<TextScores>;

/**
 * Scores the sentences of the response and, in the same way, the caller's claims; the passage score is the mean
 * over its sentences (SelfCheckGPT, §7.2). Without a sample nothing has a score.
 */
export const textBaseline =
  (score: TextScorer): BaselineDefinition['score'] =>
  async ({ passage, sentences }, parts, options) => {
    const samples = passage.samples.filter(isWritten);
    const claims = passage.claims ?? [];
    const texts = [...sentences.map(({ start, end }) => passage.response.slice(start, end)), ...claims];
    const written = texts.filter(isWritten);
    const nothing = samples.length === 0 || written.length === 0;
    const asked = { response: passage.response, parts, options };
    const { scores, trace }: TextScores = nothing ? { scores: [] } : await score(written, samples, asked);
    let next = 0;
    const all = texts.map((text) => (isWritten(text) ? (scores[next++] ?? null) : null));
    const ofSentences = all.slice(0, sentences.length);
    return meanScores(ofSentences, {
      sentences: ofSentences,
      claims: all.slice(sentences.length),
      reason: samples.length === 0 ? 'no-samples' : 'no-sentences',
      ...(trace !== undefined && { trace }),
    });
  };

export const isWritten = (text: string): boolean => text.trim() !== '';
