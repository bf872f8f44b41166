import { expect, it } from 'vitest';
import { filledOtherwise } from '../../../src/local/contradiction/other-filler.ts';
import { clausesOf } from '../../../src/local/contradiction/reversed.ts';
import { cases } from '../cases.ts';
import { read as readText } from './marked.ts';

const read = (text: string) => {
  const { sentences } = readText(text);
  return { clauses: clausesOf(sentences).clauses, sentences };
};

/** By sample, "own -> its". */
const filled = (response: string, ...samples: string[]) =>
  filledOtherwise(read(response), samples.map(read)).map((found) =>
    [...new Set(found.map(({ value, instead }) => `${value} -> ${instead}`))].join(),
  );

it.each(
  cases(`
  # It gets its bubbles from a second fermentation in the barrel.
  barrel -> bottle
    It goes through a second fermentation inside the bottle.
    Its fermentation in the bottle takes months.
  # A cardiologist treats diseases of the kidneys.
  kidneys -> heart
    A cardiologist treats diseases of the heart.
    Cardiologists are trained in heart disease.
  # Scurvy is caused by a lack of vitamin D.
  vitamin D -> vitamin C
    Scurvy results from a deficiency of vitamin C.
    A lack of vitamin C causes scurvy.
  # The fastest land animal is the lion.
  lion -> cheetah
    The fastest land animal is the cheetah.
    The cheetah is the fastest land animal.
  # The reef lies off the coast of Scotland.
  Scotland -> Queensland
    The reef stretches along the coast of Queensland.
    Off the coast of Queensland lies the reef.
`),
)('%s', (response, expected, ...samples) => {
  expect(filled(response, ...samples)).toEqual(samples.map(() => expected));
});

it.each(
  cases(`
  # one sample alone
  It treats diseases of the kidneys.
    It treats diseases of the heart.
    Hearts are sick.
  # samples that differ
  It treats diseases of the kidneys.
    It treats diseases of the heart.
    It treats diseases of the lungs.
    Hearts and lungs.
  # a sample that has the word of the response
  It treats diseases of the kidneys.
    It treats diseases of the heart.
    It treats diseases of the heart.
    It helps kidneys and hearts.
  # a response that has the word of the samples
  It treats diseases of the kidneys, as of the heart.
    It treats diseases of the heart.
    It treats diseases of the heart.
  # a kind of the other
  It was made of a piece of metal.
    It was made of a piece of copper.
    They made it of a piece of copper.
  # a short form of the other
  It is the largest maker of telephones.
    It is the largest maker of phones.
    The largest maker of phones is it.
  # names of which both may be told
  He is told of in the book of Ezra.
    He is told of in the book of Esther.
    The book of Esther tells of him.
`),
)('says nothing against %s', (_, response = '', ...samples) => {
  expect(filled(response, ...samples)).toEqual(samples.map(() => ''));
});

it('says where the words that others replace stand', () => {
  const response = 'A cardiologist treats diseases of the kidneys.';
  const [found] = filledOtherwise(
    read(response),
    ['He treats diseases of the heart.', 'They treat diseases of the heart.'].map(read),
  );
  const [{ verbs: [span] = [], kind } = {}] = found ?? [];
  expect([kind, response.slice(span?.start, span?.end)]).toEqual(['sort', 'kidneys']);
});
