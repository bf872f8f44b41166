/** The passages to submit. JSON Lines are streamed twice (checksum, then jobs), so the file size is not limited. */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { parseDataset, readJsonLines } from '../../datasets/index.ts';
import type { Config } from '../config/schema.ts';
import { HallugraphError, InputError } from '../errors.ts';
import { wholeLines } from '../files/whole-lines.ts';
import type { Passage } from '../passage.ts';
import type { PassageJob } from './job.ts';
import { checkAnswerable, checkThreshold, matchesId, passageHash, checksum } from '../run/select-passages.ts';
import type { Host } from '../run/host.ts';
import { inputOf, passagesOf } from '../run/plan-run.ts';
import type { RunArguments } from '../run/run-options.ts';
import type { Plans } from '../run/manifest.ts';
import { settingsOf, type RunKind } from '../run/run-kind.ts';
import type { Input } from '../run/read-input.ts';

const NEEDS_FILE = 'a run on a queue needs a file of passages, which is read again for reports';

export interface SubmittedInput {
  input: Omit<Input, 'name' | 'passages'>;
  /** Over all passages of the input. */
  sha256: string;
  count: number;
  passages(): AsyncIterable<Omit<PassageJob, 'index'>>;
  config: Config;
  plans: Plans;
}

/**
 * @param options.isPlain whether the kind of run needs no plan of its own
 * @throws InputError when it cannot be read, or a passage cannot be evaluated
 */
export async function submittedInput(
  kind: RunKind<RunArguments, unknown>,
  source: string,
  { isPlain, ...options }: RunArguments & { isPlain: boolean },
  host: Host,
): Promise<SubmittedInput> {
  if (source === '-') throw new InputError(NEEDS_FILE);
  const file = path.resolve(host.cwd, source);
  if (!isPlain || !(await isStreamed(file, source, options))) return inMemory(kind, source, options, host);
  const config = await settingsOf(kind, options, host);
  const found = await streamed(file, source, options, config);
  checkThreshold(found.count, config);
  return { ...found, config, plans: {} };
}

async function inMemory(
  kind: RunKind<RunArguments, unknown>,
  source: string,
  options: RunArguments,
  host: Host,
): Promise<SubmittedInput> {
  const run = await inputOf(kind, source, options, host);
  const { input, config, plans = {}, passages: labelled = passagesOf(run, options) } = run;
  if (input.path === null) throw new InputError(NEEDS_FILE);
  const passages = async function* () {
    for (const one of labelled) yield { passage: one.passage, stages: kind.stagesOf?.(one) };
  };
  return { input, sha256: checksum(input.passages), count: labelled.length, passages, config, plans };
}

async function streamed(
  file: string,
  source: string,
  { filter, limit = Number.POSITIVE_INFINITY }: RunArguments,
  config: Config,
): Promise<Omit<SubmittedInput, 'config' | 'plans'>> {
  const matches = filter === undefined ? () => true : matchesId(filter);
  async function* selected(onEach: (passage: Passage) => void = () => {}) {
    let count = 0;
    for await (const { passage } of readJsonLines(createReadStream(file), source)) {
      onEach(passage);
      if (count >= limit || !matches(passage.id)) continue;
      count += 1;
      yield { passage };
    }
  }
  const hash = passageHash();
  let count = 0;
  for await (const { passage } of selected(hash.add)) {
    checkAnswerable([passage], config);
    count += 1;
  }
  if (count === 0) throw new InputError(`no passage has an id like "${filter}"`);
  const input = { path: file, format: 'jsonl' as const, ids: null, draw: null };
  return { input, sha256: hash.sha256(), count, passages: () => selected() };
}

/** Whether the file can be streamed: JSON Lines by name and first line, without options that need all passages. */
async function isStreamed(file: string, source: string, options: RunArguments): Promise<boolean> {
  const { dataset = 'auto', map, ids, samplesFrom } = options;
  const isPlain = [map, ids, samplesFrom].every((option) => option === undefined);
  if (!isPlain || !/\.jsonl$/i.test(file) || !['auto', 'jsonl'].includes(dataset)) return false;
  try {
    for await (const { text } of wholeLines(file)) {
      return parseDataset(text, { source, format: dataset }).format === 'jsonl';
    }
  } catch (error) {
    // The error is reported when the whole file is read.
    if (!(error instanceof HallugraphError) && !(error as NodeJS.ErrnoException).syscall) throw error;
  }
  return false;
}
