/** Reads the input of a run: a file, standard input, one answer as text, or a prompt given on the command line. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { headerField, nearField } from '../../datasets/field-names.ts';
import type { Dataset, DatasetFormat, FieldMap } from '../../datasets/index.ts';
import {
  cachedDataset,
  cacheFolder,
  openDataset,
  PASSAGE_FIELDS,
  parseDataset,
  selectedIds,
} from '../../datasets/index.ts';
import { decodeUtf8 } from '../../datasets/json-text.ts';
import { InputError } from '../errors.ts';
import type { Host } from './host.ts';
import { filled, isTextFile, type PromptFiles, readPrompt, readTextFile, withoutNul } from './read-texts.ts';
import type { Selection } from './select-passages.ts';

export interface InputOptions extends PromptFiles {
  dataset?: DatasetFormat | 'auto';
  map?: FieldMap;
  prompt?: string;
  ids?: string;
  samplesFrom?: 'others';
  /** What the message on one text alone asks for. */
  besideText?: string | undefined;
}

const BESIDE_TEXT =
  'other answers to the same question (--samples a.txt b.txt), or the question (--prompt), to draw samples from a model';

export interface Input extends Dataset {
  /** Absolute; null for what cannot be read a second time. */
  path: string | null;
  map?: FieldMap | undefined;
  /** Of a single prompt, absolute. */
  responseFile?: string;
  /** Null: all passages. */
  ids: string[] | null;
  /** The rule by which a part is drawn, with the seed of the run. */
  draw: 'sub-wikibio' | null;
  samplesFrom?: 'others';
}

export const selectionOf = (
  { ids, draw, samplesFrom }: Pick<Input, 'ids' | 'draw' | 'samplesFrom'>,
  { filter, limit, seed }: { filter?: string | undefined; limit?: number | undefined; seed: number },
): Selection => ({
  ...(samplesFrom && { samplesFrom }),
  ...{ ids, draw: draw && { rule: draw, seed }, filter: filter ?? null, limit: limit ?? null },
});

/** Without source and prompt: a public data set of the cache. @throws InputError for none, several, or a malformed one */
export async function readInput(
  source: string | undefined,
  options: InputOptions,
  host: Host,
): Promise<Input> {
  return withPart(await readWhole(source, options, host), options, host);
}

async function readWhole(source: string | undefined, options: InputOptions, host: Host): Promise<Input> {
  const answer = source === undefined ? null : await answerInput(source, options, host);
  if (answer) return answer;
  checkCombination(source, options);
  const { dataset: format = 'auto', map, prompt } = options;
  if (prompt !== undefined) return promptInput({ id: 'prompt', prompt }, options, host);
  const file = source === undefined ? fetchedFile(format, host) : path.resolve(host.cwd, source);
  return readInputFile(file, format, { map, shown: source });
}

/** The data set of this format that `hallugraph datasets fetch` downloaded. */
function fetchedFile(format: DatasetFormat | 'auto', { env }: Host): string {
  const name = ['sub-wikibio', 'wikibio-reference'].includes(format) ? 'wikibio' : format;
  const file = cachedDataset(name, cacheFolder(env));
  if (file !== null) return file;
  throw new InputError(
    `${name} is not on this machine: download it with hallugraph datasets fetch ${name}, or name a file`,
  );
}

/** Adds the part to take: listed or published ids, or a draw. */
async function withPart(all: Input, { samplesFrom, ids }: InputOptions, host: Host): Promise<Input> {
  for (const note of all.notes ?? []) host.stderr.write(`note: ${note}\n`);
  const input: Input = { ...all, ...(samplesFrom && { samplesFrom }) };
  const isSubWikiBio = input.format === 'sub-wikibio';
  const published = isSubWikiBio ? cachedDataset('sub-wikibio', cacheFolder(host.env)) : null;
  const list = ids ?? published;
  if (list !== null) return { ...input, ids: await readIds(list, input, host) };
  if (input.format === 'triplecom') {
    throw new InputError('triplecom is a selection of passages: give the list of their ids with --ids');
  }
  if (!isSubWikiBio) return input;
  host.stderr.write(
    'note: sub-wikibio is drawn here: all factual passages and 48 others; datasets fetch sub-wikibio gets the published list\n',
  );
  return { ...input, draw: 'sub-wikibio' };
}

async function readIds(list: string, { passages }: Input, { cwd, stderr }: Host): Promise<string[]> {
  const { ids, listed, missing } = selectedIds(await readTextFile(list, cwd), { source: list, passages });
  if (missing.length > 0) {
    const some = missing.slice(0, 3).map((id) => JSON.stringify(id.slice(0, 40)));
    stderr.write(
      `note: ${missing.length} of the ${listed} ids in ${list} match no passage: ${some.join(', ')}${missing.length > 3 ? ' ...' : ''}\n`,
    );
  }
  return ids;
}

/** @param options.shown its name in errors */
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
 * One answer as plain text: a text file, a folder with one, or standard input; passages on standard input are read here
 * too, since it can be read only once. Null for any other file.
 *
 * @throws InputError if there is nothing to compare it with, or for options of passage files
 */
