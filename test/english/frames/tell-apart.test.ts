import { expect, it } from 'vitest';
import type { Frame } from '../../../src/english/frames/frame.ts';
import { readFrames } from '../../../src/english/frames/read-frames.ts';
import { areToldApart } from '../../../src/english/frames/tell-apart.ts';

const first = (text: string) => readFrames(text).flat()[0] as Frame;
const apart = (one: string, other: string) => areToldApart(first(one), first(other));

it.each([
  // prizes, by who gives them and for what
  ['Ann Berg won the Nobel prize.', 'Ann Berg won the Pulitzer prize.', true],
  ['Ann Berg won the prize in physics.', 'Ann Berg won the chemistry prize.', true],
  ['Ann Berg won a Grammy.', 'Ann Berg won an Oscar.', true],
  // ranks and opposites
  ['Her first title came in 1921.', 'Her last title came in 1934.', true],
  ['The upper hall opened in 1921.', 'The lower hall opened in 1934.', true],
  ["Berg's Ninth was played in 1921.", "Berg's Fifth was played in 1934.", true],
  // ages
  ['An adult weighs 90 kilograms.', 'A calf weighs 9 kilograms.', true],
  ['An elderly emu sleeps for nine hours.', 'A young emu sleeps for six hours.', true],
  // where, and until when
  ['Its first shop outside Spain opened in 1988.', 'Its first shop opened in 1975.', true],
  ['Until 1960, the capital was Leith.', 'The capital is Perth.', true],
  ['Ann Berg won the Nobel prize.', 'Ann Berg won the Nobel prize in 1921.', false],
  ['Ann Berg won an Oscar.', 'Ann Berg won an Academy award.', false],
  // one of them does not say which
  ['Ann Berg won the prize in physics.', 'Ann Berg won the prize.', false],
  ['Ann Berg won the Nobel prize.', 'Ann Berg won the prize in physics.', false],
  // no prize
  ['Ann Berg studied physics.', 'Ann Berg studied chemistry.', false],
  ['Her first title came in 1921.', 'Her first title came in 1934.', false],
  ['An adult weighs 90 kilograms.', 'It weighs 9 kilograms.', false],
  ['The mill is open from 9 am until 6 pm.', 'The mill is open from 10 am to 5 pm.', false],
])('%s tells of another than: %s: %s', (one, other, expected) => {
  expect(apart(one, other)).toBe(expected);
  expect(apart(other, one)).toBe(expected);
});
