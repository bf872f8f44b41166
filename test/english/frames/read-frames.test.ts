import { describe, expect, it } from 'vitest';
import { readFrames } from '../../../src/english/frames/read-frames.ts';

const words = (text: string) =>
  readFrames(text)
    .flat()
    .map(({ verb, subject, object }) =>
      [subject, { tokens: [{ text: verb }] }, object]
        .map((part) => part?.tokens.map((token) => token.text).join(' ') ?? '-')
        .join(' | '),
    );

describe('readFrames', () => {
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
  ])('%s', (text, clauses) => {
    expect(words(text).slice(0, clauses.length)).toEqual(clauses);
  });
});
