/**
 * The configuration as TypeScript interfaces with the descriptions of the schema, for editors; the build replaces the
 * inferred types with them.
 */
import { writeFile } from 'node:fs/promises';
import { configJsonSchema, type JsonSchema } from './json-schema.ts';

export async function writeDeclarations(file: string): Promise<void> {
  const input = declarationOf('ConfigInput', configJsonSchema('input'));
  const output = declarationOf('Config', configJsonSchema('output'));
  await writeFile(
    file,
    `/** What a user writes: any part of it. */\n${input}\n/** Every default filled in. */\n${output}`,
  );
}

export function declarationOf(name: string, schema: JsonSchema): string {
  return `export interface ${name} ${typeOf(schema, '')}\n`;
}

function typeOf(schema: JsonSchema, indent: string): string {
  const { type, properties, items, additionalProperties: values } = schema;
  const options = schema.oneOf ?? schema.anyOf;
  if (options) return options.map((option) => typeOf(option, indent)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(type)) return type.join(' | ');
  if (type === 'integer') return 'number';
  if (type === 'array') return `(${typeOf(items ?? {}, indent)})[]`;
  if (type !== 'object') return type ?? 'unknown';
  if (!properties) return `{ [name: string]: ${typeOf(values || {}, indent)} }`;
  const inner = `${indent}  `;
  const required = new Set(schema.required);
  const lines = Object.entries(properties).map(([key, property]) => {
    const end = required.has(key) ? '' : '?';
    const maybe = required.has(key) ? '' : ' | undefined';
    return `${docOf(property, inner)}${inner}${key}${end}: ${typeOf(property, inner)}${maybe};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function docOf({ description, default: value }: JsonSchema, indent: string): string {
  const isPlain = value !== undefined && typeof value !== 'object';
  const text = [description, isPlain ? `Default: ${JSON.stringify(value)}.` : ''].filter(Boolean).join(' ');
  return text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`;
}
