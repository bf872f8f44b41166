/** Reads what there is to evaluate: a file, standard input, or a prompt given on the command line. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Dataset, type DatasetFormat, openDataset, parseDataset } from '../../datasets/index.ts';
import { InputError } from '../errors.ts';
import type { Host } from './host.ts';

export interface InputOptions {
  dataset?: DatasetFormat | 'auto';
  prompt?: string;
  response?: string;
  responseFile?: string;
  samplesFile?: string;
}

export interface Input extends Dataset {
  /** Absolute; null for what cannot be read a second time. */
  path: string | null;
}

/** @throws InputError when it cannot be read, is malformed, or more or less than one input is named */
export async function readInput(
  source: string | undefined,
  options: InputOptions,
  host: Host,
): Promise<Input> {
  checkCombination(source, options);
  const format = options.dataset ?? 'auto';
  if (options.prompt !== undefined) return readPrompt(options.prompt, options, host);
  if (source === '-') {
    const dataset = parseDataset(await readAll(host.stdin), { source: 'standard input', format });
    return { ...dataset, name: 'stdin', path: null };
  }
  return readInputFile(path.resolve(host.cwd, source ?? ''), format, source ?? '');
}

/** A file again, by the path and format of its run. */
export async function readInputFile(
  file: string,
  format: DatasetFormat | 'auto',
  shown = file,
): Promise<Input> {
  const dataset = await openDataset({ path: file, format }).catch((error: Error) => {
    if (!(error instanceof InputError) || shown === file) throw error;
    throw new InputError(error.message.replaceAll(file, shown), { cause: error });
  });
  return { ...dataset, path: file };
}

function checkCombination(source: string | undefined, options: InputOptions): void {
  const { prompt, response, responseFile, samplesFile } = options;
  if (source === undefined && prompt === undefined) {
    throw new InputError('nothing to evaluate: name a file, - for standard input, --prompt or --resume');
  }
  if (source !== undefined && prompt !== undefined) {
    throw new InputError('name either an input file or --prompt, not both');
  }
  if (prompt === undefined && [response, responseFile, samplesFile].some((given) => given !== undefined)) {
    throw new InputError('--response, --response-file and --samples-file go with --prompt');
  }
  if (response !== undefined && responseFile !== undefined) {
    throw new InputError('give either --response or --response-file, not both');
  }
}

async function readPrompt(prompt: string, options: InputOptions, { cwd }: Host): Promise<Input> {
  const response =
    options.responseFile === undefined ? options.response : await readText(options.responseFile, cwd);
  const samples =
    options.samplesFile === undefined
      ? undefined
      : parseSamples(await readText(options.samplesFile, cwd), options.samplesFile);
  const passage = JSON.stringify([{ id: 'prompt', prompt, response, samples }]);
  return {
    ...parseDataset(passage, { source: 'command line', format: 'jsonl' }),
    name: 'prompt',
    path: null,
  };
}

async function readText(file: string, cwd: string): Promise<string> {
  const bytes = await readFile(path.resolve(cwd, file)).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`${file}: cannot be read (${error.code})`, { cause: error });
  });
  return decoded([bytes], file);
}

async function readAll(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return decoded(chunks, 'standard input');
}

function decoded(chunks: readonly Uint8Array[], source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new InputError(`${source}: is not UTF-8 text`, { cause: error });
  }
}

/** A JSON list of texts, or a JSON string a line. */
function parseSamples(text: string, source: string): string[] {
  const samples =
    parseJson(text) ??
    text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map(parseJson);
  if (Array.isArray(samples) && samples.every((sample) => typeof sample === 'string')) return samples;
  throw new InputError(`${source}: expected a JSON list of texts, or one JSON string a line`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
