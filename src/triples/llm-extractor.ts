/**
 * Triple-oriented segmentation by a model (paper 3.2), as published: one call extracts the triples of a response, a second one
 * compares them with the response and gives back the whole corrected list. Both at temperature 0.
 *
 * Where the correction cannot be used, or returns nothing at all for a list that had triples, the extracted list
 * is kept and `detail` says so: an uncorrected list is better evidence than none.
 */
import { type Asked, askOnce } from '../models/ask.ts';
import type { ChatModel } from '../models/chat-model.ts';
import type { PromptSet, PromptVariables } from '../models/prompt.ts';
import type { RejectedTriple, ResponseId, Segmentation } from '../passage.ts';
import { splitSentences } from '../text/sentences.ts';
import type { TripleExtractor } from './extractor.ts';
import { createLocator } from './locate-triples.ts';
import { parseTriples } from './parse-triples.ts';
import { classifyResponse } from './readable-text.ts';
import { type ParsedTriples, showTriple, type TripleParts, tripleKey } from './triple-parts.ts';

export interface LlmExtractorOptions {
  /** The analyst: extracts and corrects. */
  model: ChatModel;
  prompts: PromptSet;
  /** Whether the list is sent back for correction. */
  correct: boolean;
}

export function createLlmExtractor({ model, prompts, correct }: LlmExtractorOptions): TripleExtractor {
  return {
    id: `llm${correct ? '+correction' : ''}/${model.id}`,
    async extract({ id, text }, context, options) {
      const unreadable = classifyResponse(text);
      if (unreadable !== null) return { responseId: id, ...unreadable, triples: [], rejected: [] };

      const put = (name: string, variables: PromptVariables) =>
        askOnce(
          model,
          {
            prompt: prompts.get(name),
            variables: { question: context.prompt, response: text, ...variables },
            parse: (answer) => parseTriples(answer, text),
          },
          options,
        );
      const extracted = await put('extract', {});
      if (extracted.value === null || extracted.value.triples.length === 0)
        return withoutTriples(id, extracted);
      if (!correct) return segmentation({ id, text }, extracted.value, null);

      const corrected = await put('correct', { triples: extracted.value.triples.map(showTriple) });
      return segmentation({ id, text }, ...applyCorrection(extracted.value, corrected));
    },
  } satisfies TripleExtractor;
}

/** The list to go on with, and a word on why it is the uncorrected one. */
export function applyCorrection(
  extracted: ParsedTriples,
  corrected: Asked<ParsedTriples>,
): [ParsedTriples, string | null] {
  if (corrected.value === null || corrected.value.triples.length === 0) {
    const why = corrected.reason ?? 'nothing was left of the list';
    return [extracted, `the correction could not be used (${why}): the extracted triples are kept`];
  }
  const kept = new Set(corrected.value.triples.map(tripleKey));
  const dropped = extracted.triples
    .filter((triple) => !kept.has(tripleKey(triple)))
    .map((triple): RejectedTriple => ({ raw: showTriple(triple), reason: 'dropped-by-correction' }));
  const rejected = [...extracted.rejected, ...corrected.value.rejected, ...dropped];
  return [{ triples: corrected.value.triples, rejected }, null];
}

/** The segmentation that a list of usable triples makes. */
export function segmentation(
  { id, text }: { id: ResponseId; text: string },
  { triples, rejected }: ParsedTriples,
  detail: string | null,
): Segmentation {
  const locate = createLocator(text, splitSentences(text));
  const located = triples.map((triple: TripleParts, index) => ({
    id: `${id}/${index + 1}`,
    responseId: id,
    ...triple,
    span: locate(triple),
  }));
  return { responseId: id, outcome: 'ok', detail, triples: located, rejected };
}

/** An answer with no list in it failed; an empty list, or one of unusable triples, says that there is no fact. */
export function withoutTriples(id: ResponseId, { value, reason, raw }: Asked<ParsedTriples>): Segmentation {
  const rejected = value?.rejected ?? [];
  const isUnread = rejected.length > 0 && rejected.every((line) => line.reason === 'not-a-triple');
  const base = { responseId: id, triples: [], rejected };
  if (value === null) {
    const detail = reason === 'call-failed' ? raw : `extraction: ${reason}`;
    return { ...base, outcome: 'failed', detail, ...(reason === 'call-failed' ? {} : { raw }) };
  }
  if (isUnread || raw.trim() === '') return { ...base, outcome: 'failed', detail: 'extraction: unparsable' };
  const detail =
    rejected.length === 0 ? 'no fact was found' : `none of ${rejected.length} candidates is usable`;
  return { ...base, outcome: 'no-triples', detail };
}
