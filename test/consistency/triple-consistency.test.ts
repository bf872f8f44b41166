import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consistencyScore } from '../../src/consistency/consistency-score.ts';
import { compareTriples, singleValuedRelations } from '../../src/consistency/triple-consistency.ts';
import { cosine, dot } from '../../src/graph/cosine.ts';
import { isTurnedRound } from '../../src/graph/direction.ts';
import { clash } from '../../src/graph/distinct.ts';
import { identify } from '../../src/graph/identity.ts';
import { partsOfPhrase } from '../../src/graph/phrase-parts.ts';
import { vectorOf } from '../../src/graph/phrase-vectors.ts';
import type { NodeStates } from '../../src/graph/states.ts';
import type { Segmentation } from '../../src/passage.ts';
import { segmentation, vectorsFor, vote } from '../support/records.ts';

const settings = {
  relationThreshold: 0.5,
  tailThreshold: 0.7,
  exactNumbers: true,
  unaligned: 'same-head',
  pairs: 'once',
} as const;

function compare(
  responses: [Segmentation, ...Segmentation[]],
  named: Record<string, readonly number[]> = {},
  overrides = {},
) {
  const vectors = vectorsFor(responses, named);
  const index = identify(responses, vectors, {
    entitySimilarity: 0.99,
    relationSimilarity: 0.5,
    aliases: true,
  });
  const labels = new Map(index.identity.entities.map(({ id, label }) => [id, label]));
  const states: NodeStates = (_response, entity) => vectorOf(vectors, labels.get(entity) as string);
  const [original, ...samples] = responses;
  return compareTriples({ original, samples, index, vectors, states }, { ...settings, ...overrides });
}

const brooke = segmentation('original', [['Rupert Brooke', 'was born in', '1887']]);

describe('compareTriples (Eq. 2)', () => {
  it('repeated: an aligned triple has the same tail', () => {
    const [row] = compare([brooke, segmentation('sample-1', [['Brooke', 'was born in', '1887']])]);
    const repeated = vote({ repeated: true, tripleId: 'sample-1/1', tailSimilarity: 1 });
    expect(row).toEqual({ tripleId: 'original/1', votes: [repeated] });
  });

  it('risk: same head and tail under a relation that is not aligned', () => {
    const [row] = compare([brooke, segmentation('sample-1', [['Brooke', 'died in', '1887']])]);
    expect(row?.votes[0]).toMatchObject({
      ...{ repeated: false, risk: true, conflict: false, tripleId: 'sample-1/1' },
    });
  });

  it('both at once cancel out in the sum, so both are recorded', () => {
    const sample = segmentation('sample-1', [
      ['Brooke', 'died in', '1887'],
      ['Brooke', 'was born in', '1887'],
    ]);
    expect(compare([brooke, sample])[0]?.votes[0]).toMatchObject({
      repeated: true,
      risk: true,
      tripleId: 'sample-1/2',
    });
  });

  it('counts each triple where told to, else one of a kind', () => {
    const sample = segmentation('sample-1', [
      ['Brooke', 'was born in', '1887'],
      ['Rupert Brooke', 'born in', '1887'],
      ['Brooke', 'died in', '1887'],
    ]);
    const like = { 'was born in': [1, 0], 'born in': [0.8, 0.6] };
    const [once] = compare([brooke, sample], like);
    const [each] = compare([brooke, sample], like, { pairs: 'each' });
    expect(each?.votes[0]).toEqual({ ...once?.votes[0], pairs: { repeated: 2, risk: 1 } });
    const cOf = (row = once) => consistencyScore(row?.votes ?? [], 'mean').value;
    // 1 − 1 and 2 − 1
    expect([cOf(once), cOf(each)]).toEqual([0, 1]);
  });

  it('takes a triple of another head for unaligned where told to', () => {
    const sample = segmentation('sample-1', [['Siegfried Sassoon', 'was born in', '1887']]);
    const [row] = compare([brooke, sample], {}, { unaligned: 'any-head' });
    expect(row?.votes[0]).toMatchObject({ repeated: false, risk: true, tripleId: 'sample-1/1' });
  });

  it('neither: another head, or an aligned relation with another tail', () => {
    const votes = compare([
      brooke,
      segmentation('sample-1', [['Siegfried Sassoon', 'was born in', '1887']]),
      segmentation('sample-2', []),
    ])[0]?.votes;
    expect(votes?.map(({ repeated, risk }) => [repeated, risk])).toEqual([
      [false, false],
      [false, false],
    ]);
  });

  it('conflict: a single-valued relation gets another tail', () => {
    const votes = compare([
      brooke,
      segmentation('sample-1', [['Brooke', 'was born in', '1878']]),
      segmentation('sample-2', [['Brooke', 'was born in', '1887']]),
    ])[0]?.votes;
    expect(votes?.map(({ conflict }) => conflict)).toEqual([true, false]);
  });

  it('numbers that differ are never the same tail, unless the paper is followed to the letter', () => {
    const sample = segmentation('sample-1', [['Brooke', 'was born in', '1878']]);
    const similar = { '1887': [1, 0], '1878': [0.95, 0.31] };
    expect(compare([brooke, sample], similar)[0]?.votes[0]?.repeated).toBe(false);
    expect(compare([brooke, sample], similar, { exactNumbers: false })[0]?.votes[0]?.repeated).toBe(true);
  });

  it.each([
    ['was born in', 'May 1887', 'was born in', 'June 1887'],
    ['lies in', 'the north', 'lies in', 'the south'],
  ])('never takes %s %s for repeated by %s %s, whatever the vectors', (relation, tail, other, otherTail) => {
    const original = segmentation('original', [['Brooke', relation, tail]]);
    const sample = segmentation('sample-1', [['Brooke', other, otherTail]]);
    const near = { [tail]: [1, 0], [otherTail]: [1, 0] };
    expect(compare([original, sample], near)[0]?.votes[0]?.repeated).toBe(false);
    expect(compare([original, sample], near, { exactNumbers: false })[0]?.votes[0]?.repeated).toBe(true);
  });

  it('takes a more precise date for repeated, and a relation turned round for another one', () => {
    const original = segmentation('original', [['Brooke', 'was born on', '3 May 1887']]);
    const sample = segmentation('sample-1', [['Brooke', 'was born on', 'May 1887']]);
    const near = { '3 May 1887': [1, 0], 'May 1887': [1, 0] };
    expect(compare([original, sample], near)[0]?.votes[0]?.repeated).toBe(true);
    const taught = segmentation('original', [['Brooke', 'taught', 'Ann Lee']]);
    const turned = segmentation('sample-1', [['Brooke', 'was taught by', 'Ann Lee']]);
    const alike = { taught: [1, 0], 'was taught by': [1, 0] };
    expect(compare([taught, turned], alike)[0]?.votes[0]).toMatchObject({ repeated: false, risk: true });
  });

  it('thresholds are exclusive', () => {
    const sample = segmentation('sample-1', [['Brooke', 'born in', 'Rugby']]);
    const original = segmentation('original', [['Rupert Brooke', 'was born in', 'Rugby']]);
    const orthogonal = { 'was born in': [1, 0], 'born in': [0, 1] };
    expect(compare([original, sample], orthogonal, { relationThreshold: 0 })[0]?.votes[0]).toMatchObject({
      repeated: false,
      risk: true,
    });
  });
});

