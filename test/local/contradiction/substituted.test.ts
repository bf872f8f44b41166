import { describe, expect, it } from 'vitest';
import { substitutedIn } from '../../../src/local/contradiction/substituted.ts';

const read = (prompt: string, response: string, samples: string[]) =>
  substitutedIn(prompt, response, samples).map((found) =>
    found.map(({ value, instead }) => `${value} -> ${instead}`),
  );

describe('what a response has in the place of what all samples have', () => {
  it('is the one noun of a clause that nothing else says', () => {
    const samples = ['The pancreas makes it.', 'It comes from beta cells of the pancreas.'];
    expect(read('Which organ secretes insulin?', 'Insulin is secreted by the liver.', samples)).toEqual([
      ['liver -> pancreas'],
      ['liver -> pancreas'],
    ]);
  });

  it('is a name, where the question asks for one thing', () => {
    const samples = ['UEFA runs the competition.', 'The organiser is UEFA, from Nyon.'];
    const response = 'The league is organised by FIFA.';
    expect(read('Who organises the league?', response, samples)).toEqual([
      ['FIFA -> UEFA'],
      ['FIFA -> UEFA'],
    ]);
    expect(read('Tell me about the league.', response, samples)).toEqual([[], []]);
  });

  it('is of several the one that is an alternative', () => {
    const samples = ['Copper burns green.', 'In the test you see green for copper.'];
    const response = 'Copper turns the flame red, and it is used in fireworks.';
    expect(read('Which colour does copper give a flame?', response, samples)).toEqual([
      ['red -> green'],
      ['red -> green'],
    ]);
  });

  it('is an alternative of it whatever else the clause tells', () => {
    const prompt = 'What do giant pandas eat?';
    const samples = ['Pandas eat bamboo.', 'The diet of the panda is nearly all bamboo.'];
    const response = 'Giant pandas feed almost entirely on eucalyptus in misty forests.';
    const instead = ['eucalyptus -> bamboo'];
    expect(read(prompt, response, samples)).toEqual([instead, instead]);
    expect(read(prompt, `${response} They sleep on oak.`, samples)).toEqual([instead, instead]);
    expect(read(prompt, `${response} Pandas sleep on oak.`, samples)).toEqual([[], []]);
    expect(read(prompt, response.replace('feed', 'never feed'), samples)).toEqual([[], []]);
  });

  it('is nothing that the prompt speaks of', () => {
    const [given, asked] = ['Red: no signal. Green: update.', 'Which colour does it blink in?'];
    const samples = ['It blinks green.', 'The colour is green.'];
    expect(read(`${given} ${asked}`, 'The lamp flickers red.', samples)).toEqual([[], []]);
    const instead = ['red -> green'];
    expect(read(asked, 'The lamp flickers red.', samples)).toEqual([instead, instead]);
  });

  it('is the name of who does what the question asks, whatever else the clause tells', () => {
    const samples = ['Mozilla sponsored it for years.', 'The main backer was Mozilla.'];
    const ask = (response: string, prompt = 'Who sponsored the language?') => read(prompt, response, samples);
    const instead = ['Google -> Mozilla'];
    expect(ask('Google started sponsoring this young language of a small team.')).toEqual([instead, instead]);
    expect(ask('It was sponsored by Google through two lean winters.')).toEqual([instead, instead]);
    expect(ask('Google never sponsored the young language of a small team.')).toEqual([[], []]);
    expect(ask('Google rewrote its young parser in two lean winters.')).toEqual([[], []]);
    expect(ask('Google sponsored a rival of the young team.', 'Whom did it sponsor?')).toEqual([[], []]);
  });

  it.each([
    ['the clause tells more that is new', 'Insulin is broken down in tissue within minutes.'],
    ['what all say is said, too', 'Insulin is secreted by the liver and the pancreas.'],
    ['the clause tells of something else', 'Insulin is needed daily. It is a hormone.'],
    ['it is denied', 'Insulin is not secreted by the liver.'],
    ['it held at another time', 'Insulin was once secreted by the liver.'],
    ['two phrases may be meant', 'Insulin is secreted by the liver and secreted by the spleen.'],
  ])('is nothing where %s', (_why, response) => {
    const samples = ['The pancreas makes it.', 'It comes from beta cells of the pancreas.'];
    expect(read('Which organ secretes insulin?', response, samples)).toEqual([[], []]);
  });

  it.each([
    [
      'initials',
      'Who sets the standard?',
      'The standard is set by ISO.',
      'International Standards Organisation',
    ],
    ['a form of the same word', 'Where is the wine from?', 'The wine is from Chile.', 'Chilean valleys'],
    ['two names of a city', 'Which is the biggest city?', 'The biggest city is Saigon.', 'Ho Chi Minh City'],
    ['a place inside', 'Where was she born?', 'She was born in Poland.', 'Warsaw'],
  ])('is nothing where the two may be one: %s', (_why, prompt, response, other) => {
    expect(read(prompt, response, [`It is ${other}.`, `From ${other}, of course.`])).toEqual([[], []]);
  });

  it('is nothing without two samples that agree', () => {
    const [prompt, response] = ['Which organ secretes insulin?', 'Insulin is secreted by the liver.'];
    expect(read(prompt, response, ['The pancreas makes it.'])).toEqual([[]]);
    expect(read(prompt, response, ['The pancreas makes it.', 'The spleen makes it.'])).toEqual([[], []]);
  });
});
