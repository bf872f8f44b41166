/** Errors of a store. */
import { codeReason } from '../files/system-reason.ts';
import { HallugraphError, RunError } from '../errors.ts';

/** An error of the store, not of the passage being processed. */
export class StoreFailure extends RunError {}

/** Turns all errors of a store into {@link StoreFailure}s. @param hide removes passwords from a text */
export function wrapStoreErrors<T extends object>(part: T, hide: (text: string) => string): T {
  const fail = (error: unknown): never => {
    if (error instanceof HallugraphError) throw error;
    throw new StoreFailure(`the store of the queue failed: ${hide(messageOf(error))}`, { cause: error });
  };
  return new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const result: unknown = member.apply(target, args);
        return result instanceof Promise ? result.catch(fail) : result;
      };
    },
  });
}

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  const { code = '', message = String(error) } = (error ?? {}) as NodeJS.ErrnoException;
  const reason = codeReason(code);
  return reason === code ? message || code || 'unknown error' : reason;
}

/** PostgreSQL codes for a lost connection, a restart, and too many clients. */
const UNREACHABLE = /^(08...|57P0[123]|53300)$/;
const SYSTEM = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOENT'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);

/** Whether the server is unreachable for now. Operations are idempotent, so they can be repeated. */
export function isUnreachable(error: Error & { code?: string }): boolean {
  if (error.code === undefined) return /connection terminated|timeout exceeded/i.test(error.message);
  return SYSTEM.has(error.code) || UNREACHABLE.test(error.code);
}

/** PostgreSQL codes for a statement undone because of other transactions: a deadlock, a serialization failure. */
const UNDONE = /^40(P01|001)$/;

/** Whether the same statement may succeed a little later. */
export const isPassing = (error: Error & { code?: string }): boolean =>
  isUnreachable(error) || UNDONE.test(error.code ?? '');
