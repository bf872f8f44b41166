/**
 * Reads the prompt files of this folder, and a user's own copies of some of them, and checks each when read:
 * its fields, that the variables declared are those used, and the answer schema, which gets the strict form
 * (objects with every property required and no others) that services can enforce.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { PromptError } from '../src/errors.ts';
import {
  answerNotice,
  DATA_NOTICE,
  type Prompt,
  type PromptSet,
  placeholdersIn,
} from '../src/models/prompt.ts';

export type { PromptSet } from '../src/models/prompt.ts';

const promptFileSchema = z.strictObject({
  name: z.string().min(1),
  version: z.int().min(1),
  description: z.string().min(1),
  variables: z.array(z.string().regex(/^[a-zA-Z][a-zA-Z0-9]*$/)),
  system: z.string().min(1),
  user: z.string().min(1),
  answer: z.record(z.string(), z.unknown()),
});

/** A key or index path into a prompt file. */
type Path = readonly (string | number)[];

/**
 * The prompts of the package, each read when it is asked for; a file of the same name in `dir` replaces one of them,
 * and must declare the same variables and answer fields, because the code that uses them stays the same. The files
 * in `dir` are read and checked here.
 *
 * @throws PromptError naming file, line and field
 */
export async function loadPrompts(options: { dir?: string | undefined } = {}): Promise<PromptSet> {
  const folder = packagedPrompts();
  const packaged = new Map(promptFiles(folder).map((name) => [nameOf(name), join(folder, name)]));
  const loaded = new Map<string, Prompt>();
  const read = (name: string): Prompt | undefined => {
    const path = packaged.get(name);
    return path === undefined ? undefined : readPrompt(new PromptFile(path)).prompt;
  };
  for (const file of options.dir === undefined ? [] : promptFiles(options.dir)) {
    const own = readPrompt(new PromptFile(join(options.dir as string, file)));
    const { name } = own.prompt;
    if (loaded.has(name)) throw own.file.error(['name'], 'stands in two files');
    checkReplaces(own, read(name));
    loaded.set(name, own.prompt);
  }
  const get = (name: string): Prompt => {
    const prompt = loaded.get(name) ?? read(name);
    if (prompt === undefined) throw new PromptError(`there is no prompt "${name}"`);
    loaded.set(name, prompt);
    return prompt;
  };
  return {
    get,
    get all() {
      return [...packaged.keys()].sort().map(get);
    },
  };
}

/** The prompt files stay beside package.json, wherever this module was built to. */
function packagedPrompts(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new PromptError('the prompts folder of the package is missing');
    folder = parent;
  }
  return join(folder, 'prompts');
}

function promptFiles(dir: string): string[] {
  try {
    return readdirSync(dir)
      .filter((name) => /\.ya?ml$/.test(name))
      .sort();
  } catch (cause) {
    throw new PromptError(`prompt folder "${dir}" cannot be read`, { cause });
  }
}

const nameOf = (file: string): string => basename(file).replace(/\.ya?ml$/, '');

type LoadedPrompt = ReturnType<typeof readPrompt>;

function readPrompt(file: PromptFile) {
  const parsed = promptFileSchema.safeParse(file.content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw file.error((issue?.path ?? []) as Path, issue?.message ?? 'is not valid');
  }
  const { data } = parsed;
  if (data.name !== nameOf(file.path)) throw file.error(['name'], 'is not the name of the file');
  const [misplaced] = placeholdersIn(data.system);
  if (misplaced !== undefined) {
    throw file.error(['system'], `uses {{${misplaced}}}: variables are data and belong in the user text`);
  }
  const used = placeholdersIn(data.user);
  for (const name of used.filter((name) => !data.variables.includes(name))) {
    throw file.error(['user'], `uses {{${name}}}, which is not declared`);
  }
  for (const name of data.variables.filter((name) => !used.includes(name))) {
    throw file.error(['variables', data.variables.indexOf(name)], `"${name}" is not used`);
  }
  if (data.answer.type !== 'object' && data.answer.type !== 'string') {
    throw file.error(['answer', 'type'], 'must be object, or string for plain text');
  }
  makeStrict(data.answer, ['answer'], file);
  const { name, version, system, user, answer } = data;
  const content = JSON.stringify([name, version, system, answerNotice(answer), DATA_NOTICE, user, answer]);
  return { prompt: { ...data, hash: createHash('sha256').update(content).digest('hex') }, file };
}

