import { expect, it } from 'vitest';
import { declarationOf } from '../../src/config/declarations.ts';

it('writes groups, lists, choices and records with what they mean', () => {
  const text = declarationOf('Settings', {
    type: 'object',
    properties: {
      n: { type: 'integer', description: 'How many.', default: 3 },
      kind: { enum: ['a', 'b'] },
      group: { type: 'object', properties: { on: { type: 'boolean', description: 'Ends */ here.' } } },
      names: { type: 'array', items: { type: ['string', 'number'] } },
      prices: { type: 'object', additionalProperties: { type: 'number' } },
      rule: { oneOf: [{ const: 'fixed' }, { type: 'string' }] },
    },
    required: ['n'],
  });
  expect(text).toBe(`export interface Settings {
  /** How many. Default: 3. */
  n: number;
  kind?: "a" | "b" | undefined;
  group?: {
    /** Ends *\\/ here. */
    on?: boolean | undefined;
  } | undefined;
  names?: (string | number)[] | undefined;
  prices?: { [name: string]: number } | undefined;
  rule?: "fixed" | string | undefined;
}
`);
});
