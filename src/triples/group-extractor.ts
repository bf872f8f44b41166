/**
 * Triple-oriented segmentation by a model (paper 3.2) in few calls: extraction and correction are one answer, and
 * several short samples are read in one call. The original response is read alone, so that no sample can colour what
 * is found in the text under evaluation. A group whose answer is too long for the model is read in halves.
 *
 * The correction is a list of changes to the triples just listed; what it takes away stands among the rejected.
 */

import { z } from 'zod';
import { mapAll } from '../map-all.ts';
import { type Asked, askOnce } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import { itemOf, missingItems, numberedList } from '../models/numbered-list.ts';
import type { PromptSet } from '../models/prompt.ts';
import { ORIGINAL, type ResponseId, type Segmentation } from '../passage.ts';
import type { TripleExtractor } from './extractor.ts';
import { applyCorrection, createLlmExtractor, segmentation, withoutTriples } from './llm-extractor.ts';
import { parseTriples } from './parse-triples.ts';
import { classifyResponse } from './readable-text.ts';
import type { ParsedTriples } from './triple-parts.ts';

/** Characters of the responses in one call, unless a single one is longer. */
const CHARACTERS_AT_ONCE = 6000;
const CALLS_AT_ONCE = 4;

export interface GroupExtractorOptions {
  /** The analyst: extracts and corrects. */
  model: ChatModel;
  prompts: PromptSet;
  /** Whether the list is checked. Without it there is nothing to merge: one call extracts one response. */
  correct: boolean;
  /** Samples in one call. */
  groupSize: number;
}

interface Response {
  id: ResponseId;
  text: string;
}

export function createGroupExtractor(options: GroupExtractorOptions): TripleExtractor {
  const { model, prompts, correct, groupSize } = options;
  if (!correct) return createLlmExtractor({ model, prompts, correct });

  const extractAll = async (
    responses: readonly Response[],
    context: { prompt: string },
    callOptions?: CallOptions,
  ): Promise<Segmentation[]> => {
    const unreadable = responses.map(({ text }) => classifyResponse(text));
    const groups = groupsOf(
      responses.filter((_, index) => unreadable[index] === null),
      groupSize,
    );
    const read = await mapAll(
      groups,
      (group) => extractGroup(group, { model, prompts, question: context.prompt }, callOptions),
      { concurrency: CALLS_AT_ONCE },
    );
    const byId = new Map(read.flat().map((one) => [one.responseId, one]));
    return responses.map(({ id }, index) => {
      const why = unreadable[index];
      return why ? { responseId: id, ...why, triples: [], rejected: [] } : (byId.get(id) as Segmentation);
    });
  };
  return {
    id: `llm-economy/${model.id}`,
    extractAll,
    extract: async (response, context, callOptions) => {
      const [only] = await extractAll([response], context, callOptions);
      return only as Segmentation;
    },
  };
}

/** The original alone; samples in order, together as long as they are few and short enough. */
function groupsOf(responses: readonly Response[], size: number): Response[][] {
  const groups: Response[][] = [];
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

const readResponse = z.object({
  triples: z.array(z.unknown()),
  corrections: z.array(z.unknown()).default([]),
});

async function extractGroup(
  group: readonly Response[],
  { model, prompts, question }: { model: ChatModel; prompts: PromptSet; question: string },
  options?: CallOptions,
): Promise<Segmentation[]> {
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
    const context = { model, prompts, question };
    return [
      ...(await extractGroup(group.slice(0, half), context, options)),
      ...(await extractGroup(group.slice(half), context, options)),
    ];
  }
  return group.map((response, index) => toSegmentation(response, itemOf(asked, index)));
}

function toSegmentation(response: Response, asked: Asked<z.output<typeof readResponse>>): Segmentation {
  if (asked.value === null) return withoutTriples(response.id, asked);
  const { triples, corrections } = asked.value;
  const parse = (list: readonly unknown[]) => parseTriples(JSON.stringify({ triples: list }), response.text);
  const extracted: Asked<ParsedTriples> = { ...asked, value: parse(triples) };
  if (extracted.value.triples.length === 0) return withoutTriples(response.id, extracted);
  if (corrections.length === 0) return segmentation(response, extracted.value, null);
  const corrected = { ...asked, value: parse(withCorrections(triples, corrections)) };
  return segmentation(response, ...applyCorrection(extracted.value, corrected));
}

const readCorrection = z.object({
  number: z.coerce.number().int(),
  head: z.coerce.string(),
  relation: z.coerce.string(),
  tail: z.coerce.string(),
});

/** The list with the changes made: empty parts take a triple away, number 0 adds one. */
function withCorrections(triples: readonly unknown[], corrections: readonly unknown[]): unknown[] {
  const list: unknown[][] = triples.map((triple) => [triple]);
  for (const correction of corrections) {
    const { data } = readCorrection.safeParse(correction);
    if (data === undefined) continue;
    const { number, head, relation, tail } = data;
    const isEmpty = [head, relation, tail].every((part) => part.trim() === '');
    const changed = isEmpty ? [] : [{ head, relation, tail }];
    if (number === 0) list.push(changed);
    else if (list[number - 1] !== undefined) list[number - 1] = changed;
  }
  return list.flat();
}
