/** The parts of a triple's score, collected from the records of a passage. */

import { type ConsistencyScale, consistencyScore } from '../consistency/consistency-score.ts';
import type {
  Agreement,
  ComponentScore,
  Components,
  FactJudgement,
  MissingReason,
  Trace,
  TripleConsistency,
  TripleVerification,
} from '../passage.ts';
import { factScore } from './fact-score.ts';

const missing = (reason: MissingReason): ComponentScore => ({ value: null, reason });
const scoreOnly = ({ value, reason }: ComponentScore): ComponentScore => ({ value, reason });

/** Looks parts up by triple id; built once a passage. */
export function componentsByTriple(trace: Trace, scale: ConsistencyScale): (tripleId: string) => Components {
  const votes = byTriple<TripleConsistency>(trace.consistency);
  const verifications = byTriple<TripleVerification>(trace.verification);
  const judgements = byTriple<FactJudgement>(trace.judgement?.facts ?? []);
  const hasSamples = trace.agreement !== null || trace.consistency.length > 0;
  return (tripleId) => {
    const verification = verifications.get(tripleId);
    const consistency = votes.get(tripleId);
    return {
      head: verification ? scoreOnly(verification.head) : missing('disabled'),
      relation: verification ? scoreOnly(verification.relation) : missing('disabled'),
      tail: verification ? scoreOnly(verification.tail) : missing('disabled'),
      consistency: consistency
        ? consistencyScore(consistency.votes, scale)
        : missing(hasSamples ? 'disabled' : 'no-samples'),
      stated: hasSamples ? statedPart(verification) : missing('no-samples'),
      judged: ownPart(trace.judgement, judgements.get(tripleId)),
      answered: ownPart(verification?.answered, verification?.answered),
      ...agreementParts(trace, trace.agreement?.triples[tripleId]),
      reference: ownPart(trace.reference, trace.reference?.triples[tripleId]),
      tokens: ownPart(trace.uncertainty, trace.uncertainty?.triples[tripleId]),
    };
  };
}

/** The samples' statements as read by a model; a sample without a statement counts as ½. */
function statedPart({ statements, noStatements }: Partial<TripleVerification> = {}): ComponentScore {
  if (statements === undefined) return missing('disabled');
  const value = factScore(statements, () => 0);
  return value === null ? missing(noStatements ?? 'no-samples') : { value, reason: null };
}

const NO_TRIPLE = missing('not-applicable');
const WITHOUT_TRIPLE = {
  ...{ head: NO_TRIPLE, relation: NO_TRIPLE, tail: NO_TRIPLE },
  ...{ consistency: NO_TRIPLE, stated: NO_TRIPLE, judged: NO_TRIPLE, answered: NO_TRIPLE },
};

/** The own parts of a sentence, without its triples. */
export const componentsOfSentence = (trace: Trace, index: number): Components => ({
  ...WITHOUT_TRIPLE,
  judged: ownPart(trace.judgement, trace.judgement?.sentences?.[index]),
  ...agreementParts(trace, trace.agreement?.sentences[index]),
  reference: ownPart(trace.reference, trace.reference?.sentences[index]),
  tokens: ownPart(trace.uncertainty, trace.uncertainty?.sentences[index]),
});

/** The parts of what the samples say of one another. */
export const componentsOfSamples = (trace: Trace): Components => ({
  ...WITHOUT_TRIPLE,
  ...agreementParts(trace, trace.agreement?.mutual),
  ...{ reference: NO_TRIPLE, tokens: NO_TRIPLE },
});

/** The own parts of a claim, which needs neither triples nor a position in the text. */
export const componentsOfClaim = (trace: Trace, index: number): Components => ({
  ...WITHOUT_TRIPLE,
  ...agreementParts(trace, trace.agreement?.claims[index]),
  reference: ownPart(trace.reference, trace.reference?.claims[index]),
  tokens: ownPart(trace.uncertainty, undefined),
});

/** @param record of the passage; absent where the part was not computed */
function ownPart(record: object | undefined, own: ComponentScore | undefined): ComponentScore {
  if (own !== undefined) return scoreOnly(own);
  return missing(record === undefined ? 'disabled' : 'not-applicable');
}

function agreementParts(trace: Trace, own: Omit<Agreement, 'unsupported'> | undefined) {
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