describe('compareTriples and all pairs one by one', () => {
  const NAMES = ['Ann', 'Ben', 'Cay'];
  const RELATIONS = ['won', 'was won by', 'lost', 'was born in', 'wrote'];
  const TAILS = ['1887', '1888', 'a north bay', 'the south bay', 'Leith', 'Rugby'];
  const phrase = (list: string[]) => fc.constantFrom(...list);
  const facts = fc.array(fc.tuple(phrase(NAMES), phrase(RELATIONS), phrase(TAILS)), { maxLength: 8 });
  const vectors = fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { minLength: 14, maxLength: 14 });

  it('give the same votes', () => {
    fc.assert(
      fc.property(
        facts,
        fc.array(facts, { maxLength: 3 }),
        vectors,
        fc.boolean(),
        (own, others, components, exact) => {
          const responses = [own, ...others].map((list, index) => segmentation(`r${index}`, list));
          const [original, ...samples] = responses as [Segmentation, ...Segmentation[]];
          const named = new Map(
            [...NAMES, ...RELATIONS, ...TAILS].map((text, index) => [
              text,
              Float32Array.from(components[index] ?? []),
            ]),
          );
          const index = identify(responses, named, {
            ...settings,
            entitySimilarity: 99,
            relationSimilarity: 99,
            aliases: false,
          });
          const stateOf = (entity: string) => {
            const label = index.identity.entities.find(({ id }) => id === entity)?.label as string;
            return vectorOf(named, label);
          };
          const rows = compareTriples(
            { original, samples, index, vectors: named, states: (_response, entity) => stateOf(entity) },
            { ...settings, exactNumbers: exact },
          );
          const parts = partsOfPhrase;
          for (const [i, triple] of original.triples.entries()) {
            for (const [j, sample] of samples.entries()) {
              const tails = sample.triples
                .filter((other) => index.sameEntity(triple.head, other.head))
                .map((other) => ({
                  same:
                    cosine(vectorOf(named, triple.tail), vectorOf(named, other.tail)) >
                      settings.tailThreshold && !(exact && clash(parts(triple.tail), parts(other.tail))),
                  aligned:
                    triple.relation === other.relation ||
                    (dot(vectorOf(named, triple.relation), vectorOf(named, other.relation)) >
                      settings.relationThreshold &&
                      !(
                        exact &&
                        (clash(parts(triple.relation), parts(other.relation)) ||
                          isTurnedRound(parts(triple.relation).words, parts(other.relation).words))
                      )),
                }));
              const repeated = tails.some(({ same, aligned }) => same && aligned);
              const isSingleValued = singleValuedRelations(responses, index).has(
                index.relationOf(triple.relation) ?? '',
              );
              expect(rows[i]?.votes[j]).toMatchObject({
                repeated,
                risk: tails.some(({ same, aligned }) => same && !aligned),
                conflict: isSingleValued && !repeated && tails.some(({ aligned }) => aligned),
              });
            }
          }
        },
      ),
    );
  });
});

describe('singleValuedRelations', () => {
  it('needs two responses and no response with two tails', () => {
    const responses = [
      segmentation('original', [
        ['A', 'wrote', 'X'],
        ['A', 'was born in', '1887'],
        ['A', 'died in', '1915'],
      ]),
      segmentation('sample-1', [
        ['A', 'wrote', 'X'],
        ['A', 'wrote', 'Y'],
        ['A', 'was born in', '1878'],
      ]),
    ];
    const index = identify(responses, vectorsFor(responses), {
      entitySimilarity: 0.9,
      relationSimilarity: 0.9,
      aliases: false,
    });
    expect(singleValuedRelations(responses, index)).toEqual(new Set([index.relationOf('was born in')]));
  });
});
