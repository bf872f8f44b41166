import { expect, it } from 'vitest';
import { isLimitedTo } from '../../../src/english/frames/polarity.ts';
import { readFrames } from '../../../src/english/frames/read-frames.ts';

it.each([
  ['A player is offside if the head is in front.', [true, false]],
  ['A player who is level with the other is not offside.', [false, true]],
  ['Ann Berg, who was a chemist, was not a painter.', [false, false]],
  ['The soup is hot, and the tea is cold.', [false, false]],
])('which clauses of "%s" hold of some only, or under a condition', (text, limited) => {
  const frames = readFrames(text).flat();
  expect(frames.map((_, index) => isLimitedTo(frames, index))).toEqual(limited);
});
