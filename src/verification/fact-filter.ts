/**
 * The fact filter f_t (paper 3.4): triples of the original that ALL samples support.
 *
 *   f_t = { i : every sample R_j that states facts supports triple i }
 *
 * Under the paper protocol the judge reads each pair of triple and sample in a call of its own, as in the authors'
 * scripts; under the economy protocol f_t follows from what the samples are read to say (fact-support.ts). Samples without
 * triples, and samples for which no judgement came back, say nothing; if none says anything, f_t is empty.
 */

import { mapAll } from '../common/map-all.ts';
import { askOnce } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import type { PromptSet } from '../models/prompt.ts';
import type { Segmentation, Triple } from '../passage.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { inChunks } from './even-chunks.ts';
import { verdictList } from './verdict-list.ts';

/** Ids of the triples in f_t. */
export type FactFilter = ReadonlySet<string>;

export interface ModelFilterInput {
  triples: readonly Triple[];
  samples: readonly Segmentation[];
  judge: ChatModel;
  prompts: PromptSet;
}

export async function filterByModel(input: ModelFilterInput, options?: CallOptions): Promise<FactFilter> {
  const { triples, samples, judge, prompts } = input;
  const pairs = withTriples(samples).flatMap((sample) => triples.map((triple) => ({ sample, triple })));
  const isSupported = async ({ sample, triple }: (typeof pairs)[number]) => {
    const variables = { facts: [showTriple(triple)], sample: sample.triples.map(showTriple) };
    const parse = verdictList('supported', 1);
    return (await askOnce(judge, { prompt: prompts.get('fact-filter'), variables, parse }, options)).value;
  };
  const verdicts = await mapAll(pairs, isSupported);
  const judgements = inChunks(verdicts, triples.length).filter((row) => row.some((one) => one !== null));
  return supportedByAll(
    triples,
    judgements.map((row) => row.map((one) => one?.[0] ?? null)),
  );
}

/** f_t \ {triple}: the facts shown with a question in the paper protocol. */
export function otherFacts(
  triple: Triple,
  { filter, triples }: { filter: FactFilter; triples: readonly Triple[] },
): Triple[] {
  return triples.filter(({ id }) => id !== triple.id && filter.has(id));
}

/** The samples that state facts. */
export function withTriples(samples: readonly Segmentation[]): Segmentation[] {
  return samples.filter(({ triples }) => triples.length > 0);
}

/**
 * The triples that every sample supports.
 *
 * @param judgements for each sample and triple whether it is supported; null counts as not supported
 */
export function supportedByAll(
  triples: readonly Triple[],
  judgements: readonly (readonly (boolean | null)[])[],
): FactFilter {
  if (judgements.length === 0) return new Set();
  const supported = triples.filter((_, index) => judgements.every((judgement) => judgement[index] === true));
  return new Set(supported.map(({ id }) => id));
}
