import { describe, expect, it } from 'vitest';
import { isOfOnce, topicsOf, topicsOfVerb } from '../../../src/english/lexicon/topics.ts';
import { readText } from '../../../src/english/tokens.ts';

const topicsIn = (text: string) => [...topicsOf(readText(text).sentences.flat())].sort();

describe('topicsOf', () => {
  it.each([
    ['She was born in Oslo.', ['birth']],
    ['Her birthplace is Oslo.', ['birth']],
    ['He passed away in Rome.', ['death']],
    ['The hall burned down in 1921.', ['destruction']],
    ['The firm took over a rival.', ['purchase']],
    ['The tower is 90 metres tall.', ['height']],
    ['The lake is 90 metres deep.', ['depth']],
    ['Water boils at 100 degrees.', ['boiling']],
    ['She wrote and illustrated the play.', ['writing']],
    ['She took a degree in 1921.', ['capture', 'education']],
    ['Its authors studied law.', ['education', 'writing']],
  ])('%s', (text, topics) => {
    expect(topicsIn(text)).toEqual(topics);
  });

  it.each(['She was in Oslo.', 'The bear slept.', 'The firm liked a rival.', 'The day was 20 degrees.', ''])(
    'has none where no word tells of one: %s',
    (text) => {
      expect(topicsIn(text)).toEqual([]);
    },
  );

  it('reads a verb with its particle as another verb', () => {
    expect(topicsIn('The rocket took the prize.')).toEqual(['award', 'capture']);
    expect(topicsIn('The rocket took off.')).toEqual(['launch']);
  });
});

it.each([
  ['die', ['death']],
  ['take over', ['purchase']],
  ['publish', ['publication']],
  ['score', ['composing', 'scoring']],
  ['walk', []],
  ['constructor', []],
])('topicsOfVerb: %s', (verb, topics) => {
  expect(topicsOfVerb(verb)).toEqual(topics);
});

it.each([
  ['birth', false, true],
  ['birth', true, false],
  ['height', true, true],
  ['height', false, false],
  ['award', false, false],
  ['award', true, false],
])('isOfOnce: %s, counted: %s', (topic, isCounted, isOnce) => {
  expect(isOfOnce(topic, isCounted)).toBe(isOnce);
});
