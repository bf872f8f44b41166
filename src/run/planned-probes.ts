/** The requests that the knowledge-bias probes of a check take. */
import type { Config } from '../config/schema.ts';
import { asksModels } from '../lazy-parts.ts';
import { REFERENCE_TOKENS } from '../reference/llm-checker.ts';
import type { PassageExtent } from './passage-extent.ts';
import { type PlannedCall, repeated, TOKENS } from './planned-call.ts';

/** Nothing for a passage without a reference. */
export function probeCalls({ triples, tokens }: PassageExtent, config: Config): PlannedCall[] {
  const { groupSize, checker } = config.reference;
  if (tokens.references === 0 || triples === 0) return [];
  const groups = Math.ceil(triples / groupSize);
  const parts = Math.max(1, Math.ceil(tokens.references / REFERENCE_TOKENS));
  const knowledge = repeated({
    purpose: 'knowledge-probe',
    model: 'generator',
    ...{ units: groups, unit: `⌈m/${groupSize}⌉`, shown: (triples * TOKENS.triple) / groups },
    answerTokens: triples * TOKENS.answer,
  });
  const masked = repeated({
    purpose: 'reference-check',
    model: 'judge',
    ...{ times: parts, units: triples, unit: 'm' },
    shown: tokens.question + tokens.references / parts + TOKENS.block + TOKENS.triple,
    answerTokens: parts * triples * TOKENS.checkAnswer,
  });
  return [...(asksModels(config) ? [knowledge] : []), ...(checker === 'llm' ? [masked] : [])];
}