async function answerInput(source: string, options: InputOptions, host: Host): Promise<Input | null> {
  const { dataset: format = 'auto', map, ...own } = options;
  const { samples } = own;
  if (source === '-') {
    const text = await readAll(host.stdin);
    const isPassages = samples === undefined && (format !== 'auto' || map || !isPlainText(text));
    if (!isPassages) return textInput('stdin', { response: filled(text, 'standard input') }, own, host);
    checkCombination(source, options);
    const dataset = parseDataset(text, { source: 'standard input', format, map });
    return { ...dataset, name: 'stdin', path: null, ids: null, draw: null };
  }
  if (format !== 'auto' || map) return null;
  const responseFile = await answerOfFolder(source, host.cwd);
  if (samples !== undefined) {
    if (DATA_FILE.test(source)) return null;
    return textInput(source, { responseFile: responseFile ?? (await textFile(source, host)) }, own, host);
  }
  if (responseFile !== null) return textInput(source, { responseFile, samples: [source] }, own, host);
  const isText = isTextFile(source) && isPlainText(await readTextFile(source, host.cwd));
  return isText ? textInput(source, { responseFile: source }, own, host) : null;
}

const DATA_FILE = /\.(?:jsonl?|ndjson|csv|tsv)$/i;
const ANSWER_FILE = /^(?:answer|response)\.(?:txt|md|markdown|text)$/i;

/** Whether a text is neither JSON nor a table with our columns. */
export function isPlainText(text: string): boolean {
  if (/^\s*(?:[{[]|$)/.test(text)) return false;
  const [header = ''] = text.trimStart().split('\n', 1);
  const cells = header.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"|"$/g, ''));
  const isNear = (cell: string) =>
    cells.length > 1 && !cell.includes(' ') && nearField(cell, []) !== undefined;
  return !cells.some((cell) => PASSAGE_FIELDS.includes(headerField(cell)) || isNear(cell));
}

/** The file with the answer in a folder of texts; null for a folder of data files, or no folder. */
async function answerOfFolder(source: string, cwd: string): Promise<string | null> {
  const folder = path.resolve(cwd, source);
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) return null;
  const names = await readdir(folder);
  const texts = names.filter(isTextFile).sort();
  const [first] = texts;
  const isOfData = names.some((name) => DATA_FILE.test(name));
  if (first === undefined && !isOfData)
    throw new InputError(
      `${source}: is a folder without an answer.txt or response.txt, or passages in .jsonl or .json files`,
    );
  if (first === undefined || isOfData) return null;
  const answer = texts.find((name) => ANSWER_FILE.test(name));
  if (answer !== undefined) return path.join(source, answer);
  const example = `${path.join(source, first)} --samples ${source}`;
  throw new InputError(`${source}: which of its texts is the answer? Name it, as in ${example}`);
}

/** @throws InputError for a folder */
async function textFile(source: string, { cwd }: Pick<Host, 'cwd'>): Promise<string> {
  const found = await stat(path.resolve(cwd, source)).catch(() => null);
  if (!found?.isDirectory()) return source;
  throw new InputError(`${source}: is a folder without an answer.txt or response.txt`);
}

async function textInput(
  source: string,
  answer: Pick<InputOptions, 'response' | 'responseFile' | 'samples'>,
  given: InputOptions,
  host: Host,
): Promise<Input> {
  if (given.response !== undefined || given.responseFile !== undefined)
    throw new InputError(`${source} is the answer already; remove --response or --response-file`);
  const options = { ...given, ...answer };
  const { prompt, samples, reference, besideText = BESIDE_TEXT } = options;
  if ([prompt, samples, reference].every((one) => one === undefined)) {
    throw new InputError(
      `${source === 'stdin' ? 'standard input' : source}: is one text without anything to compare it with: give ${besideText}`,
    );
  }
  const { name: id } = path.parse(source);
  const input = await promptInput({ id, prompt: prompt ?? '' }, options, host);
  return { ...input, name: path.basename(source) };
}

/** A passage from the texts named on the command line. */
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
  const { prompt, response, responseFile, samples, reference, dataset = 'auto' } = options;
  const isGiven = (...values: unknown[]) => values.some((value) => value !== undefined);
  const refuse = (isWrong: boolean, message: string) => {
    if (isWrong) throw new InputError(message);
  };
  refuse(
    !isGiven(source, prompt) && ['auto', 'jsonl', 'triplecom'].includes(dataset),
    'nothing to evaluate: name a file, - for standard input, --prompt or --resume',
  );
  refuse(isGiven(source) && isGiven(prompt), 'name either an input file or --prompt, not both');
  if (isGiven(prompt)) return;
  refuse(isGiven(response, responseFile), '--response and --response-file need --prompt');
  refuse(
    isGiven(samples),
    '--samples needs one answer in a text file, or --prompt; passages of a file have their own samples',
  );
  refuse(isGiven(reference), '--reference needs --prompt; passages of a file have their own context');
}

async function readAll(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return withoutNul(decodeUtf8(Buffer.concat(chunks), 'standard input'), 'standard input');
}
