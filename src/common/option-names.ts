/** Names of options and settings that are not known. */
import { closestMatch } from 'leven';
import { ConfigError } from '../errors.ts';

/** The known name that is probably meant; undefined where none is near. */
export const nearestName = (name: string, known: readonly string[]): string | undefined =>
  closestMatch(name, known, { maxDistance: Math.min(3, Math.floor(name.length / 2)) });

/** @throws ConfigError naming the first option that is not known */
export function checkOptionNames(given: object, known: readonly string[]): void {
  const name = Object.keys(given).find((key) => !known.includes(key));
  if (name !== undefined) throw new ConfigError(`${name}: ${unknownOption(name, known)}`);
}

export function unknownOption(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return `unknown option; ${near === undefined ? `known are ${known.join(', ')}` : `did you mean ${near}?`}`;
}
