/**
 * The components of a whole recorded run as typed arrays, so that thousands of weight settings can be scored without
 * touching a record again.
 *
 * A missing component is 0 in its column, so that the sum of Eq. 3 needs no branch; which components a row has is one
 * of a few combinations, so that the weight present is summed up once for each of them.
 */
import { COMPONENTS, type Component, type Components, ORIGINAL, type PassageVerdict } from '../../passage.ts';
import { triplesOfClaim } from '../../scoring/claim-triples.ts';
import { componentsByTriple, componentsOfClaim, componentsOfSentence } from '../../scoring/components.ts';
import { type ConsistencyScoring, consistencyScore } from '../../scoring/consistency-score.ts';

/** The four readings of the votes (Eq. 2), in the order of their columns. */
export const CONSISTENCY_READINGS: readonly ConsistencyScoring[] = [
  { consistency: 'mean', conflictVote: false },
  { consistency: 'mean', conflictVote: true },
  { consistency: 'raw', conflictVote: false },
  { consistency: 'raw', conflictVote: true },
];

/** Components of a list of triples, sentences or claims. */
export interface ComponentRows {
  count: number;
  /** The combinations of components that rows have; bit k is set where COMPONENTS[k] has a value. */
  combinations: readonly number[];
  /** Position of the row's combination. */
  combination: Uint16Array;
  /** By position in COMPONENTS, one value a row; `consistency` stays empty here. */
  columns: readonly Float64Array[];
  /** One column for each of CONSISTENCY_READINGS. */
  consistency: readonly Float64Array[];
}

export interface ComponentMatrix {
  passageCount: number;
  /** 1 for a passage that scoring judges, 0 for one that it abstains from beforehand. */
  isJudged: Uint8Array;
  triples: ComponentRows;
  /** Own sample agreement of sentences and claims. */
  sentences: ComponentRows;
  claims: ComponentRows;
  /** Rows of passage p run from `start[p]` to `start[p + 1]`. */
  tripleStart: Int32Array;
  sentenceStart: Int32Array;
  claimStart: Int32Array;
  sentenceTriples: Membership;
  claimTriples: Membership;
}

/** Rows of the triples that a sentence or claim i speaks of: `rows` from `start[i]` to `start[i + 1]`. */
export interface Membership {
  start: Int32Array;
  rows: Int32Array;
}

/** What one passage brings to a matrix. */
export interface PassageRows {
  /** Whether scoring judges the passage; false for an abstention found before. */
  isJudged: boolean;
  triples: RowValues[];
  sentences: RowValues[];
  claims: RowValues[];
  /** For each sentence, and for each claim, the positions of its triples within the passage. */
  sentenceTriples: number[][];
  claimTriples: number[][];
}

interface RowValues {
  components: Components;
  /** Consistency in each of the four readings; null where it is missing. */
  readings: (number | null)[];
}

/** Reads one record; an abstention found before scoring leaves it without triples, as scoring does. */
export function passageRows({ passage, trace, abstention, sentences }: PassageVerdict): PassageRows {
  const isJudged = abstention === null || abstention.reason === 'no-scores';
  const original = trace.segmentations.find(({ responseId }) => responseId === ORIGINAL);
  const triples = isJudged ? (original?.triples ?? []) : [];
  const componentsOf = componentsByTriple(trace, CONSISTENCY_READINGS[0] as ConsistencyScoring);
  const votes = new Map(trace.consistency.map((row) => [row.tripleId, row.votes]));
  const claims = passage.claims ?? [];
  const numbered = triples.map((triple, position) => ({ triple, position }));
  const position = new Map(triples.map(({ id }, index) => [id, index]));
  return {
    isJudged,
    triples: triples.map(({ id }) => ({
      components: componentsOf(id),
      readings: CONSISTENCY_READINGS.map((reading) => consistencyScore(votes.get(id) ?? [], reading).value),
    })),
    sentences: sentences.map((_, index) => withoutVotes(componentsOfSentence(trace, index))),
    claims: claims.map((_, index) => withoutVotes(componentsOfClaim(trace, index))),
    sentenceTriples: sentences.map(({ tripleIds }) =>
      tripleIds.map((id) => position.get(id)).filter((at) => at !== undefined),
    ),
    claimTriples: claims.map((text) => triplesOfClaim(text, numbered).map((row) => row.position)),
  };
}

const withoutVotes = (components: Components): RowValues => ({
  components,
  readings: CONSISTENCY_READINGS.map(() => null),
});

/** One matrix from the rows of all passages, in order. */
export function componentMatrix(passages: readonly PassageRows[]): ComponentMatrix {
  const tripleStart = starts(passages.map(({ triples }) => triples.length));
  const membership = (name: 'sentenceTriples' | 'claimTriples'): Membership => {
    const lists = passages.flatMap((passage, index) =>
      passage[name].map((inside) => inside.map((at) => (tripleStart[index] as number) + at)),
    );
    return { start: starts(lists.map(({ length }) => length)), rows: Int32Array.from(lists.flat()) };
  };
  return {
    passageCount: passages.length,
    isJudged: Uint8Array.from(passages, (passage) => Number(passage.isJudged)),
    triples: componentRows(passages.flatMap(({ triples }) => triples)),
    sentences: componentRows(passages.flatMap(({ sentences }) => sentences)),
    claims: componentRows(passages.flatMap(({ claims }) => claims)),
    tripleStart,
    sentenceStart: starts(passages.map(({ sentences }) => sentences.length)),
    claimStart: starts(passages.map(({ claims }) => claims.length)),
    sentenceTriples: membership('sentenceTriples'),
    claimTriples: membership('claimTriples'),
  };
}

/** The components that have a value anywhere among the triples, sentences or claims. */
export function componentsPresent({ triples, sentences, claims }: ComponentMatrix): Component[] {
  const bits = [triples, sentences, claims]
    .flatMap(({ combinations }) => combinations)
    .reduce((all, combination) => all | combination, 0);
  return COMPONENTS.filter((_, index) => (bits & (1 << index)) !== 0);
}

function componentRows(rows: readonly RowValues[]): ComponentRows {
  const column = (read: (row: RowValues) => number | null) =>
    Float64Array.from(rows, (row) => read(row) ?? 0);
  const bits = rows.map(({ components }) => bitsOf(components));
  const combinations = [...new Set(bits)];
  const position = new Map(combinations.map((combination, index) => [combination, index]));
  return {
    count: rows.length,
    combinations,
    combination: Uint16Array.from(bits, (own) => position.get(own) as number),
    columns: COMPONENTS.map((name) =>
      name === 'consistency' ? new Float64Array(0) : column(({ components }) => components[name].value),
    ),
    consistency: CONSISTENCY_READINGS.map((_, index) => column(({ readings }) => readings[index] ?? null)),
  };
}

const bitsOf = (components: Components): number =>
  COMPONENTS.reduce((bits, name, index) => (components[name].value === null ? bits : bits | (1 << index)), 0);

/** Running sums from 0, one more than there are counts. */
function starts(counts: readonly number[]): Int32Array {
  const result = new Int32Array(counts.length + 1);
  counts.forEach((count, index) => {
    result[index + 1] = (result[index] as number) + count;
  });
  return result;
}
