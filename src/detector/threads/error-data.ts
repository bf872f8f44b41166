/** Errors as plain data, since errors sent between threads lose class and fields. */
import * as thrown from '../../errors.ts';

export interface ErrorData {
  /** The class in `errors.ts`; null for any other error. */
  kind: string | null;
  message: string;
  stack: string | undefined;
  /** Further fields with plain values, such as `name`, `code` and `status`. */
  fields: Record<string, unknown>;
  cause?: ErrorData;
}

type ErrorClass = typeof thrown.HallugraphError;

const CLASSES = Object.entries(thrown).filter(
  (entry): entry is [string, ErrorClass] =>
    typeof entry[1] === 'function' && entry[1].prototype instanceof thrown.HallugraphError,
);

export function errorData(error: unknown): ErrorData {
  if (!(error instanceof Error)) return errorData(new Error(String(error)));
  const { name, message, stack, cause } = error;
  return {
    kind: CLASSES.find(([, type]) => error instanceof type)?.[0] ?? null,
    ...{ message, stack },
    fields: Object.fromEntries(Object.entries({ ...error, name }).filter(([, value]) => isPlain(value))),
    ...(cause !== undefined && { cause: errorData(cause) }),
  };
}

export function errorOf({ kind, message, stack, fields, cause }: ErrorData): Error {
  const error = new Error(message, cause && { cause: errorOf(cause) });
  const type = CLASSES.find(([known]) => known === kind)?.[1];
  if (type) Object.setPrototypeOf(error, type.prototype);
  Object.defineProperty(error, 'stack', { value: stack, configurable: true, writable: true });
  return Object.assign(error, fields);
}

const isPlain = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);
