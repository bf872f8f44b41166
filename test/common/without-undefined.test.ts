import { expect, it } from 'vitest';
import { withoutUndefined } from '../../src/common/without-undefined.ts';

it('keeps null, false and empty values', () => {
  const fields = { a: undefined, b: null, c: false, d: '', e: 0 };
  expect(Object.entries(withoutUndefined(fields))).toEqual([
    ['b', null],
    ['c', false],
    ['d', ''],
    ['e', 0],
  ]);
});
