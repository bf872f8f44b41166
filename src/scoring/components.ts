/** The parts of a triple's score, gathered from the records of a passage. */
import type {
  Agreement,
  ComponentScore,
  Components,
  MissingReason,
  Trace,
  TripleConsistency,
  TripleVerification,
} from '../passage.ts';
import { type ConsistencyScoring, consistencyScore } from './consistency-score.ts';

const missing = (reason: MissingReason): ComponentScore => ({ value: null, reason });
const scoreOnly = ({ value, reason }: ComponentScore): ComponentScore => ({ value, reason });

/** Looks parts up by triple id; built once a passage. */
export function componentsByTriple(
  trace: Trace,
  scoring: ConsistencyScoring,
): (tripleId: string) => Components {
  const votes = byTriple<TripleConsistency>(trace.consistency);
  const verifications = byTriple<TripleVerification>(trace.verification);
  return (tripleId) => {
    const verification = verifications.get(tripleId);
    const consistency = votes.get(tripleId);
    return {
      head: verification ? scoreOnly(verification.head) : missing('disabled'),
      relation: verification ? scoreOnly(verification.relation) : missing('disabled'),
      tail: verification ? scoreOnly(verification.tail) : missing('disabled'),
      consistency: consistency ? consistencyScore(consistency.votes, scoring) : missing('no-samples'),
      ...agreementParts(trace, trace.agreement?.triples[tripleId]),
    };
  };
}

/** The parts of a sentence that holds no triple: its own sample agreement, nothing else. */
export const componentsOfSentence = (trace: Trace, index: number): Components =>
  agreementOnly(trace, trace.agreement?.sentences[index]);

/** The parts of a claim of the caller: its own sample agreement. */
export const componentsOfClaim = (trace: Trace, index: number): Components =>
  agreementOnly(trace, trace.agreement?.claims[index]);

function agreementOnly(trace: Trace, own: Agreement | undefined): Components {
  const none = missing('not-applicable');
  return { head: none, relation: none, tail: none, consistency: none, ...agreementParts(trace, own) };
}

function agreementParts(trace: Trace, own: Agreement | undefined) {
  const none = missing(trace.agreement === null ? 'disabled' : 'not-applicable');
  return {
    support: own?.support ?? none,
    numbers: own?.numbers ?? none,
    spread: own?.spread ?? none,
    agreement: trace.agreement?.agreement ?? none,
    commonGround: trace.agreement?.commonGround ?? none,
  };
}

function byTriple<Row extends { tripleId: string }>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.tripleId, row]));
}
