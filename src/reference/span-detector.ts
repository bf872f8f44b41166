/** Hallucinated spans of a response by a model (RAGTruth's detection by prompt, one prompt for each of its tasks). */
import { z } from 'zod';
import { askOnce, jsonAnswer } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import type { PromptSet } from '../models/prompt.ts';
import type { SpanVerdict, Trace } from '../passage.ts';
import { mergeSpans } from '../scoring/spans.ts';
import { findQuote } from './quote.ts';

/** Spans in order, disjoint; null with a reason for an unusable answer. */
export type DetectedSpans = NonNullable<Trace['spans']>;

export interface SpanDetector {
  /** `llm/<model>`, for records. */
  readonly id: string;
  /** @throws ModelCallError when the service did not answer */
  detect(
    input: { question: string; response: string; references: readonly string[] },
    options?: CallOptions,
  ): Promise<DetectedSpans>;
}

/**
 * A span that does not occur in the response is requested again, once, and then left out; where none occurs, the
 * answer is unusable. Without a reference nothing is asked.
 */
export function createSpanDetector(asking: { model: ChatModel; prompts: PromptSet }): SpanDetector {
  const { model, prompts } = asking;
  return {
    id: `llm/${model.id}`,
    async detect({ question, response, references }, options): Promise<DetectedSpans> {
      const texts = references.filter((text) => text.trim() !== '');
      if (texts.length === 0) return { value: null, reason: 'no-reference' };
      const task = taskOf(question, texts);
      const asked = {
        prompt: prompts.get(PROMPTS[task]),
        variables: { response, references: { blocks: texts }, ...(task === 'answer' && { question }) },
        parse: readAnswer,
        faults: ({ spans }: SpanAnswer) => faultsOf(located(spans, response)),
      };
      const { value, reason, raw } = await askOnce(model, asked, options);
      if (value === null) return { value, reason, raw };
      const places = located(value.spans, response);
      const found = places.filter((place) => place !== null);
      if (found.length === 0 && places.length > 0) return { value: null, reason: 'unparsable', raw };
      return { value: mergeSpans(found), reason: null };
    },
  };
}

const PROMPTS = { answer: 'spans', summary: 'summary-spans', data: 'data-spans' } as const;

/** The task of the response: about structured data where all references are, a summary where one was asked for. */
function taskOf(question: string, references: readonly string[]): keyof typeof PROMPTS {
  if (references.every(isStructured)) return 'data';
  return /\bsummar(?:y|i[sz]e)\b|\bsum (?:it )?up\b/i.test(question) ? 'summary' : 'answer';
}

function isStructured(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const answerSchema = z.object({
  spans: z.array(
    z.object({
      text: z.string(),
      type: z
        .string()
        .catch('baseless')
        .transform((word): SpanVerdict['type'] =>
          /conflict|contradict/i.test(word) ? 'conflict' : 'baseless',
        ),
    }),
  ),
});
type SpanAnswer = z.output<typeof answerSchema>;
const readAnswer = jsonAnswer(answerSchema);

/** The position of each span in the response, after the previous one if possible; null where it does not occur. */
function located(spans: SpanAnswer['spans'], response: string): (SpanVerdict | null)[] {
  let from = 0;
  return spans.map(({ text, type }) => {
    const place = findQuote(response, text, from) ?? findQuote(response, text);
    if (place === null) return null;
    from = place.end;
    return { ...place, type, source: 'model', tripleIds: [] };
  });
}

function faultsOf(places: readonly (SpanVerdict | null)[]): string[] {
  return places.flatMap((place, index) =>
    place === null ? [`The text of span ${index + 1} does not occur in the response word for word.`] : [],
  );
}
