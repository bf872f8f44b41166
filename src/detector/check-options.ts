/** Checks the arguments of detectors and correctors, which the compiler does not check in JavaScript. */
import { checkOptionNames } from '../common/option-names.ts';
import { ConfigError } from '../errors.ts';

export const closedError = () => new ConfigError('the detector is closed');

/** Of a detector; the type of each is in `DetectorOptions`. */
export const DETECTOR_OPTIONS = ['env', 'calls', 'threads', 'chat', 'embed'];

/** @throws ConfigError for anything but an object */
export function checkSettings(input: unknown): void {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return;
  throw new ConfigError(
    `expected settings, as in { preset: 'local' }, or the address of a service, as in { url }; found ${shown(input)}`,
  );
}

/** @throws ConfigError naming the option that is not known, or the value that cannot be used */
export function checkOptions(options: { threads?: number | undefined }, known: readonly string[]): void {
  checkOptionNames(options, known);
  const { threads = 0 } = options;
  if (Number.isInteger(threads) && threads >= 0) return;
  throw new ConfigError(`threads: expected a whole number, 0 or more, found ${shown(threads)}`);
}

/** @throws ConfigError unless it is a number of passages, possibly without limit */
export function checkConcurrency(concurrency: number): void {
  if (concurrency === Number.POSITIVE_INFINITY || (Number.isInteger(concurrency) && concurrency >= 1)) return;
  throw new ConfigError(`concurrency: expected a whole number, 1 or more, found ${shown(concurrency)}`);
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : String(value).slice(0, 60);
