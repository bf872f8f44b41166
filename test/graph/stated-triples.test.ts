import { expect, it } from 'vitest';
import { indexIdentity } from '../../src/graph/identity.ts';
import { triplesByHead } from '../../src/graph/stated-triples.ts';
import { segmentation } from '../support/records.ts';

const mention = (text: string) => ({ text, count: 1, mergedBy: 'first' as const, similarity: null });
const index = indexIdentity({
  entities: [{ id: 'entity-1', label: 'Rupert Brooke', mentions: ['Rupert Brooke', 'Brooke'].map(mention) }],
  relations: [],
});
const sample = segmentation('sample-1', [
  ['Brooke', 'knew', 'Ka'],
  ['Ka', 'knew', 'Brooke'],
  ['Rupert Brooke', 'knew', 'Ka'],
]);

const ids = (text: string) => triplesByHead(index)(sample)(text).map(({ id }) => id);

it('finds the triples of one entity, however it is called, in order', () => {
  expect(ids('Rupert Brooke')).toEqual(['sample-1/1', 'sample-1/3']);
});

it('takes a mention of no entity for itself alone', () => {
  expect(ids('Ka')).toEqual(['sample-1/2']);
  expect(ids('nobody')).toEqual([]);
});
