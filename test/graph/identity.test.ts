import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areDistinct } from '../../src/graph/distinct.ts';
import { identify, indexIdentity } from '../../src/graph/identity.ts';
import { partsOfPhrase } from '../../src/graph/phrase-parts.ts';
import type { MentionGroup } from '../../src/passage.ts';
import { segmentation, vectorsFor } from '../support/records.ts';

const settings = { entitySimilarity: 0.85, relationSimilarity: 0.5, aliases: true };
const textsOf = (groups: readonly MentionGroup[]) =>
  groups.map(({ mentions }) => mentions.map(({ text }) => text));
/** The entities of a response that says of each name that it is known. */
function entitiesOf(names: readonly string[]) {
  const known = [
    segmentation(
      'original',
      names.map((name) => [name, 'is', 'known'] as const),
    ),
  ];
  return textsOf(identify(known, vectorsFor(known), settings).identity.entities);
}

const responses = [
  segmentation('original', [
    ['Rupert Brooke', 'was born in', 'Rugby'],
    ['Brooke', 'studied at', "King's College"],
  ]),
  segmentation('sample-1', [
    ['rupert brooke', 'born in', 'the Rugby'],
    ['Rupert Brooke', 'attended', 'Kings College'],
  ]),
];
const vectors = vectorsFor(responses, {
  'was born in': [1, 0, 0, 0],
  'born in': [0.8, 0.6, 0, 0],
  "King's College": [0, 0, 1, 0],
  'Kings College': [0, 0, 0.9, Math.sqrt(1 - 0.81)],
});
const index = identify(responses, vectors, settings);

it('exact: merges nothing but equal mentions, and relations by their cosine', () => {
  const { entities, relations } = identify(responses, vectors, { ...settings, mentions: 'exact' }).identity;
  expect(textsOf(entities)).toEqual([
    ['Rupert Brooke'],
    ['Rugby'],
    ['Brooke'],
    ["King's College"],
    ['rupert brooke'],
    ['the Rugby'],
    ['Kings College'],
  ]);
  expect(textsOf(relations)).toEqual([['was born in', 'born in'], ['studied at'], ['attended']]);
});

it('merges by normal form, short form and embedding, and says which', () => {
  expect(index.identity.entities).toEqual([
    {
      id: 'entity-1',
      label: 'Rupert Brooke',
      mentions: [
        { text: 'Rupert Brooke', count: 2, mergedBy: 'first', similarity: null },
        { text: 'rupert brooke', count: 1, mergedBy: 'normalised', similarity: null },
        { text: 'Brooke', count: 1, mergedBy: 'alias', similarity: null },
      ],
    },
    {
      id: 'entity-2',
      label: "King's College",
      mentions: [
        { text: "King's College", count: 1, mergedBy: 'first', similarity: null },
        { text: 'Kings College', count: 1, mergedBy: 'embedding', similarity: expect.closeTo(0.9, 6) },
      ],
    },
    {
      id: 'entity-3',
      label: 'the Rugby',
      mentions: [
        { text: 'the Rugby', count: 1, mergedBy: 'first', similarity: null },
        { text: 'Rugby', count: 1, mergedBy: 'normalised', similarity: null },
      ],
    },
  ]);
});

it('keeps apart what is called the same but is said in brackets to be something else', () => {
  const names = ['Ripley (character)', 'Ripley (film series)', 'Ripley', 'Ripley (fictional character)'];
  expect(entitiesOf(names)).toEqual([
    ['Ripley (character)', 'Ripley (fictional character)', 'Ripley'],
    ['Ripley (film series)'],
    ['known'],
  ]);
  const years = ['Ann Lee (1920–1980)', 'Ann Lee (born 1921)', 'Ann Lee (AL)'];
  expect(entitiesOf(years)[0]).toHaveLength(3);
});

it('leaves alone what may be short for two names', () => {
  expect(entitiesOf(['Marie Curie', 'Pierre Curie', 'Curie'])).toContainEqual(['Curie']);
  expect(entitiesOf(['United Nations', 'Union Nord', 'UN'])).toContainEqual(['UN']);
});

it('groups relation phrases above the threshold alone', () => {
  expect(index.sameRelation('was born in', 'born in')).toBe(true);
  expect(index.sameRelation('studied at', 'attended')).toBe(false);
});

it('answers for unknown mentions without guessing', () => {
  expect(index.entityOf('Oxford')).toBeUndefined();
  expect(index.sameEntity('Oxford', 'Oxford')).toBe(true);
  expect(index.sameEntity('Oxford', 'Cambridge')).toBe(false);
});

it('is rebuilt from its record', () => {
  const rebuilt = indexIdentity(structuredClone(index.identity));
  expect(rebuilt.sameEntity('Brooke', 'rupert brooke')).toBe(true);
});

it('never joins different numbers, however similar the vectors', () => {
  const years = [
    segmentation('original', [['X', 'was born in', 'May 1912']]),
    segmentation('sample-1', [
      ['X', 'was born in', 'May 1921'],
      ['X', 'was born in', 'May'],
    ]),
  ];
  const same = { 'May 1912': [1, 0], 'May 1921': [1, 0], May: [1, 0] };
  const { identity } = identify(years, vectorsFor(years, same), settings);
  expect(identity.entities.map(({ label }) => label)).toEqual(['May 1912', 'May 1921', 'X', 'May']);
});

it('never joins what is distinct to any form of a group, whatever the vectors', () => {
  const phrases = fc.uniqueArray(
    fc.constantFrom(
      ...['brother', 'sister', 'sibling', 'half brother', 'first brother', 'second brother'],
      'not a brother',
      ...['large town', 'small town', 'town', 'May', 'June', '1931', '1941', 'Leith, Oslo', 'Oslo'],
    ),
    { minLength: 2 },
  );
  fc.assert(
    fc.property(phrases, (forms) => {
      const response = segmentation(
        'original',
        forms.map((form) => ['X', form, form]),
      );
      const same = Object.fromEntries([...forms, 'X'].map((form) => [form, [1, 0]]));
      const { identity } = identify([response], vectorsFor([response], same), {
        ...settings,
        aliases: false,
      });
      for (const [kind, groups] of [
        ['entity', identity.entities],
        ['relation', identity.relations],
      ] as const) {
        for (const { mentions } of groups) {
          const parts = mentions.map(({ text }) => partsOfPhrase(text));
          for (const one of parts)
            for (const other of parts) expect(areDistinct(one, other, kind)).toBe(false);
        }
      }
    }),
  );
});
