import { describe, expect, it } from 'vitest';
import { group } from '../../../src/english/clauses/coordination.ts';
import { readText } from '../../../src/english/tokens.ts';
import { chunk } from '../../../src/english/clauses/phrase-chunks.ts';
import { phraseText } from '../../../src/english/clauses/phrases.ts';
import { correctTags, joinNames } from '../../../src/english/clauses/tags.ts';

const chunksOf = (text: string, prompt = '') =>
  chunk(joinNames(correctTags(readText(text).sentences.flat()), prompt));
const shapeOf = (text: string, prompt = '') =>
  chunksOf(text, prompt).map(({ kind, tokens }) => `${kind}: ${phraseText(text, tokens)}`);
const membersOf = (text: string) =>
  group(chunksOf(text)).flatMap((item) =>
    item.kind === 'group' ? [item.members.map(({ tokens }) => phraseText(text, tokens))] : [],
  );

describe('chunk', () => {
  it('parts a sentence into phrases, verbs and joints', () => {
    expect(shapeOf('He was born in Oslo on 12 May 1912, and has since worked.')).toEqual([
      'noun: He',
      'verb: was born',
      'preposition: in',
      'noun: Oslo',
      'preposition: on',
      'date: 12 May 1912',
      'comma: ,',
      'and: and',
      'verb: has since worked',
      'break: .',
    ]);
  });

  it('keeps brackets apart and drops quotation marks', () => {
    expect(shapeOf("Erysimum 'Red Jacket' (died 1624) is “rare”")).toEqual([
      'noun: Erysimum Red Jacket',
      'parenthesis: died 1624',
      'verb: is',
      'adjective: rare',
    ]);
  });

  it('keeps the apostrophe that owns', () => {
    expect(shapeOf("Frodo Baggins' gardener left")).toEqual(["noun: Frodo Baggins' gardener", 'verb: left']);
  });

  it.each([
    ['his plays', ['noun: his plays']],
    ['the leading painter', ['noun: the leading painter']],
    ['a complete, highly unusual guide', ['noun: a complete, highly unusual guide']],
    ['the punk band The Donnas', ['noun: the punk band The Donnas']],
    ['the late 1970s', ['date: the late 1970s']],
    ['highly reactive', ['adjective: highly reactive']],
    ['worked to reform', ['verb: worked to reform']],
  ])('%s', (text, shape) => {
    expect(shapeOf(text)).toEqual(shape);
  });
});

it.each([
  ['sculptures, mosaics, or paintings', [['sculptures', 'mosaics', 'paintings']]],
  ['the head of the Catholic Church', [['the head of the Catholic Church']]],
  ['themes of race, identity, and power', [['themes of race', 'themes of identity', 'themes of power']]],
  ['the capital and largest city of Spain', [['the capital of Spain', 'largest city of Spain']]],
  ['on long, short, and dangerous routes', [['long routes', 'short routes', 'dangerous routes']]],
  ['the son of a baker and his wife', [['the son of a baker and his wife']]],
  ['Harvard University and a fellow', [['Harvard University'], ['a fellow']]],
  ['They won, and he left.', [['They'], ['he']]],
])('group: %s', (text, members) => {
  expect(membersOf(text)).toEqual(members);
});
