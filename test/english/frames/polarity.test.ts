import { expect, it } from 'vitest';
import { isLimitedTo, isNoStatement } from '../../../src/english/frames/polarity.ts';
import { readFrames } from '../../../src/english/frames/read-frames.ts';

it.each([
  ['A player is offside if the head is in front.', [true, false]],
  ['A player who is level with the other is not offside.', [false, true]],
  ['Ann Berg, who was a chemist, was not a painter.', [false, false]],
  ['The soup is hot, and the tea is cold.', [false, false]],
])('which clauses of "%s" hold of some only, or under a condition', (text, limited) => {
  const frames = readFrames(text).flat();
  expect(frames.map((_, index) => isLimitedTo(frames, index, text))).toEqual(limited);
});

it.each([
  ['If the fee is not paid, the contract ends.', [true, false]],
  ['Children who are not accompanied by an adult may not enter.', [true, false]],
  ['Curie, who was not French, worked there.', [false, false]],
  ['Sweden is a country that lies in the north.', [false, false]],
  ['Days not taken by May are lost.', [true, false]],
  ['The firm said that the parcel would arrive.', [false, true]],
  ['The firm said that the parcel arrived.', [false, false]],
])('which clauses of "%s" tell of what may not be so', (text, expected) => {
  const frames = readFrames(text).flat();
  expect(frames.map((_, index) => isNoStatement(frames, index, text))).toEqual(expected);
});
