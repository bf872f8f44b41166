import { expect, it } from 'vitest';
import { checkPassage } from '../src/check-passage.ts';

it.each([
  [{ samples: 'x' }, 'passage "b": samples: expected a list, found text'],
  [{ samples: ['x', null] }, 'passage "b": samples.1: expected text, found null'],
  [{ response: 5 }, 'passage "b": response: expected text, found a number'],
  [{ prompt: undefined }, 'passage "b": prompt: missing; expected text or a list'],
])('says in words what is wrong with %j', (wrong, message) => {
  expect(() => checkPassage({ id: 'b', prompt: 'Who?', ...wrong })).toThrow(message);
});