/** Checks one schema node and those below it, and says of objects what they leave out. */
function makeStrict(node: unknown, path: Path, file: PromptFile): void {
  if (!isRecord(node)) throw file.error(path, 'is not a schema');
  if (!['type', 'anyOf', '$ref', 'enum', 'const'].some((keyword) => keyword in node)) {
    throw file.error(path, 'has no type');
  }
  if (node.type === 'object') {
    if (!isRecord(node.properties)) throw file.error(path, 'has no properties');
    const names = Object.keys(node.properties);
    node.required ??= names;
    node.additionalProperties ??= false;
    const required = Array.isArray(node.required) ? node.required : [];
    if (node.additionalProperties !== false) throw file.error(path, 'must have additionalProperties: false');
    if (required.length !== names.length || names.some((name) => !required.includes(name))) {
      throw file.error([...path, 'required'], 'must list every property');
    }
  }
  if (node.type === 'array' && !('items' in node)) throw file.error(path, 'has no items');
  if ('items' in node) makeStrict(node.items, [...path, 'items'], file);
  for (const group of ['properties', '$defs']) {
    if (!isRecord(node[group])) continue;
    for (const [name, child] of Object.entries(node[group])) makeStrict(child, [...path, group, name], file);
  }
  if (Array.isArray(node.anyOf)) {
    for (const [index, child] of node.anyOf.entries()) makeStrict(child, [...path, 'anyOf', index], file);
  }
}

function checkReplaces({ prompt, file }: LoadedPrompt, expected: Prompt | undefined): void {
  if (expected === undefined) throw file.error(['name'], `there is no prompt "${prompt.name}" to replace`);
  if (!sameNames(prompt.variables, expected.variables)) {
    throw file.error(['variables'], `must be ${expected.variables.join(', ')}`);
  }
  const fieldsOf = ({ answer }: Prompt) => Object.keys(answer.properties ?? {});
  const fields = fieldsOf(expected);
  if (prompt.answer.type !== expected.answer.type || !sameNames(fieldsOf(prompt), fields)) {
    throw file.error(['answer', 'properties'], `must be ${fields.join(', ')}`);
  }
}

function sameNames(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name) => right.includes(name));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One YAML file that knows the line of each of its fields. */
class PromptFile {
  readonly content: unknown;
  readonly path: string;
  readonly #lines = new LineCounter();
  readonly #document: Document;

  constructor(path: string) {
    this.path = path;
    this.#document = parseDocument(readFileSync(path, 'utf8'), { lineCounter: this.#lines });
    const [broken] = this.#document.errors;
    if (broken !== undefined) {
      throw new PromptError(`${path}:${broken.linePos?.[0].line ?? 1}: ${broken.message}`, { cause: broken });
    }
    this.content = this.#document.toJS();
  }

  /** An error at a field, or at the nearest field above it that exists. */
  error(path: Path, problem: string): PromptError {
    const field = path.length === 0 ? 'the file' : path.join('.');
    return new PromptError(`${this.path}:${this.#lineOf(path)}: ${field}: ${problem}`);
  }

  #lineOf(path: Path): number {
    for (let length = path.length; length > 0; length--) {
      const node = this.#document.getIn(path.slice(0, length), true) as
        | { range?: [number, number, number] }
        | undefined;
      if (node?.range) return this.#lines.linePos(node.range[0]).line;
    }
    return 1;
  }
}
