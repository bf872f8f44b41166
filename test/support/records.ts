/** Short ways to write the records tests are about. */
import type { Segmentation, Triple } from '../../src/passage.ts';

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
