/**
 * Triple-oriented segmentation by a model (paper 3.2), as published: one call extracts the triples of a response, a second one
 * compares them with the response and gives back the whole corrected list. Both at temperature 0.
 *
 * Where the correction cannot be used, or returns nothing at all for a list that had triples, the extracted list
 * is kept and `detail` says so: an uncorrected list is better evidence than none.
 */
import { mapAll } from '../common/map-all.ts';
import { type Asked, askOnce } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import type { PromptSet } from '../models/prompt.ts';
import type { RejectedTriple, ResponseId, Segmentation } from '../passage.ts';
import { normalisePhrase } from '../english/normalise.ts';
import { splitSentences } from '../english/sentences.ts';
import { originalFirst, type ResponseText, type TripleExtractor } from './extractor.ts';
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
  /**
   * Rules of extraction; default: gca. GraphEval's prompt contains the text alone, since the question may contain the
   * context.
   */
  rules?: 'gca' | 'grapheval';
}

export function createLlmExtractor(options: LlmExtractorOptions): TripleExtractor {
  const { model, prompts, rules = 'gca' } = options;
  const correct = options.correct && rules === 'gca';
  const extractor: TripleExtractor = {
    id: `${rules === 'gca' ? 'llm' : rules}${correct ? '+correction' : ''}/${model.id}`,
    extractAll(responses, context, options) {
      const read = (some: typeof responses) =>
        mapAll(some, (response) => extractor.extract(response, context, options));
      return originalFirst(responses, read);
    },
    async extract({ id, text }, context, options) {
      const unreadable = classifyResponse(text);
      if (unreadable !== null) return { responseId: id, ...unreadable, triples: [], rejected: [] };

      const question = context.prompt;
      const extracted = await askOnce(
        model,
        {
          ...(rules === 'gca'
            ? { prompt: prompts.get('extract'), variables: { question, response: text } }
            : { prompt: prompts.get('grapheval-extract'), variables: { response: text } }),
          parse: (answer) => parseTriples(answer, text),
        },
        options,
      );
      if (extracted.value === null || extracted.value.triples.length === 0)
        return withoutTriples(id, extracted);
      if (!correct) return segmentation({ id, text }, extracted.value, null);
      return correctTriples({ id, text }, extracted.value, { model, prompts, question }, options);
    },
  };
  return extractor;
}

/** The model and settings of the second step. */
export interface CorrectionContext extends Pick<LlmExtractorOptions, 'model' | 'prompts'> {
  question: string;
}

/** The second step: the list is sent back with the text. */
export async function correctTriples(
  { id, text }: ResponseText,
  extracted: ParsedTriples,
  { model, prompts, question }: CorrectionContext,
  options?: CallOptions,
): Promise<Segmentation> {
  const corrected = await askOnce(
    model,
    {
      prompt: prompts.get('correct'),
      variables: { question, response: text, triples: extracted.triples.map(showTriple) },
      parse: (answer) => parseTriples(answer, text),
    },
    options,
  );
  return segmentation({ id, text }, ...applyCorrection(extracted, corrected));
}

/** The list to use, and why it is the uncorrected one. */
function applyCorrection(
  extracted: ParsedTriples,
  corrected: Asked<ParsedTriples>,
): [ParsedTriples, string | null] {
  if (corrected.value === null || corrected.value.triples.length === 0) {
    const why = corrected.reason ?? 'nothing was left of the list';
    return [extracted, `the correction could not be used (${why}): the extracted triples are kept`];
  }
  const { triples } = corrected.value;
  const taken = takenAway(extracted.triples, triples);
  return [{ triples, rejected: [...extracted.rejected, ...corrected.value.rejected, ...taken] }, null];
}

/** Minimum share of common words, of the shorter of two triples, for one to be a rewording of the other. */
const SAME_FACT = 0.5;

/** The triples that a correction removes or replaces. */
function takenAway(before: readonly TripleParts[], after: readonly TripleParts[]): RejectedTriple[] {
  const without = (triples: readonly TripleParts[], others: readonly TripleParts[]) => {
    const keys = new Set(others.map(tripleKey));
    return triples.filter((triple) => !keys.has(tripleKey(triple)));
  };
  const added = without(after, before).map(wordsOf);
  return without(before, after).map((triple) => {
    const words = wordsOf(triple);
    const isReplaced = added.some((other) => {
      const shared = [...words].filter((word) => other.has(word)).length;
      return shared >= SAME_FACT * Math.min(words.size, other.size);
    });
    return {
      raw: showTriple(triple),
      reason: isReplaced ? 'replaced-by-correction' : 'dropped-by-correction',
    };
  });
}

const wordsOf = ({ head, relation, tail }: TripleParts): Set<string> =>
  new Set(normalisePhrase(`${head} ${relation} ${tail}`).split(' '));

/** The segmentation of a list of usable triples. @param locate default: by the words of all sentences */
export function segmentation(
  { id, text }: ResponseText,
  { triples, rejected }: ParsedTriples,
  detail: string | null,
  locate = createLocator(text, splitSentences(text)),
): Segmentation {
  const located = triples.map((triple: TripleParts, index) => ({
    id: `${id}/${index + 1}`,
    responseId: id,
    ...triple,
    span: locate(triple),
  }));
  return { responseId: id, outcome: 'ok', detail, triples: located, rejected };
}

/** An answer without a list failed; an empty list, or one of unusable triples, means that there is no fact. */
export function withoutTriples(id: ResponseId, { value, reason, raw }: Asked<ParsedTriples>): Segmentation {
  const rejected = value?.rejected ?? [];
  const isUnread = rejected.length > 0 && rejected.every((line) => line.reason === 'not-a-triple');
  const base = { responseId: id, triples: [], rejected };
  if (value === null) {
    const detail = reason === 'call-failed' ? raw : unusableWords(reason, raw);
    return { ...base, outcome: 'failed', detail, ...(reason === 'call-failed' ? {} : { raw }) };
  }
  if (isUnread || raw.trim() === '')
    return { ...base, outcome: 'failed', detail: unusableWords('unparsable', raw) };
  const detail =
    rejected.length === 0 ? 'no fact was found' : `none of ${rejected.length} candidates is usable`;
  return { ...base, outcome: 'no-triples', detail };
}

/** Maximum characters of an answer that are quoted. */
const TOLD = 200;

/** The setting that helps with unusable answers, by reason. */
const REMEDIES: Readonly<Record<string, string>> = {
  unparsable:
    'another form may be kept to (models.generator.structuredOutput), or ask another model as models.analyst',
  truncated: 'raise models.generator.maxOutputTokens, or that of models.analyst',
  refused: 'ask another model as models.analyst',
};

/** `extraction: unparsable: the model answered "Sure, here ..."; ...`: how the answer began, and which setting helps. */
function unusableWords(reason: string | null, raw: string): string {
  const line = raw.replace(/\s+/gu, ' ').trim();
  const said =
    line === '' ? 'nothing' : JSON.stringify(line.length > TOLD ? `${line.slice(0, TOLD)}…` : line);
  const remedy = REMEDIES[reason ?? ''];
  return `extraction: ${reason}: the model answered ${said}${remedy === undefined ? '' : `; ${remedy}`}`;
}
