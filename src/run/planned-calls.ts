/**
 * The requests that a passage takes: response, samples and extraction here; checks against references in
 * planned-checks.ts; reverse verification in planned-groups.ts and planned-singly.ts, by protocol.
 *
 * Counted without repairs of answers that cannot be used, and without retries.
 */
import type { Config } from '../config/schema.ts';
import { CHARACTERS_AT_ONCE } from '../triples/group-extractor.ts';
import type { PassageExtent } from './passage-extent.ts';
import { type PlannedCall, repeated, type Term, TOKENS } from './planned-call.ts';
import { checkCalls } from './planned-checks.ts';
import { groupCalls } from './planned-groups.ts';
import { singleCalls } from './planned-singly.ts';

const ONE: Term = { factor: 1, unit: '1' };

export function plannedCalls(extent: PassageExtent, config: Config): PlannedCall[] {
  const { segmentation, verification, reference } = config;
  const isPaper = config.protocol === 'paper';
  const verifies = verification.by === 'llm' && extent.triples > 0;
  const verify = () => (isPaper ? singleCalls(extent, verification) : groupCalls(extent, verification));
  return [
    ...completion(extent, { singly: isPaper || extent.oneAnswerARequest }),
    ...(segmentation.extractor === 'llm' ? extraction(extent, segmentation, { isPaper }) : []),
    ...checkCalls(extent, reference),
    ...(verifies ? verify() : []),
  ];
}

/** The response and the samples that a passage does not bring. */
function completion(
  { answered, drawn, samples: n, tokens }: PassageExtent,
  { singly }: { singly: boolean },
): PlannedCall[] {
  const own = { model: 'generator', shown: tokens.question } as const;
  const respond = { purpose: 'respond', units: 1, unit: '1', answerTokens: tokens.response };
  const sample = {
    purpose: 'sample',
    ...(singly ? { units: n, unit: 'n' } : { units: 1, unit: '1' }),
    answerTokens: n * tokens.sample,
  };
  return [
    ...(answered ? [] : [repeated({ ...own, ...respond })]),
    ...(drawn && n > 0 ? [repeated({ ...own, ...sample })] : []),
  ];
}

function extraction(
  extent: PassageExtent,
  { correct, groupSize }: Config['segmentation'],
  { isPaper }: { isPaper: boolean },
): PlannedCall[] {
  const { samples: n, triples, sampleTriples, tokens } = extent;
  const texts = tokens.response + n * tokens.sample;
  const found = triples + n * sampleTriples;
  const call = { model: 'analyst', answerTokens: found * TOKENS.tripleAnswer } as const;
  const terms = [ONE, { factor: 1, unit: 'n' }];
  const singly = { ...call, terms, requests: n + 1 };
  const shownTokens = (n + 1) * tokens.question + texts;
  const extract = { ...singly, purpose: 'extract', shownTokens };
  if (!correct) return [extract];
  const corrected = shownTokens + found * TOKENS.triple;
  if (isPaper) return [extract, { ...singly, purpose: 'correct', shownTokens: corrected }];
  const atOnce = samplesAtOnce(extent, groupSize);
  const unit = `⌈n/${atOnce}⌉`;
  const requests = 1 + Math.ceil(n / atOnce);
  return [
    {
      ...call,
      purpose: 'segment',
      terms: [ONE, { factor: 1, unit }],
      requests,
      shownTokens: requests * tokens.question + texts + (n + 1) * TOKENS.block,
    },
  ];
}

/** Samples read in one request: as many as set, unless they are long. */
function samplesAtOnce({ sampleCharacters }: PassageExtent, groupSize: number): number {
  const fitting = Math.floor(CHARACTERS_AT_ONCE / Math.max(1, sampleCharacters));
  return Math.max(1, Math.min(groupSize, fitting));
}
