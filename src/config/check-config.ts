/**
 * Merges layers, validates the result, and reports for each fault the path, what was expected and where it is
 * written.
 */
import { nearestName } from '../common/option-names.ts';
import { expectation, type SchemaIssue } from '../common/schema-problems.ts';
import { ConfigError } from '../errors.ts';
import { configJsonSchema, keysAt } from './json-schema.ts';
import { type Layer, layerOf, mergeValues, type Path, placeOf, valueAt } from './layers.ts';
import { type Config, configSchema } from './schema.ts';

/** @throws ConfigError with one line for each fault */
export function checkConfig(layers: readonly Layer[]): Config {
  const merged = layers.map((layer) => layer.values as unknown).reduce(mergeValues, {});
  const result = configSchema.safeParse(merged);
  if (result.success) return result.data;
  const faults = result.error.issues.flatMap((issue) => describeIssue(issue, layers, merged));
  throw new ConfigError(faults.join('\n'));
}

function describeIssue(issue: SchemaIssue, layers: readonly Layer[], merged: unknown): string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    const rule = valueAt(merged, [...path, 'rule']);
    return issue.keys.map((key) => withPlace([...path, key], unknownKey({ path, key, rule }), layers));
  }
  const value = valueAt(merged, path);
  const written = value === undefined ? path.slice(0, -1) : path;
  return [withPlace(path, `${expected(issue)}${received(issue, path, value)}`, layers, written)];
}

function withPlace(path: Path, fault: string, layers: readonly Layer[], written = path): string {
  const place = nearestPlace(written, layers);
  const name = path.join('.');
  return [place, name, fault].filter((part) => part !== '').join(': ');
}

/** Where the value is written; for a missing value, where its parent is. */
function nearestPlace(path: Path, layers: readonly Layer[]): string {
  for (let length = path.length; length > 0; length--) {
    const layer = layerOf(layers, path.slice(0, length));
    if (layer) return placeOf(layer, path.slice(0, length));
  }
  return layers.at(-1)?.name ?? '';
}

function unknownKey({ path, key, rule }: { path: Path; key: string; rule: unknown }): string {
  const keys = keysAt(configJsonSchema(), path);
  if (keys.includes(key)) return `not a key of rule ${rule}`;
  if (path[0] === 'models' && key === 'provider') return NO_PROVIDER;
  const match = nearestName(key, keys);
  if (match !== undefined) return `unknown key; did you mean ${match}?`;
  return keys.length === 0 ? 'unknown key' : `unknown key; known are ${keys.join(', ')}`;
}

const NO_PROVIDER =
  'no longer a setting: every chat model is asked over the OpenAI protocol, local ones by their server (Ollama, llama.cpp, vLLM), which baseUrl names';

function expected(issue: SchemaIssue): string {
  if (issue.code === 'invalid_type' && issue.expected === 'object') return 'expected a group of settings';
  if (issue.code !== 'invalid_format') return expectation(issue);
  return issue.format === 'url' ? 'expected a URL with http:// or https://' : `expected ${issue.message}`;
}

const SECRET = ['headers', 'baseUrl', 'apiKeyEnv'];

/** The value found, unless it may be a secret in the wrong place. */
function received(issue: SchemaIssue, path: Path, value: unknown): string {
  if (issue.code === 'invalid_format' || issue.code === 'custom') return '';
  if (issue.code === 'too_small' && typeof value !== 'number') return '';
  if (path.some((key) => SECRET.includes(key))) return '';
  if (value === undefined) return ', found nothing';
  if (typeof value === 'object') return value === null ? ', found nothing' : ', found a list or group';
  return `, found ${(typeof value === 'string' ? JSON.stringify(value) : String(value)).slice(0, 60)}`;
}
