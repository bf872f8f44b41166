/** Short ways to write the records tests are about. */
import type {
  Agreement,
  PassageAgreement,
  SampleStatement,
  SampleVote,
  Segmentation,
  Triple,
  TripleVerification,
} from '../../src/passage.ts';
import { noResult } from '../../src/verification/task-result.ts';

type Fact = readonly [head: string, relation: string, tail: string];

export function triples(responseId: string, facts: readonly Fact[]): Triple[] {
  return facts.map(([head, relation, tail], index) => ({
    id: `${responseId}/${index + 1}`,
    responseId,
    head,
    relation,
    tail,
    span: null,
  }));
}

export function segmentation(responseId: string, facts: readonly Fact[]): Segmentation {
  return { responseId, outcome: 'ok', detail: null, triples: triples(responseId, facts), rejected: [] };
}

/** A statement of a sample on a fact, with everything absent but what is named. */
export const statement = (says: SampleStatement['says'], own: Partial<SampleStatement> = {}) => ({
  ...{ responseId: 'sample-1', says, coverage: null, kind: null, likeness: null },
  ...{ value: null, instead: null, quote: null },
  ...own,
});

/** One statement a sample, in order. */
export const statements = (...all: SampleStatement['says'][]): SampleStatement[] =>
  all.map((says, index) => statement(says, { responseId: `sample-${index + 1}` }));

/** The vote of a sample, with nothing in it but what is named. */
export const vote = (own: Partial<SampleVote> = {}): SampleVote => ({
  ...{ responseId: 'sample-1', repeated: false, risk: false, conflict: false },
  ...{ tripleId: null, tailSimilarity: null },
  ...own,
});

/** The verification of a triple without any task but those named. */
export const verification = (
  tripleId: string,
  own: Partial<TripleVerification> = {},
): TripleVerification => ({
  ...{ tripleId, inFactFilter: false },
  ...{ head: noResult('disabled'), relation: noResult('disabled'), tail: noResult('disabled') },
  ...own,
});

const NO_SCORE = { value: null, reason: 'not-applicable' } as const;

export const agreement = (own: Partial<Agreement> = {}): Agreement => ({
  ...{ support: NO_SCORE, numbers: NO_SCORE, spread: NO_SCORE, unsupported: [] },
  ...own,
});

export const passageAgreement = (own: Partial<PassageAgreement>): PassageAgreement => ({
  ...{ agreement: NO_SCORE, commonGround: NO_SCORE, triples: {}, sentences: [], claims: [] },
  ...own,
});

/** Vectors by phrase; phrases not named get a basis direction of their own, so they resemble nothing. */
export function vectorsFor(
  responses: readonly Segmentation[],
  named: Record<string, readonly number[]> = {},
): Map<string, Float32Array> {
  const phrases = new Set(
    responses.flatMap((response) =>
      response.triples.flatMap(({ head, relation, tail }) => [head, relation, tail]),
    ),
  );
  const width = Object.values(named)[0]?.length ?? 0;
  return new Map(
    [...phrases].map((phrase, index) => {
      const vector = new Float32Array(width + phrases.size);
      const own = named[phrase];
      if (own === undefined) vector[width + index] = 1;
      else vector.set(own);
      return [phrase, vector];
    }),
  );
}
