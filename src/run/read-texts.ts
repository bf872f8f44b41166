/** Text files named on the command line: an answer, other answers, references. */
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { decodeUtf8 } from '../../datasets/json-text.ts';
import { groupBy } from '../common/group-by.ts';
import { jsonIn } from '../common/json-line.ts';
import { InputError } from '../errors.ts';
import { readBytes } from '../files/read-bytes.ts';
import { counted, oneLine } from '../format/text.ts';
import type { Host } from './host.ts';

/** @param shown its name in errors. @throws InputError when it cannot be read, is not UTF-8, or holds a NUL byte */
export const readTextFile = async (file: string, cwd: string, shown = file): Promise<string> =>
  withoutNul(decodeUtf8(await readBytes(path.resolve(cwd, file), shown), shown), shown);

/** @throws InputError for a text with a NUL byte, which only binary files have */
export function withoutNul(text: string, source: string): string {
  if (!text.includes('\0')) return text;
  throw new InputError(`${source}: not text: it holds a NUL byte, as binary files do`);
}

/** @param source its name in errors. @throws InputError for a text that is empty or all white space */
export function filled(text: string, source: string): string {
  if (/\S/.test(text)) return text;
  throw new InputError(`${source}: holds no text`);
}

export const isTextFile = (name: string): boolean => /\.(?:txt|md|markdown|text)$/i.test(name);

export interface PromptFiles {
  response?: string;
  responseFile?: string;
  /** Files, or folders of them. */
  samples?: string[];
  reference?: string[];
}

/** The record of a passage from a prompt and these files. @throws InputError for a file that cannot be used */
export async function readPrompt(prompt: string, options: PromptFiles, host: Pick<Host, 'cwd' | 'stderr'>) {
  const { responseFile, response, samples, reference } = options;
  const { cwd } = host;
  return {
    prompt,
    ...(response !== undefined && { response }),
    ...(responseFile !== undefined && {
      response: filled(await readTextFile(responseFile, cwd), responseFile),
    }),
    ...(samples && { samples: await readSamples(samples, responseFile, host) }),
    ...(reference && { context: await readReferences(reference, cwd) }),
  };
}

/** Each file is a text, or a JSON list of texts. */
async function readReferences(files: readonly string[], cwd: string): Promise<string[]> {
  const texts: string[] = [];
  for (const file of files) {
    const text = await readTextFile(file, cwd);
    const list = jsonIn(text);
    const ofFile = Array.isArray(list) ? list : [text];
    if (!ofFile.every((item) => typeof item === 'string'))
      throw new InputError(`${file}: expected a JSON list of texts`);
    if (!ofFile.some((item) => item.trim() !== ''))
      throw new InputError(`${file}: holds no text to check against`);
    texts.push(...ofFile);
  }
  return texts;
}

/** The texts of files, and of all text files in folders by name. @param answer excluded from folders */
async function readSamples(
  sources: readonly string[],
  answer: string | undefined,
  host: Pick<Host, 'cwd' | 'stderr'>,
): Promise<string[]> {
  const own = answer === undefined ? null : path.resolve(host.cwd, answer);
  const found: { file: string; texts: string[] }[] = [];
  for (const source of sources) {
    const place = path.resolve(host.cwd, source);
    if (place === own) throw new InputError(`--samples ${source}: is the answer itself`);
    const isFolder = (await stat(place).catch(() => null))?.isDirectory();
    const files = isFolder ? await textFilesOf(source, own, host) : [source];
    for (const file of files) found.push({ file, texts: await samplesOfFile(file, host.cwd) });
  }
  for (const note of equalFileNotes(found)) host.stderr.write(`note: ${note}\n`);
  return found.flatMap(({ texts }) => texts);
}

/** `--samples: a.txt and b.txt hold the same: each is counted, but they are one witness`. */
function equalFileNotes(found: readonly { file: string; texts: readonly string[] }[]): string[] {
  const groups = groupBy(found, ({ texts }) => JSON.stringify(texts.map((text) => text.trim())));
  return [...groups.values()].flatMap((equal) => {
    const [last, ...others] = equal.map(({ file }) => file).reverse();
    if (others.length === 0) return [];
    const names = `${others.reverse().join(', ')} and ${last}`;
    return [oneLine(`--samples: ${names} hold the same: each is counted, but they are one witness`)];
  });
}

async function textFilesOf(
  source: string,
  answer: string | null,
  { cwd, stderr }: Pick<Host, 'cwd' | 'stderr'>,
): Promise<string[]> {
  const folder = path.resolve(cwd, source);
  const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => !entry.isDirectory());
  const names = entries.map(({ name }) => name).filter((name) => path.join(folder, name) !== answer);
  const texts = names.filter(isTextFile).sort();
  const left = names.filter((name) => !isTextFile(name) && !name.startsWith('.')).sort();
  if (texts.length === 0) throw new InputError(`--samples ${source}: holds no .txt or .md file`);
  if (left.length > 0)
    stderr.write(
      `note: ${source}: ${counted(left.length, 'file')} ignored, not .txt or .md: ${left.slice(0, 3).join(', ')}\n`,
    );
  return texts.map((name) => path.join(source, name));
}

async function samplesOfFile(file: string, cwd: string): Promise<string[]> {
  const text = await readTextFile(file, cwd);
  const samples = /\.(?:json|jsonl|ndjson)$/i.test(file) ? parseSamples(text, file) : [text];
  if (samples.length === 0) filled('', `--samples ${file}`);
  return samples.map((sample) => filled(sample, `--samples ${file}`));
}

/** A JSON list of texts, or a JSON string a line. */
function parseSamples(text: string, source: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const samples = jsonIn(text) ?? lines.map(jsonIn);
  if (Array.isArray(samples) && samples.every((sample) => typeof sample === 'string')) return samples;
  throw new InputError(`${source}: expected a JSON list of texts, or one JSON string a line`);
}
