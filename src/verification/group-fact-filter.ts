/**
 * The fact filter f_t (paper 3.4) with many (triple, sample) pairs judged in one call.
 *
 * A pair whose heads and tails are the same entities, in a relation of equal normal form, is supported without a
 * call; the judge says of the other triples which samples support them. A triple it gives no usable item for is
 * not in f_t.
 */

import { z } from 'zod';
import type { IdentityIndex } from '../graph/identity.ts';
import { mapAll } from '../map-all.ts';
import { askOnce } from '../models/ask.ts';
import type { CallOptions } from '../models/chat-model.ts';
import { missingItems, numberedList } from '../models/numbered-list.ts';
import { numbered } from '../models/prompt.ts';
import type { Segmentation, Triple } from '../passage.ts';
import { normalisePhrase } from '../text/normalise.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { inChunks } from './even-chunks.ts';
import { type FactFilter, type ModelFilterInput, supportedByAll, withTriples } from './fact-filter.ts';

/** Samples shown in one call, whatever the number of triples. */
const SAMPLES_AT_ONCE = 12;

export interface GroupFilterInput extends ModelFilterInput {
  identity: IdentityIndex;
  /** Triples judged in one call. */
  size: number;
}

const readSupport = z
  .object({ samples: z.array(z.coerce.number()) })
  .transform(({ samples }) => new Set(samples));

export async function filterByPairs(input: GroupFilterInput, options?: CallOptions): Promise<FactFilter> {
  const { triples, identity, size, concurrency } = input;
  const samples = withTriples(input.samples);
  const isPlain = (triple: Triple, sample: Segmentation) =>
    sample.triples.some((other) => statesPlainly(other, triple, identity));
  const open = triples.filter((triple) => !samples.every((sample) => isPlain(triple, sample)));
  const asked = samples.filter((sample) => open.some((triple) => !isPlain(triple, sample)));
  const calls = inChunks(open, size).flatMap((group) =>
    inChunks(asked, SAMPLES_AT_ONCE).map((shown) => ({ group, shown })),
  );
  const answers = await mapAll(calls, (call) => supportFor(call, input, options), { concurrency });
  const supported = new Set(answers.flat());
  const isSupported = (triple: Triple, sample: Segmentation) =>
    isPlain(triple, sample) || supported.has(pairKey(triple, sample));
  return supportedByAll(
    triples,
    samples.map((sample) => triples.map((triple) => isSupported(triple, sample))),
  );
}

/** Keys of the pairs of one call that the judge finds supported. */
async function supportFor(
  { group, shown }: { group: readonly Triple[]; shown: readonly Segmentation[] },
  { judge, prompts }: ModelFilterInput,
  options?: CallOptions,
): Promise<string[]> {
  const { value } = await askOnce(
    judge,
    {
      prompt: prompts.get('fact-support'),
      variables: {
        facts: group.map(showTriple),
        samples: { blocks: shown.map((sample) => numbered(sample.triples.map(showTriple))) },
      },
      parse: numberedList('verdicts', group.length, readSupport),
      faults: missingItems,
    },
    options,
  );
  return group.flatMap((triple, index) =>
    shown
      .filter((_, position) => value?.[index]?.value?.has(position + 1))
      .map((sample) => pairKey(triple, sample)),
  );
}

const pairKey = (triple: Triple, sample: Segmentation): string =>
  JSON.stringify([triple.id, sample.responseId]);

function statesPlainly(stated: Triple, triple: Triple, { sameEntity }: IdentityIndex): boolean {
  return (
    normalisePhrase(stated.relation) === normalisePhrase(triple.relation) &&
    sameEntity(stated.head, triple.head) &&
    sameEntity(stated.tail, triple.tail)
  );
}
