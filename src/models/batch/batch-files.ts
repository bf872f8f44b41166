/**
 * A folder of request files and the answers to them.
 *
 * `requests-0001.jsonl` is answered by `answers-0001.jsonl` and so on; a line may also stand in another answer file,
 * and answers may come a few at a time. A request is *open* while it was asked more often than it failed and has no
 * answer; open requests are not written again. `batches.json` says how far each file got (batch-files-state.ts).
 *
 * One process at a time may work on a folder; whoever opens it sees to that.
 */
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { RunError } from '../../errors.ts';
import { writeWhole } from '../../files/write-whole.ts';
import type { QuirkMemory } from '../openai/chat-quirks.ts';
import { BatchAnswers } from './batch-files-answers.ts';
import { linesOf, showPlace } from './batch-files-disk.ts';
import {
  type BatchOutcome,
  type BatchTarget,
  hashOfBody,
  parseRequest,
  requestLine,
} from './batch-files-lines.ts';
import { type BatchFile, type BatchState, readState, writeState } from './batch-files-state.ts';

/** What a file may hold; the defaults are OpenAI's limits. */
export interface BatchLimits {
  /** Default 50,000. */
  maxRequests: number;
  /** Default 200 MB. */
  maxBytes: number;
}

const LIMITS: BatchLimits = { maxRequests: 50_000, maxBytes: 200_000_000 };

/** A request as it is written. */
export interface BatchRequest {
  target: BatchTarget;
  body: object;
}

/** A request file with requests that wait for their answers. */
export interface OpenFile {
  requests: string;
  answers: string;
  /** Requests without an answer. */
  open: number;
}

interface Asked {
  times: number;
  /** Those of them by this process. */
  timesHere: number;
  /** Of the body that was sent last; see {@link hashOfBody}. */
  hash: string;
  /** Number of the file it stands in last. */
  file: number;
}

export class BatchFiles {
  readonly #folder: string;
  readonly #limits: BatchLimits;
  readonly #state: BatchState;
  readonly #asked = new Map<string, Asked>();
  readonly #answers = new BatchAnswers();
  /** Requests to be written. */
  readonly #noted = new Map<string, () => BatchRequest>();
  readonly #waiting = new Set<string>();

  private constructor(folder: string, state: BatchState, limits: BatchLimits) {
    this.#folder = folder;
    this.#state = state;
    this.#limits = limits;
  }

