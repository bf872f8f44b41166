import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reportJson, reportJsonText, roundedFigure } from '../../src/format/report-json.ts';

it('rounds figures to six significant digits, and what rounding has left of 0 to 0', () => {
  const figures = [
    2.220446049250313e-16,
    -3e-12,
    0.1 + 0.2,
    1 / 3,
    123456.789,
    1234567,
    0.000012345678,
    -0.5,
  ];
  expect(figures.map(roundedFigure)).toEqual([0, 0, 0.3, 0.333333, 123457, 1234567, 0.0000123457, -0.5]);
});

it('changes no figure by more than a millionth of it, and none twice', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const rounded = roundedFigure(value);
      expect(Math.abs(rounded - value)).toBeLessThanOrEqual(Math.max(1e-9, Math.abs(value) * 1e-5));
      expect(roundedFigure(rounded)).toBe(rounded);
    }),
  );
});

it('writes figures at any depth, and nothing else otherwise', () => {
  const record = { a: [0.1 + 0.2, { b: 2 ** 40, c: '0.30000000000000004' }], d: null, e: Number.NaN };
  expect(reportJsonText(record)).toBe(
    '{"a":[0.3,{"b":1099511627776,"c":"0.30000000000000004"}],"d":null,"e":null}',
  );
  expect(reportJson([1.5])).toBe('[\n  1.5\n]\n');
});
