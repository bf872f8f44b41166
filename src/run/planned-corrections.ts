/**
 * The requests that a correction takes at most: as if every fact were flagged, every sentence rewritten, and detection
 * ran again on every text.
 */
import type { Config } from '../config/schema.ts';
import { GROUP_SIZE } from '../corrector.ts';
import type { PassageExtent } from './passage-extent.ts';
import { type PlannedCall, repeated, TOKENS } from './planned-call.ts';
import { plannedCalls } from './planned-calls.ts';
import type { CorrectPlan } from './plans.ts';

export function correctionCalls(
  extent: PassageExtent,
  config: Config,
  {
    replace,
    direct,
    bySentences = false,
  }: Pick<CorrectPlan, 'replace' | 'direct'> & { bySentences?: boolean },
): PlannedCall[] {
  if (extent.triples === 0) return [];
  const again = plannedCalls({ ...extent, answered: true, drawn: false }, config);
  return [
    ...(replace === 'llm' ? [...valueCalls(extent, GROUP_SIZE[config.protocol]), rewriting(extent)] : []),
    ...again,
    ...(direct ? [directCall(extent, 'direct-correction'), ...again] : []),
    ...(bySentences ? [directCall(extent, 'sentence-correction'), ...again] : []),
  ];
}

function valueCalls({ triples, tokens }: PassageExtent, size: number): PlannedCall[] {
  if (tokens.references === 0) return [];
  const groups = Math.ceil(triples / size);
  return [
    repeated({
      purpose: 'corrected-facts',
      model: 'analyst',
      ...{ units: groups, unit: size === 1 ? 'm' : `⌈m/${size}⌉` },
      shown: tokens.references + TOKENS.block + (triples * TOKENS.triple) / groups,
      answerTokens: triples * TOKENS.tripleAnswer,
    }),
  ];
}

function rewriting({ triples, sentences, tokens }: PassageExtent): PlannedCall {
  const units = Math.min(triples, sentences);
  return repeated({
    purpose: 'replace-facts',
    model: 'analyst',
    ...{ units, unit: 'u', shown: (tokens.response + 2 * triples * TOKENS.triple) / Math.max(1, units) },
    answerTokens: tokens.response,
  });
}

const directCall = ({ tokens }: PassageExtent, purpose: string): PlannedCall =>
  repeated({
    purpose,
    model: 'analyst',
    ...{ units: 1, unit: '1', shown: tokens.references + tokens.response, answerTokens: tokens.response },
  });
