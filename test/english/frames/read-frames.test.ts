import { expect, it } from 'vitest';
import { readFrames } from '../../../src/english/frames/read-frames.ts';

const words = (text: string) =>
  readFrames(text)
    .flat()
    .map(({ verb, subject, object }) =>
      [subject, { tokens: [{ text: verb }] }, object]
        .map((part) => part?.tokens.map((token) => token.text).join(' ') ?? '-')
        .join(' | '),
    );

it.each([
  ['In New York, Ann Berg beat Tom Hill.', ['Ann Berg | beat | Tom Hill']],
  ['She lived in Paris, France.', ['She | live | -']],
  ['The hall in Dublin, Ireland opened.', ['The hall | open | -']],
  ['Both lived in Leith, and Ann was taught by Tom.', ['Both | live | -', 'Ann | teach | -']],
  ['She nursed in the war, and she wrote books.', ['She | nurse | -', 'she | write | books']],
  ['They are fish.', ['They | be | fish']],
  ['The reef lies off the coast of Leith.', ['The reef | lie | -']],
  ['Ann Berg set up the firm in 1921.', ['Ann Berg | set up | the firm']],
  ['The police found out the truth.', ['The police | find out | the truth']],
  ['He set off the alarm.', ['He | set off | the alarm']],
  [
    'Ann Berg doubted the idea that all cats are grey.',
    ['Ann Berg | doubt | the idea', 'all cats | be | grey'],
  ],
  ['Keep both buttons pressed for ten seconds.', ['- | keep | both buttons']],
  ['Keep both pressed for ten seconds.', ['- | keep | both']],
  ['Ann Berg gave him a ring.', ['Ann Berg | give | a ring']],
  ['It gets into Leith at nine.', ['It | arrive | -']],
  ['Press and hold the button.', ['- | press | -', '- | hold | the button']],
  ['It is owned by Berg Mills, which bought Lind.', ['It | own | -', 'Berg Mills | buy | Lind']],
  [
    'It was a law passed by the council in 1484, which banned fires.',
    ['It | be | a law', 'It | pass | -', 'It | ban | fires'],
  ],
  ['It was found by Ann Berg in 1930, who lived in Leith.', ['It | find | -', 'Ann Berg | live | -']],
  ['A charge of ten minutes is enough. They fold.', ['A charge of ten minutes | be | -', 'They | fold | -']],
  [
    'Ann Berg sang. The shop closed. She left.',
    ['Ann Berg | sing | -', 'The shop | close | -', 'Ann Berg | leave | -'],
  ],
  ['Place in the oven.', ['- | place | -']],
  ['Owner: Berg Mills, which bought Lind in 1921.', ['Berg Mills | buy | Lind']],
  ['Lind 3.0, a version that sold, was praised.', ['Lind 3.0 | sell | -', 'Lind 3.0 | praise | -']],
  ['The song comes from a score by Ann Berg.', ['The song | come | -', 'a score | compose | -']],
  ['It was based on the novel by Ann Berg.', ['It | base | -', 'the novel | write | -']],
  ['Leith is a novel by Ann Berg.', ['Leith | be | a novel', 'Leith | write | -']],
  ['The novel was praised by Ann Berg.', ['The novel | praise | -']],
  ['Mix flour and salt.', ['- | mix | flour and salt']],
])('%s', (text, clauses) => {
  expect(words(text).slice(0, clauses.length)).toEqual(clauses);
});

it('puts who made a work behind all clauses, whose places others hang on', () => {
  const text = 'She praised a novel by Ann Berg, and it won a prize after it was sold.';
  const frames = readFrames(text).flat();
  expect(frames.map(({ verb }) => verb)).toEqual(['praise', 'win', 'sell', 'write']);
  expect(frames.map(({ after }) => after)).toEqual([-1, -1, 1, -1]);
});

it.each([
  ['The king may not be in check, pass it or end there.', [true, true]],
  ['They don’t build nests, hide or migrate.', [true, true, true]],
  ['Do not rinse, and serve at once.', [true, false]],
  ['Do not stir, but shake or beat it.', [true, false, false]],
])('tells which verbs of "%s" are denied', (text, denied) => {
  expect(
    readFrames(text)
      .flat()
      .slice(0, denied.length)
      .map((frame) => frame.denied),
  ).toEqual(denied);
});
