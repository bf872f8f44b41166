import { expect, it } from 'vitest';
import { z } from 'zod';
import { jsonIn, parseJsonLine } from '../../src/common/json-line.ts';

const parse = (line: string) =>
  parseJsonLine(line, z.object({ a: z.literal(1, 'not one') }), (problem) => new RangeError(problem));

it('gives the value of a line that fits', () => {
  expect(parse('{"a":1,"b":2}')).toEqual({ a: 1 });
});

it('gives nothing for what is not JSON', () => {
  expect([jsonIn('[1]'), jsonIn('null'), jsonIn('[1')]).toEqual([[1], null, undefined]);
});

it.each([
  ['{"a":', 'not JSON'],
  ['{"a":2}', 'a: not one'],
])('says what is wrong with %s', (line, problem) => {
  expect(() => parse(line)).toThrow(new RangeError(problem));
});
