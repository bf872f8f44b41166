/** What becomes of the one clause of a short text that is known to be right, wrong or made up. */
import type { Label, PassageVerdict } from '../../../src/passage.ts';

/** @param key words of the clause, which occur once in the response */
export function outcomeOf({ passage, label, triples, sentences }: PassageVerdict, key: string) {
  const at = (passage.response ?? '').indexOf(key);
  const facts = triples.filter(({ triple: { head, relation, tail, span } }) => {
    const isInSpan = span !== null && span.start <= at && at < span.end;
    return isInSpan || `${head} ${relation} ${tail}`.toLowerCase().includes(key.toLowerCase());
  });
  const own = sentences.filter(({ span }) => span.start <= at && at < span.end);
  const has = (label: Label) => facts.some((fact) => fact.label === label);
  return {
    /** Whether a fact was read from the clause. */
    read: facts.length > 0,
    flagged: has('hallucinated'),
    'text flagged': label === 'hallucinated',
    contradicted: facts.some(({ reasons }) => reasons.some((reason) => reason.kind.includes('contradict'))),
    /** Its sentence or one of its facts. */
    unsupported: has('unsupported') || own.some(({ label }) => label === 'unsupported'),
    /** All its facts. */
    supported: facts.length > 0 && facts.every(({ label }) => label === 'factual'),
  };
}
