import { expect, it } from 'vitest';
import { linkTo, linkToList, parseRoute } from '../../src/viewer/route.ts';

it('leads back to what a link names', () => {
  expect(parseRoute(linkTo(3))).toEqual({ page: 'passage', passage: 3, fact: null, wanted: null });
  expect(parseRoute(linkTo(0, 12))).toEqual({ page: 'passage', passage: 0, fact: 12, wanted: null });
  expect(parseRoute('#/passages')).toMatchObject({ page: 'passages', wanted: null });
  expect(parseRoute(linkToList('wrong'))).toMatchObject({ page: 'passages', wanted: 'wrong' });
});

it('takes any other address for the overview', () => {
  for (const fragment of ['', '#', '#/', '#/passage', '#/passage/x', '#/passage/-1', '#/<script>']) {
    expect(parseRoute(fragment)).toEqual({ page: 'overview', passage: 0, fact: null, wanted: null });
  }
});
