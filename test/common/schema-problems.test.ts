import { expect, it } from 'vitest';
import { z } from 'zod';
import { expectation, firstProblem } from '../../src/common/schema-problems.ts';

it.each<[words: string, schema: z.ZodType, value: unknown]>([
  ['expected a whole number', z.int(), 0.5],
  ['expected a number', z.int(), 'a'],
  ['expected one of a, b', z.enum(['a', 'b']), 'c'],
  ['expected a', z.literal('a'), 'c'],
  ['expected text or a list', z.union([z.string(), z.array(z.string())]), 1],
  ['expected at least 1', z.number().min(1), 0],
  ['expected more than 0', z.number().positive(), 0],
  ['expected at most 1', z.number().max(1), 2],
  ['must not be empty', z.string().min(1), ''],
  ['is odd', z.string().refine(() => false, 'is odd'), 'a'],
])('says: %s', (words, schema, value) => {
  const issue = schema.safeParse(value).error?.issues[0];
  expect(issue && expectation(issue)).toBe(words);
});

it('names the place of the first problem', () => {
  const { error } = z.object({ a: z.array(z.literal('x', 'not x')) }).safeParse({ a: ['x', 'y'] });
  expect(error && firstProblem(error)).toBe('a.1: not x');
});
