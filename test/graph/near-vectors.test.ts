import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dot } from '../../src/graph/cosine.ts';
import { NearVectors } from '../../src/graph/near-vectors.ts';
import { normalised } from '../../src/models/vectors.ts';

const among = (vectors: readonly Float32Array[]): NearVectors => {
  const index = new NearVectors();
  for (const vector of vectors) index.add(vector);
  return index;
};

const width = 12;
// few values, so that many products are alike and some are equal to the bound
const component = fc.oneof(fc.constantFrom(0, 0, 1, -1, 3), fc.float({ noNaN: true, min: -1, max: 1 }));
const vector = fc.array(component, { minLength: width, maxLength: width }).map(normalised);

it('finds every vector whose dot product is above the bound, in order', () => {
  fc.assert(
    fc.property(
      fc.array(vector, { maxLength: 200, size: 'max' }),
      vector,
      fc.double({ min: -1, max: 1, noNaN: true }),
      (vectors, wanted, least) => {
        const found = among(vectors).candidates(wanted, least);
        const naive = [...vectors.keys()].filter((at) => dot(wanted, vectors[at] as Float32Array) > least);
        expect(found.filter((at) => dot(wanted, vectors[at] as Float32Array) > least)).toEqual(naive);
        expect(found).toEqual([...new Set(found)].sort((one, other) => one - other));
      },
    ),
  );
});

it('leaves out what few components tell apart, within a block and after the last', () => {
  const unit = (place: number) => Float32Array.from({ length: 384 }, (_, at) => Number(at === place));
  const index = among(Array.from({ length: 300 }, (_, place) => unit(place)));
  expect(index.candidates(unit(3), 0.5)).toEqual([3]);
  expect(index.candidates(unit(299), 0.5)).toEqual([299]);
  expect(index.candidates(unit(383), 0.5)).toEqual([]);
  expect(index.candidates(unit(3), Number.POSITIVE_INFINITY)).toEqual([]);
});
