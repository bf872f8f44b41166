/** A commented config file: every setting with its meaning, at its default value. */
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, relative } from 'node:path';
import wrapAnsi from 'wrap-ansi';
import { stringify } from 'yaml';
import { configJsonSchema, type JsonSchema } from './json-schema.ts';
import { isPlainObject } from './layers.ts';
import type { PresetName } from './presets.ts';
import { resolveConfig } from './resolve.ts';

const WIDTH = 100;

/**
 * The text of a commented `hallugraph.config.yaml` that starts from `preset`.
 *
 * @param schema where editors find the JSON Schema: a URL, or a path from the folder of the file
 */
export function exampleConfig(preset: PresetName, schema: string): string {
  const { $schema, preset: presetSchema, ...groups } = configJsonSchema().properties ?? {};
  const values = resolveConfig({ preset });
  const lines = [
    `# yaml-language-server: $schema=${schema}`,
    '#',
    '# Every setting is commented out and shows the value that holds without it. To change one, remove the',
    '# "# " in front of it and of the groups above it.',
    '',
    ...explanation(presetSchema ?? {}),
    `preset: ${preset}`,
  ];
  for (const [key, schema] of Object.entries(groups)) {
    lines.push('', ...setting(key, schema, values[key as keyof typeof values]).map((line) => `# ${line}`));
  }
  return `${lines.join('\n')}\n`;
}

/** The path from a folder to the JSON Schema that the build wrote. */
export function schemaPathFrom(folder: string): string {
  const file = createRequire(import.meta.url).resolve('hallugraph/config.schema.json');
  const way = relative(existsSync(folder) ? realpathSync(folder) : folder, file).replaceAll('\\', '/');
  return isAbsolute(way) || way.startsWith('../') ? way : `./${way}`;
}

function setting(key: string, schema: JsonSchema, value: unknown): string[] {
  const inner = schema.properties;
  if (!inner) return [...explanation(schema), ...valueLines(key, value)];
  const nested = Object.entries(inner).flatMap(([name, innerSchema]) =>
    setting(name, innerSchema, isPlainObject(value) ? value[name] : innerSchema.default),
  );
  return [...explanation(schema), `${key}:`, ...nested.map((line) => `  ${line}`)];
}

function valueLines(key: string, value: unknown): string[] {
  return value === undefined
    ? [`${key}:`]
    : stringify({ [key]: value })
        .trimEnd()
        .split('\n');
}

/** The description and the allowed values or range, as comment lines. */
function explanation(schema: JsonSchema): string[] {
  if (schema.description === undefined) return [];
  const text = wrapAnsi(`${schema.description} ${allowed(schema)}`.trimEnd(), WIDTH);
  return text.split('\n').map((line) => `# ${line}`);
}

function allowed({ enum: values, minimum, maximum }: JsonSchema): string {
  if (values) return `[${values.join(' | ')}]`;
  const isLimit = (limit: number | undefined) =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  if (isLimit(minimum) && isLimit(maximum)) return `[${minimum} to ${maximum}]`;
  if (isLimit(minimum)) return `[from ${minimum}]`;
  return isLimit(maximum) ? `[to ${maximum}]` : '';
}
