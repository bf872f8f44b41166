/**
 * Evaluation of a passage whose facts are judged directly: listed and judged, compared with samples, drawn as slots.
 */
import { slotsOf, votesOfSlots } from '../consistency/reader-slots.ts';
import { statementSpans } from '../english/statements.ts';
import type { CallOptions } from '../models/chat-model.ts';
import {
  type CompletePassage,
  type PassageJudgement,
  type Segmentation,
  type Span,
  sampleId,
  type TripleConsistency,
} from '../passage.ts';
import { promptText } from '../text/conversation.ts';
import { classifyResponse } from '../triples/readable-text.ts';
import type { FactJudge, JudgedResponse } from '../verification/fact-judge.ts';
import type { FactSupport } from '../verification/fact-support.ts';

/** The response as listed by the judge, and unsegmented samples. */
export interface ListedResponse {
  segmentations: Segmentation[];
  /** Null where the response could not be read. */
  judgement: PassageJudgement | null;
}

export function judgedResponse(
  { prompt, response, sentences }: CompletePassage,
  spans: readonly Span[] = sentences ?? statementSpans(response),
): JudgedResponse {
  return {
    question: promptText(prompt),
    text: response,
    sentences: spans.length > 0 ? spans : [{ start: 0, end: response.length }],
  };
}

export async function listFacts(
  passage: CompletePassage,
  judge: FactJudge,
  options?: CallOptions,
): Promise<ListedResponse> {
  const { samples } = passage;
  const { segmentation, judgement } = await judge.read(judgedResponse(passage), options);
  const unread = samples.map((text, index): Segmentation => {
    const unreadable = classifyResponse(text) ?? { outcome: 'ok' as const, detail: null };
    return { responseId: sampleId(index), ...unreadable, triples: [], rejected: [] };
  });
  return { segmentations: [segmentation, ...unread], judgement };
}

/** The samples' statements on the facts, as slots, with the votes of Eq. 2. */
export function alignedByReader(
  original: Segmentation,
  samples: readonly Segmentation[],
  support: readonly FactSupport[],
): { samples: Segmentation[]; consistency: TripleConsistency[] } {
  const facts = original.triples.map((triple, index) => ({
    triple,
    statements: support[index]?.statements ?? [],
  }));
  const filled = samples.map((sample) => slotsOf(sample, facts));
  return { samples: filled, consistency: votesOfSlots(facts, filled) };
}