  /**
   * Opens or makes a folder and takes in the answers that are there. Those to a batch that a service is still at are
   * fetched from it again.
   *
   * @throws InputError naming file and line of an answer that cannot be used
   * @throws RunError when the folder cannot be read or written
   */
  static async open(folder: string, limits: Partial<BatchLimits> = {}): Promise<BatchFiles> {
    await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      throw new RunError(`${folder}: cannot be made (${error.code})`, { cause: error });
    });
    const files = new BatchFiles(folder, await readState(folder), { ...LIMITS, ...limits });
    for (const { number } of files.batches) {
      for await (const { text, place } of linesOf(files.requestsFile(number))) {
        files.#ask(parseRequest(text, showPlace(place)), number);
      }
    }
    for (const name of await files.#answerFiles()) await files.#addAnswers(path.join(folder, name));
    return files;
  }

  /** What was learned of services; kept with the folder. */
  get quirks(): QuirkMemory {
    return this.#state.quirks;
  }

  get batches(): readonly BatchFile[] {
    return this.#state.files;
  }

  /** Answers that were found to requests nobody asked. */
  get unknownAnswers(): number {
    return this.#answers.unknown;
  }

  /** Different requests that were met without an answer since {@link beginRound}. */
  get waiting(): number {
    return this.#waiting.size;
  }

  beginRound(): void {
    this.#waiting.clear();
  }

  isAsked(id: string): boolean {
    return this.#asked.has(id);
  }

  isOpen(id: string): boolean {
    const asked = this.#asked.get(id);
    return asked !== undefined && this.#answers.isOpen(id, asked.times);
  }

  /** How often this process wrote a request. */
  timesAskedHere(id: string): number {
    return this.#asked.get(id)?.timesHere ?? 0;
  }

  wasSent(id: string, body: object): boolean {
    return this.#asked.get(id)?.hash === hashOfBody(body);
  }

  /** The answer to a request, or how it failed last; null while it is open or was never asked. */
  async find(id: string): Promise<BatchOutcome | null> {
    return this.isOpen(id) ? null : this.#answers.find(id);
  }

  /**
   * Says that a request waits for its answer.
   *
   * @param make is called when the request is written, if it is not open already
   */
  note(id: string, make: () => BatchRequest): void {
    this.#waiting.add(id);
    if (!this.isOpen(id)) this.#noted.set(id, make);
  }

  /** Writes what was noted to new request files: sorted, so that the order of asking changes nothing. */
  async write(): Promise<void> {
    const lines = [...this.#noted]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, make]): Line => {
        const { target, body } = make();
        return { id, hash: hashOfBody(body), target, text: `${requestLine(id, target, body)}\n` };
      });
    for (const [, ofTarget] of [...groupByTarget(lines)].sort(([a], [b]) => (a < b ? -1 : 1))) {
      for (const part of inParts(ofTarget, this.#limits)) await this.#writeFile(part);
    }
    await writeState(this.#folder, this.#state);
    this.#noted.clear();
  }

  /** The files that hold what was met without an answer since {@link beginRound}. */
  openFiles(): OpenFile[] {
    const counts = new Map<number, number>();
    for (const id of this.#waiting) {
      const file = this.#asked.get(id)?.file;
      if (file !== undefined && this.isOpen(id)) counts.set(file, (counts.get(file) ?? 0) + 1);
    }
    return [...counts]
      .sort(([a], [b]) => a - b)
      .map(([number, open]) => ({
        requests: this.requestsFile(number),
        answers: this.answersFile(number),
        open,
      }));
  }

  /** The ids of a request file, and whether each one is open. */
  async idsOf(number: number): Promise<Map<string, boolean>> {
    const ids = new Map<string, boolean>();
    for await (const { text, place } of linesOf(this.requestsFile(number))) {
      const { id } = parseRequest(text, showPlace(place));
      ids.set(id, this.isOpen(id));
    }
    return ids;
  }

  /** Changes what is known of a request file, on disk before it returns. */
  async update(number: number, changes: Partial<Omit<BatchFile, 'number'>>): Promise<BatchFile> {
    const index = this.#state.files.findIndex((file) => file.number === number);
    const changed = { ...(this.#state.files[index] as BatchFile), ...changes };
    this.#state.files[index] = changed;
    await writeState(this.#folder, this.#state);
    return changed;
  }

  /** Takes in what a service answered to a request file. */
  async answer(number: number, lines: readonly string[]): Promise<void> {
    const file = this.answersFile(number);
    await writeWhole(file, lines.map((line) => `${line}\n`).join(''));
    await this.#addAnswers(file);
  }

  requestsFile(number: number): string {
    return path.join(this.#folder, `requests-${numbered(number)}.jsonl`);
  }

  answersFile(number: number): string {
    return path.join(this.#folder, `answers-${numbered(number)}.jsonl`);
  }

  async #answerFiles(): Promise<string[]> {
    const names = await readdir(this.#folder);
    const fetchedAgain = new Set(
      this.batches
        .filter(({ status }) => status !== 'written' && status !== 'answered')
        .map(({ number }) => path.basename(this.answersFile(number))),
    );
    return names.filter((name) => /^answers-.*\.jsonl$/.test(name) && !fetchedAgain.has(name)).sort();
  }

  #addAnswers(file: string): Promise<void> {
    return this.#answers.add(file, (id) => this.isAsked(id));
  }

  async #writeFile(lines: readonly Line[]): Promise<void> {
    const { target } = lines[0] as Line;
    const number = this.batches.length + 1;
    await writeWhole(this.requestsFile(number), lines.map(({ text }) => text).join(''));
    const sent = { status: 'written', fileId: null, batchId: null, batchStatus: null } as const;
    this.#state.files.push({ number, ...target, requests: lines.length, ...sent });
    for (const line of lines) this.#ask(line, number, { here: true });
  }

  #ask({ id, hash }: { id: string; hash: string }, file: number, { here = false } = {}): void {
    const { times = 0, timesHere = 0 } = this.#asked.get(id) ?? {};
    this.#asked.set(id, { times: times + 1, timesHere: timesHere + (here ? 1 : 0), hash, file });
  }
}

const numbered = (number: number): string => String(number).padStart(4, '0');

interface Line {
  id: string;
  hash: string;
  target: BatchTarget;
  /** With its line break. */
  text: string;
}

function groupByTarget(lines: readonly Line[]): Map<string, Line[]> {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const { service, model, endpoint } = line.target;
    const key = JSON.stringify([service, model, endpoint]);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return groups;
}

/** Lists within the limits, as long as they allow. */
function inParts(lines: readonly Line[], { maxRequests, maxBytes }: BatchLimits): Line[][] {
  const parts: Line[][] = [];
  let bytes = 0;
  for (const line of lines) {
    const length = Buffer.byteLength(line.text);
    const part = parts.at(-1);
    if (part === undefined || part.length === maxRequests || bytes + length > maxBytes) {
      parts.push([line]);
      bytes = length;
    } else {
      part.push(line);
      bytes += length;
    }
  }
  return parts;
}
