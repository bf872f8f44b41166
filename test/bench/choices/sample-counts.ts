/** The preset with fewer samples: what each further sample is worth. */
import { passageRows } from '../../../src/benchmark/tune/component-set.ts';
import { measureAgreement } from '../../../src/consistency/agreement.ts';
import { embedPhrases } from '../../../src/graph/phrase-vectors.ts';
import {
  type PassageAgreement,
  type PassageVerdict,
  type Segmentation,
  sampleId,
} from '../../../src/passage.ts';
import { createLexicalEmbedder } from '../../../src/text/lexical/lexical-embedder.ts';
import { identifyAnew, usableResponses } from './compare-anew.ts';
import type { RecordedSet } from './recorded-set.ts';
import { type Group, PRESET } from './variant.ts';
import { promptText } from '../../../src/text/conversation.ts';

const COUNTS = [1, 2, 3, 5, 10];

const embedder = createLexicalEmbedder();

export async function sampleCounts(sets: readonly RecordedSet[]): Promise<Group> {
  const verdicts = sets.flatMap(({ records }) => records.map(({ verdict }) => verdict));
  const variants: Group['variants'] = [];
  for (const count of COUNTS) {
    const limited = new Map<PassageVerdict, PassageVerdict>();
    for (const verdict of verdicts) limited.set(verdict, await withFirstSamples(verdict, count));
    variants.push({
      name: count === 1 ? 'the first sample' : `the first ${count} samples`,
      setting: PRESET.setting,
      rows: ({ verdict }) => passageRows(limited.get(verdict) as PassageVerdict),
    });
  }
  return {
    title: 'Number of samples',
    about:
      'The preset on the first samples of each passage. PHD brings 3 samples a passage, the claim sets 10, WikiBio 20.',
    reference: PRESET,
    variants,
  };
}

/** The record as it would be with the first samples alone; votes, which have no weight, are left out. */
async function withFirstSamples(verdict: PassageVerdict, count: number): Promise<PassageVerdict> {
  const { passage, trace, abstention } = verdict;
  const given = passage.samples ?? [];
  const isCompared = abstention === null || abstention.reason === 'no-scores';
  if (!isCompared || given.length <= count) return verdict;
  const fewer: PassageVerdict = {
    ...verdict,
    passage: { ...passage, samples: given.slice(0, count) },
    trace: { ...trace, segmentations: trace.segmentations.slice(0, count + 1) },
  };
  const responses = usableResponses(fewer);
  if (responses.length === 1) return { ...fewer, abstention: NO_SAMPLES };
  const vectors = await embedPhrases(embedder, responses);
  const { index, verification } = await identifyAnew(fewer, { responses, vectors });
  const compared = { identity: index.identity, consistency: [], verification };
  return { ...fewer, trace: { ...fewer.trace, ...compared, agreement: agreementOf(fewer, responses) } };
}

function agreementOf(
  { passage, sentences }: PassageVerdict,
  [original, ...samples]: readonly Segmentation[],
): PassageAgreement {
  const texts = new Map(passage.samples?.map((text, index) => [sampleId(index), text]));
  const sampleIds = samples.map(({ responseId }) => responseId);
  return measureAgreement({
    prompt: promptText(passage.prompt),
    response: passage.response ?? '',
    sentences: sentences.map(({ span }) => span),
    triples: original?.triples ?? [],
    claims: passage.claims ?? [],
    samples: sampleIds.map((id) => texts.get(id) as string),
    sampleIds,
  });
}

const NO_SAMPLES = { reason: 'no-samples', detail: 'none of the first samples is usable' } as const;
