/** What becomes of the one clause of a short text that is known to be right, wrong or made up. */
import type { Label, PassageVerdict } from '../../../src/passage.ts';

/**
 * `event`: true, of another event than what samples tell; `form`: the same value written otherwise; `wrong`: a value, and
 * `relation`: a relation that every sample contradicts; `exchanged`: a value that changed places with another; `invented`:
 * mentioned by no sample.
 */
export const KINDS = ['event', 'form', 'wrong', 'relation', 'exchanged', 'invented'] as const;
export type Kind = (typeof KINDS)[number];

export interface Outcome {
  kind: Kind;
  /** Whether a fact was read from the clause. */
  isRead: boolean;
  isFlagged: boolean;
  /** Whether the whole text is called hallucinated. */
  isPassageFlagged: boolean;
  isContradicted: boolean;
  /** Whether its sentence or one of its facts is. */
  isUnsupported: boolean;
  /** Whether all its facts are called factual. */
  isSupported: boolean;
}

/** @param key words of the clause, which occur once in the response */
export function outcomeOf(
  { passage, label, triples, sentences }: PassageVerdict,
  kind: Kind,
  key: string,
): Outcome {
  const at = (passage.response ?? '').indexOf(key);
  const facts = triples.filter(({ triple: { head, relation, tail, span } }) => {
    const isInSpan = span !== null && span.start <= at && at < span.end;
    return isInSpan || `${head} ${relation} ${tail}`.toLowerCase().includes(key.toLowerCase());
  });
  const own = sentences.filter(({ span }) => span.start <= at && at < span.end);
  const has = (label: Label) => facts.some((fact) => fact.label === label);
  return {
    kind,
    isRead: facts.length > 0,
    isFlagged: has('hallucinated'),
    isPassageFlagged: label === 'hallucinated',
    isContradicted: facts.some(({ reasons }) => reasons.some((reason) => reason.kind.includes('contradict'))),
    isUnsupported: has('unsupported') || own.some(({ label }) => label === 'unsupported'),
    isSupported: facts.length > 0 && facts.every(({ label }) => label === 'factual'),
  };
}
