/**
 * Triple-oriented segmentation by a model (paper 3.2) in few calls: several short samples are read in one. The original
 * response is read alone, so that no sample can colour what is found in the text under evaluation. A group whose answer
 * is too long for the model is read in halves. The paper's correction, a call for each response, comes after where it
 * is wanted.
 */

import { z } from 'zod';
import { mapAll } from '../common/map-all.ts';
import { type Asked, askOnce } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import { itemOf, missingItems, numberedList } from '../models/numbered-list.ts';
import type { PromptSet } from '../models/prompt.ts';
import { ORIGINAL, type Segmentation } from '../passage.ts';
import { withoutEchoes } from './echoes.ts';
import { originalFirst, type ResponseText, type TripleExtractor } from './extractor.ts';
import { type CorrectionContext, correctTriples, segmentation, withoutTriples } from './llm-extractor.ts';
import { parseTriples } from './parse-triples.ts';
import { classifyResponse } from './readable-text.ts';

/** Characters of the responses in one call, unless a single one is longer. */
const CHARACTERS_AT_ONCE = 9000;

export interface GroupExtractorOptions {
  /** The analyst: extracts and corrects. */
  model: ChatModel;
  prompts: PromptSet;
  /** Whether each list is sent back for correction. */
  correct: boolean;
  groupSize: number;
}

type GroupContext = CorrectionContext & Pick<GroupExtractorOptions, 'correct'>;

export function createGroupExtractor(options: GroupExtractorOptions): TripleExtractor {
  const { model, prompts, correct, groupSize } = options;
  const extractAll = async (
    responses: readonly ResponseText[],
    context: { prompt: string },
    callOptions?: CallOptions,
  ): Promise<Segmentation[]> => {
    const unreadable = responses.map(({ text }) => classifyResponse(text));
    const groups = groupsOf(
      responses.filter((_, index) => unreadable[index] === null),
      groupSize,
    );
    const read = await mapAll(groups, (group) =>
      extractGroup(group, { model, prompts, correct, question: context.prompt }, callOptions),
    );
    const byId = new Map(read.flat().map((one) => [one.responseId, one]));
    return responses.map(({ id }, index) => {
      const why = unreadable[index];
      return why ? { responseId: id, ...why, triples: [], rejected: [] } : (byId.get(id) as Segmentation);
    });
  };
  return {
    id: `llm-economy${correct ? '+correction' : ''}/${model.id}`,
    extractAll: (responses, context, callOptions) =>
      originalFirst(responses, (some) => extractAll(some, context, callOptions)),
    extract: async (response, context, callOptions) => {
      const [only] = await extractAll([response], context, callOptions);
      return only as Segmentation;
    },
  };
}

/** The original alone; samples in order, together as long as they are few and short enough. */
function groupsOf(responses: readonly ResponseText[], size: number): ResponseText[][] {
  const groups: ResponseText[][] = [];
  for (const response of responses) {
    const last = groups.at(-1);
    const length = last?.reduce((sum, { text }) => sum + text.length, response.text.length) ?? 0;
    const isFull =
      last === undefined ||
      last.length >= size ||
      length > CHARACTERS_AT_ONCE ||
      [response, ...last].some(({ id }) => id === ORIGINAL);
    if (isFull) groups.push([response]);
    else last.push(response);
  }
  return groups;
}

const readResponse = z.object({ triples: z.array(z.unknown()) });

async function extractGroup(
  group: readonly ResponseText[],
  context: GroupContext,
  options?: CallOptions,
): Promise<Segmentation[]> {
  const { model, prompts, question } = context;
  const asked = await askOnce(
    model,
    {
      prompt: prompts.get('segment'),
      variables: { question, responses: { blocks: group.map(({ text }) => text) } },
      parse: numberedList('responses', group.length, readResponse),
      faults: missingItems,
    },
    options,
  );
  if (asked.reason === 'truncated' && group.length > 1) {
    const half = Math.ceil(group.length / 2);
    return [
      ...(await extractGroup(group.slice(0, half), context, options)),
      ...(await extractGroup(group.slice(half), context, options)),
    ];
  }
  return mapAll(group, (response, index) => toSegmentation(response, itemOf(asked, index), context, options));
}

async function toSegmentation(
  response: ResponseText,
  asked: Asked<z.output<typeof readResponse>>,
  context: GroupContext,
  options?: CallOptions,
): Promise<Segmentation> {
  if (asked.value === null) return withoutTriples(response.id, asked);
  const extracted = withoutEchoes(
    parseTriples(JSON.stringify(asked.value), response.text),
    context.prompts.get('segment').system,
    response.text,
  );
  if (extracted.triples.length === 0) return withoutTriples(response.id, { ...asked, value: extracted });
  if (!context.correct) return segmentation(response, extracted, null);
  return correctTriples(response, extracted, context, options);
}
