import { expect } from 'vitest';
import { InputError } from '../../src/errors.ts';

/** The message of the InputError that `read` must throw. */
export function refusal(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).code).toBe('input');
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}
