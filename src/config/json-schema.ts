/** The configuration as JSON Schema, for editors and for code that walks its keys. */
import { z } from 'zod';
import type { Path } from './layers.ts';
import { configSchema } from './schema.ts';

/** The part of JSON Schema that the configuration uses. */
export interface JsonSchema {
  $schema?: string;
  title?: string;
  type?: string | string[];
  description?: string;
  default?: unknown;
  enum?: string[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | false;
  items?: JsonSchema;
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
}

/** @param io `input`: of a config file; `output`: of a complete configuration */
export function configJsonSchema(io: 'input' | 'output' = 'input'): JsonSchema {
  const schema = z.toJSONSchema(configSchema, { io }) as JsonSchema;
  return { ...schema, title: 'hallugraph configuration' };
}

/** The keys an object at `path` may have; empty where there is no object. */
export function keysAt(schema: JsonSchema, path: Path): string[] {
  const options = schema.oneOf ?? [schema];
  const [key, ...rest] = path;
  if (key === undefined)
    return [...new Set(options.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  return options.flatMap(({ properties }) => {
    const inner = properties && Object.hasOwn(properties, key) ? properties[key] : undefined;
    return inner ? keysAt(inner, rest) : [];
  });
}
