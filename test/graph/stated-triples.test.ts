import { describe, expect, it } from 'vitest';
import { indexIdentity } from '../../src/graph/identity.ts';
import { triplesByHead } from '../../src/graph/stated-triples.ts';
import type { Triple } from '../../src/passage.ts';

const mention = (text: string) => ({ text, count: 1, mergedBy: 'first' as const, similarity: null });
const index = indexIdentity({
  entities: [{ id: 'entity-1', label: 'Rupert Brooke', mentions: ['Rupert Brooke', 'Brooke'].map(mention) }],
  relations: [],
});
const triple = (id: string, head: string, tail: string): Triple => ({
  ...{ id, responseId: 'sample-1', head, relation: 'knew', tail, span: null },
});
const sample = {
  responseId: 'sample-1',
  triples: [triple('1', 'Brooke', 'Ka'), triple('2', 'Ka', 'Brooke'), triple('3', 'Rupert Brooke', 'Ka')],
  rejected: [],
  reason: null,
};

describe('triplesByHead', () => {
  const ids = (text: string) => triplesByHead(index)(sample as never)(text).map(({ id }) => id);

  it('finds the triples of one entity, however it is called, in order', () => {
    expect(ids('Rupert Brooke')).toEqual(['1', '3']);
  });

  it('takes a mention of no entity for itself alone', () => {
    expect(ids('Ka')).toEqual(['2']);
    expect(ids('nobody')).toEqual([]);
  });
});
