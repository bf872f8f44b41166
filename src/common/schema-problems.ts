/** What is wrong with a value that does not fit a schema, in words. */
import type { z } from 'zod';

export type SchemaIssue = z.core.$ZodIssue;

/** The first problem with its place: `samples.0: expected text`. */
export function firstProblem({ issues: [issue] }: z.ZodError): string {
  return [issue?.path.join('.'), issue?.message].filter(Boolean).join(': ');
}

const TYPES: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** `expected a whole number`, `expected at least 1`; the message of an issue of another kind. */
export function expectation(issue: SchemaIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return expectedOf(issue.values);
    case 'invalid_union':
      return 'options' in issue ? expectedOf(issue.options as unknown[]) : expectedForms(issue);
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return 'must not be empty';
      return `expected ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
    case 'too_big':
      return `expected ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`;
    default:
      return issue.message;
  }
}

const expectedOf = (values: readonly unknown[]): string =>
  `expected ${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')}`;

/** `expected text or a list`, where no variant matches. */
function expectedForms({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const types = errors.flatMap(([issue]) =>
    issue?.code === 'invalid_type' ? (TYPES[issue.expected] ?? issue.expected) : [],
  );
  return types.length === 0 ? 'not among the forms allowed' : `expected ${[...new Set(types)].join(' or ')}`;
}
