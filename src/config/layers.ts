/**
 * Layers of settings, lowest first. Each names its source, so that a wrong value can be reported with its place and
 * `config show --sources` can show the layer of each value.
 */
import { isDeepStrictEqual } from 'node:util';

export type Path = readonly string[];
export type SettingsTree = Readonly<Record<string, unknown>>;

export interface Layer {
  /** Its name for users: a file, a flag, an environment variable, a preset. */
  name: string;
  values: SettingsTree;
  /** The line, from 1, where the file sets `path`; null where it does not. */
  lineOf?: (path: Path) => number | null;
}

export function isPlainObject(value: unknown): value is SettingsTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `value` under `path`: `nest(['a', 'b'], 1)` is `{ a: { b: 1 } }`. */
export function nest(path: Path, value: unknown): SettingsTree {
  const nested = path.reduceRight<unknown>((inner, key) => Object.fromEntries([[key, inner]]), value);
  return nested as SettingsTree;
}

/** The value under `path`, or undefined; list items by index. */
export function valueAt(values: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)];
    return isPlainObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
  }, values);
}

/**
 * `upper` merged over `lower`: objects merge, everything else replaces. An object with another `rule` (a threshold)
 * or `method` (a calibration) replaces as a whole, since their keys differ. Undefined counts as not set.
 */
export function mergeValues(lower: unknown, upper: unknown): unknown {
  if (upper === undefined) return lower;
  if (!isPlainObject(lower) || !isPlainObject(upper) || isOtherKind(lower, upper)) return upper;
  const keys = new Set([...Object.keys(lower), ...Object.keys(upper)]);
  const own = (values: SettingsTree, key: string) => (Object.hasOwn(values, key) ? values[key] : undefined);
  return Object.fromEntries([...keys].map((key) => [key, mergeValues(own(lower, key), own(upper, key))]));
}

/** Settings of one kind are not mixed with those of another: thresholds by rule, calibrations by method. */
export function isOtherKind(lower: SettingsTree, upper: SettingsTree): boolean {
  return ['rule', 'method'].some((key) => key in lower && key in upper && lower[key] !== upper[key]);
}

/** The uppermost layer that sets `path`, if any. */
export function layerOf(layers: readonly Layer[], path: Path): Layer | undefined {
  return layers.findLast((layer) => valueAt(layer.values, path) !== undefined);
}

export function placeOf(layer: Layer, path: Path): string {
  const line = layer.lineOf?.(path) ?? null;
  return line === null ? layer.name : `${layer.name}:${line}`;
}

export function leafPaths(values: unknown, path: Path = []): Path[] {
  if (!isPlainObject(values)) return [path];
  return Object.entries(values).flatMap(([key, inner]) => leafPaths(inner, [...path, key]));
}

/** The paths of settings that differ, those of `one` first. */
export function differingPaths(one: unknown, other: unknown): Path[] {
  const paths = new Map([...leafPaths(one), ...leafPaths(other)].map((path) => [path.join('.'), path]));
  return [...paths.values()].filter((path) => !isDeepStrictEqual(valueAt(one, path), valueAt(other, path)));
}

/** Without keys that have no value, such as `sampling:` over nothing but comments. */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null);
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutEmpty(inner)]));
}
