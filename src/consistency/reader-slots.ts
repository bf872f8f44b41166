/**
 * Eq. 2 (paper 3.3) with alignment by a model: what a reader says of each fact and sample fills the slot (head, relation)
 * of the fact in that sample, with the same tail where the sample repeats it and with the value it gives instead where it
 * contradicts it. So samples need not be taken apart, and no fact is lost to another wording. Where no model reads, the
 * statements found by words fill the slots:
 *
 *   c_ij = 1   the slot holds the fact's tail    0   it holds another one, or is empty
 */
import type { SampleStatement, SampleVote, Segmentation, Triple, TripleConsistency } from '../passage.ts';
import { tripleKey } from '../triples/triple-parts.ts';

export interface ReadFact {
  triple: Triple;
  statements: readonly SampleStatement[];
}

/** What the slots of one sample hold, as its triples. */
export function slotsOf(sample: Segmentation, facts: readonly ReadFact[]): Segmentation {
  const { responseId } = sample;
  const triples = facts.flatMap(({ triple, statements }) => {
    const own = statements.find((statement) => statement.responseId === responseId);
    const tail = own === undefined ? null : tailIn(own, triple);
    return tail === null ? [] : [{ ...triple, tail, span: own?.quote ?? null }];
  });
  return {
    ...sample,
    triples: triples.map((triple, index) => ({ ...triple, id: `${responseId}/${index + 1}`, responseId })),
  };
}

/** The tail that a sample gives the slot of a fact; null where it leaves it empty. */
function tailIn({ says, value, instead }: SampleStatement, { tail }: Triple): string | null {
  if (says === 'repeats') return tail;
  if (says !== 'contradicts' || instead === null) return null;
  return value !== null && tail.includes(value) ? tail.replace(value, () => instead) : instead;
}

/** Votes of Eq. 2 from the slots of the samples, one a fact and sample. */
export function votesOfSlots(
  facts: readonly ReadFact[],
  samples: readonly Segmentation[],
): TripleConsistency[] {
  const slotBy = new Map(
    samples.map(({ responseId, triples }) => [
      responseId,
      new Map(triples.map((triple) => [tripleKey(triple), triple.id])),
    ]),
  );
  return facts.map(({ triple, statements }) => ({
    tripleId: triple.id,
    votes: samples.map(({ responseId }): SampleVote => {
      const own = statements.find((statement) => statement.responseId === responseId);
      const tail = own === undefined ? null : tailIn(own, triple);
      const filled = tail === null ? null : tripleKey({ ...triple, tail });
      return {
        responseId,
        repeated: own?.says === 'repeats',
        risk: false,
        conflict: own?.says === 'contradicts',
        tripleId: filled === null ? null : (slotBy.get(responseId)?.get(filled) ?? null),
        tailSimilarity: null,
      };
    }),
  }));
}
