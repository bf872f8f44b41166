/** The requests that checking against references takes where models are asked. */
import type { Config } from '../config/schema.ts';
import { REFERENCE_TOKENS } from '../reference/llm-checker.ts';
import type { PassageExtent } from './passage-extent.ts';
import { type PlannedCall, repeated, TOKENS } from './planned-call.ts';

/** Nothing for a passage without a reference. */
export function checkCalls(
  extent: PassageExtent,
  { checker, groupSize, sentences, spans }: Config['reference'],
): PlannedCall[] {
  if (extent.tokens.references === 0) return [];
  return [
    ...(checker === 'llm' ? [statementCalls(extent, { groupSize, sentences })] : []),
    ...(spans === 'llm' ? [spanCall(extent)] : []),
  ];
}

/** Groups of statements (s: triples, sentences, claims), each against all references, as many as fit in one request. */
function statementCalls(
  { triples, sentences, claims, tokens }: PassageExtent,
  reference: Pick<Config['reference'], 'groupSize' | 'sentences'>,
): PlannedCall {
  const wholes = reference.sentences ? sentences + claims : 0;
  const statements = triples + wholes;
  const groups = Math.ceil(statements / reference.groupSize);
  const parts = Math.max(1, Math.ceil(tokens.references / REFERENCE_TOKENS));
  const written = triples * TOKENS.triple + (wholes > 0 ? tokens.response : 0);
  const shown = tokens.question + tokens.references / parts + TOKENS.block + written / Math.max(1, groups);
  return repeated({
    purpose: 'reference-check',
    model: 'judge',
    ...{ times: parts, units: groups, unit: `⌈s/${reference.groupSize}⌉`, shown },
    answerTokens: parts * statements * TOKENS.checkAnswer,
  });
}

function spanCall({ tokens }: PassageExtent): PlannedCall {
  return repeated({
    purpose: 'spans',
    model: 'analyst',
    ...{ units: 1, unit: '1', shown: tokens.question + tokens.response + tokens.references + TOKENS.block },
    answerTokens: tokens.response / 4,
  });
}
