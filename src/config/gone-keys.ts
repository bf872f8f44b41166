/** Keys that earlier versions knew: named with what became of them, and passed over in what such a version wrote. */
import { isValues, type Path } from './layers.ts';

const ALL_AT_ONCE = 'all draws and samples are taken at once';
const CONSTANT = 'its default holds';
const EVIDENCE = 'the place of the evidence is what is found';

const GONE = new Map([
  ['sampling.stopping', ALL_AT_ONCE],
  ['sampling.stoppingError', ALL_AT_ONCE],
  ['verification.stopping', ALL_AT_ONCE],
  ['verification.stoppingError', ALL_AT_ONCE],
  ['reference.locate', EVIDENCE],
  ['reference.locateThreshold', EVIDENCE],
  ['verification.embeddingMatch', CONSTANT],
  ['uncertainty.topLogprobs', CONSTANT],
  ['uncertainty.vocabulary', CONSTANT],
]);

/** What became of a key; undefined for one that never was. */
export const goneKey = (path: Path): string | undefined => GONE.get(path.join('.'));

/** The configuration of a run as an earlier version wrote it, without the keys that are gone. */
export function withoutGoneKeys(values: unknown, path: Path = []): unknown {
  if (!isValues(values)) return values;
  const known = Object.entries(values).filter(([key]) => goneKey([...path, key]) === undefined);
  return Object.fromEntries(known.map(([key, inner]) => [key, withoutGoneKeys(inner, [...path, key])]));
}
