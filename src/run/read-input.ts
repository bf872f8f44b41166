/** Reads what there is to evaluate: a file, standard input, or a prompt given on the command line. */
import path from 'node:path';
import {
  cachedDataset,
  cacheFolder,
  type Dataset,
  type DatasetFormat,
  type FieldMap,
  openDataset,
  parseDataset,
  selectedIds,
} from '../../datasets/index.ts';
import { decodeUtf8 } from '../../datasets/json-text.ts';
import { InputError } from '../errors.ts';
import type { Selection } from './input.ts';
import type { Host } from './host.ts';
import { type PromptFiles, readPrompt } from './read-prompt.ts';
import { answerOfFolder, DATA_FILE, isPlainText } from './read-answer.ts';
import { isTextFile } from './read-samples.ts';
import { readText } from './read-text.ts';

export interface InputOptions extends PromptFiles {
  dataset?: DatasetFormat | 'auto';
  /** Where fields of the input are found. */
  map?: FieldMap;
  prompt?: string;
  /** File with the ids of the passages to take. */
  ids?: string;
  /** What samples a passage without any takes. */
  samplesFrom?: 'others';
}

export interface Input extends Dataset {
  /** Absolute; null for what cannot be read a second time. */
  path: string | null;
  /** Where its fields are found; absent where it is not read a second time. */
  map?: FieldMap | undefined;
  /** Text file, absolute, that is the response of a single prompt. */
  responseFile?: string;
  /** Ids of the passages to take; null for all. */
  ids: string[] | null;
  /** The rule by which to draw a part, with the seed of the run; null for none. */
  draw: 'sub-wikibio' | null;
  /** What samples passages without any take; absent for none. */
  samplesFrom?: 'others';
}

/** What of an input a run is about. */
export function selectionOf(
  { ids, draw, samplesFrom }: Pick<Input, 'ids' | 'draw' | 'samplesFrom'>,
  run: { filter?: string | undefined; limit?: number | undefined; seed: number },
): Selection {
  return {
    ...(samplesFrom && { samplesFrom }),
    ids,
    draw: draw && { rule: draw, seed: run.seed },
    filter: run.filter ?? null,
    limit: run.limit ?? null,
  };
}

/**
 * Without a source, a public data set is taken from the cache.
 * @throws InputError when it cannot be read, is malformed, or more or less than one input is named
 */
export async function readInput(
  source: string | undefined,
  options: InputOptions,
  host: Host,
): Promise<Input> {
  const answer = source === undefined ? null : await answerInput(source, options, host);
  if (answer) return withPart(answer, options, host);
  checkCombination(source, options);
  const { dataset: format = 'auto', map } = options;
  if (options.prompt !== undefined)
    return withPart(
      await promptInput({ id: 'prompt', prompt: options.prompt }, options, host),
      options,
      host,
    );
  const file = source === undefined ? fetchedFile(format, host) : path.resolve(host.cwd, source);
  return withPart(await readInputFile(file, format, { map, shown: source }), options, host);
}

/** Where `hallugraph datasets fetch` left the data set of this form. */
function fetchedFile(format: DatasetFormat | 'auto', { env }: Host): string {
  const name = ['sub-wikibio', 'wikibio-reference'].includes(format) ? 'wikibio' : format;
  const file = cachedDataset(name, cacheFolder(env));
  if (file !== null) return file;
  throw new InputError(
    `${name} is not on this machine: get it with hallugraph datasets fetch ${name}, or name your file`,
  );
}

/** Which part of the input to take: the ids of a list, those published, or a draw. */
async function withPart(all: Input, options: InputOptions, host: Host): Promise<Input> {
  const { samplesFrom } = options;
  for (const note of all.notes ?? []) host.stderr.write(`note: ${note}\n`);
  const input: Input = { ...all, ...(samplesFrom && { samplesFrom }) };
  const isSubWikiBio = input.format === 'sub-wikibio';
  const published = isSubWikiBio ? cachedDataset('sub-wikibio', cacheFolder(host.env)) : null;
  const list = options.ids ?? published;
  if (list !== null) return { ...input, ids: await readIds(list, input, host) };
  if (input.format === 'triplecom') {
    throw new InputError('triplecom is a choice of your own passages: name the list of their ids by --ids');
  }
  if (!isSubWikiBio) return input;
  host.stderr.write(
    'note: sub-wikibio is drawn here: all factual passages and 48 others; datasets fetch sub-wikibio gets the published list\n',
  );
  return { ...input, draw: 'sub-wikibio' };
}

async function readIds(list: string, { passages }: Input, { cwd, stderr }: Host): Promise<string[]> {
  const { ids, listed, missing } = selectedIds(await readText(list, cwd), { source: list, passages });
  if (missing.length > 0) {
    const some = missing.slice(0, 3).map((id) => JSON.stringify(id.slice(0, 40)));
    stderr.write(
      `note: ${missing.length} of the ${listed} ids of ${list} are of no passage: ${some.join(', ')}${missing.length > 3 ? ' ...' : ''}\n`,
    );
  }
  return ids;
}

