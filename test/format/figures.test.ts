import { expect, it } from 'vitest';
import { bracketed, threeDecimals, withInterval } from '../../src/format/figures.ts';

it('prints figures as papers do', () => {
  expect([0.7724, -0.12, 1, 0, -0.0001, 12.5, -1.25].map(threeDecimals)).toEqual([
    '.772',
    '−.120',
    '1.000',
    '.000',
    '.000',
    '12.500',
    '−1.250',
  ]);
  expect([threeDecimals(null), threeDecimals(undefined)]).toEqual(['–', '–']);
  expect(bracketed([-0.05, 0.853])).toBe('[−.050, .853]');
});

it('puts the interval behind a value that there is', () => {
  expect([
    withInterval(0.5, [0.4, 0.61]),
    withInterval(0.5, null),
    withInterval(0.5),
    withInterval(null, [0, 1]),
    withInterval(undefined),
  ]).toEqual(['.500 [.400, .610]', '.500', '.500', '–', '–']);
});