/** A file, also again by the path, format and map of its run. @param options.shown its name in errors */
export async function readInputFile(
  file: string,
  format: DatasetFormat | 'auto',
  { map, shown = file }: { map?: FieldMap | undefined; shown?: string | undefined } = {},
): Promise<Input> {
  const dataset = await openDataset({ path: file, format, map }).catch((error: Error) => {
    if (!(error instanceof InputError) || shown === file) throw error;
    throw new InputError(error.message.replaceAll(file, shown), { cause: error });
  });
  const notes = dataset.notes?.map((note) => note.replaceAll(file, shown));
  return { ...dataset, ...(notes && { notes }), path: file, ...(map && { map }), ids: null, draw: null };
}

/**
 * One answer as plain text: a text file, a folder with one, or standard input. Null for any other input.
 * @throws InputError where there is nothing to compare it with, or options are given that are for passages of a file
 */
async function answerInput(source: string, options: InputOptions, host: Host): Promise<Input | null> {
  const { dataset: format = 'auto', map, ...own } = options;
  if (source === '-') {
    const text = await readAll(host.stdin);
    const isPassages = own.samples === undefined && (format !== 'auto' || map || !isPlainText(text));
    if (!isPassages) return plainInput('stdin', { response: text }, own, host);
    checkCombination(source, options);
    const dataset = parseDataset(text, { source: 'standard input', format, map });
    return { ...dataset, name: 'stdin', path: null, ids: null, draw: null };
  }
  if (format !== 'auto' || map) return null;
  const folder = own.samples === undefined ? await answerOfFolder(source, host.cwd) : null;
  if (folder) return plainInput(source, { responseFile: folder.answer, samples: folder.samples }, own, host);
  const isText =
    own.samples === undefined
      ? isTextFile(source) && isPlainText(await readText(source, host.cwd))
      : !DATA_FILE.test(source);
  return isText ? plainInput(source, { responseFile: source }, own, host) : null;
}

/** @param source the file that names the passage @param answer where its response is from */
async function plainInput(
  source: string,
  answer: Pick<InputOptions, 'response' | 'responseFile' | 'samples'>,
  given: InputOptions,
  host: Host,
): Promise<Input> {
  if (given.response !== undefined || given.responseFile !== undefined)
    throw new InputError(`${source} is an answer; --response and --response-file would be another`);
  const options = { ...given, ...answer };
  const { prompt, samples, samplesFile, reference } = options;
  if ([prompt, samples, samplesFile, reference].every((given) => given === undefined)) {
    throw new InputError(
      `${source === 'stdin' ? 'standard input' : source}: is one text, with nothing to compare it with: give other answers to the same question (--samples a.txt b.txt), or the question (--prompt) so that a model is asked for some`,
    );
  }
  const id = path.parse(source).name;
  return {
    ...(await promptInput({ id, prompt: prompt ?? '' }, options, host)),
    name: path.basename(source),
  };
}

/** A passage that is made up of texts named on the command line. */
async function promptInput(
  { id, prompt }: { id: string; prompt: string },
  options: InputOptions,
  host: Host,
): Promise<Input> {
  const passage = JSON.stringify([{ ...(await readPrompt(prompt, options, host)), id }]);
  const dataset = parseDataset(passage, { source: 'command line', format: 'jsonl' });
  const { responseFile: file } = options;
  const responseFile = file === undefined ? {} : { responseFile: path.resolve(host.cwd, file) };
  return { ...dataset, ...responseFile, name: 'prompt', path: null, ids: null, draw: null };
}

function checkCombination(source: string | undefined, options: InputOptions): void {
  const { prompt, response, responseFile, samples, samplesFile, reference } = options;
  const isPublic = !['auto', 'jsonl', 'triplecom'].includes(options.dataset ?? 'auto');
  if (source === undefined && prompt === undefined && !isPublic) {
    throw new InputError('nothing to evaluate: name a file, - for standard input, --prompt or --resume');
  }
  if (source !== undefined && prompt !== undefined) {
    throw new InputError('name either an input file or --prompt, not both');
  }
  if (prompt === undefined && [response, responseFile, samplesFile].some((given) => given !== undefined)) {
    throw new InputError('--response, --response-file and --samples-file go with --prompt');
  }
  if (prompt === undefined && samples !== undefined) {
    throw new InputError(
      '--samples goes with one answer in a text file or with --prompt; passages of a file bring their own samples',
    );
  }
  if (samples !== undefined && samplesFile !== undefined) {
    throw new InputError('give either --samples or --samples-file, not both');
  }
  if (prompt === undefined && reference !== undefined) {
    throw new InputError('--reference goes with --prompt; passages of a file bring their own context');
  }
  if (response !== undefined && responseFile !== undefined) {
    throw new InputError('give either --response or --response-file, not both');
  }
}

async function readAll(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return decodeUtf8(Buffer.concat(chunks), 'standard input');
}
