/**
 * A folder of request files and the answers to them.
 *
 * `requests-0001.jsonl` is answered by `answers-0001.jsonl` and so on; a line may also be in another answer file,
 * and answers may come a few at a time. A request is *open* while it was asked more often than it failed and has no
 * answer; open requests are not written again. `batches.json` holds the state of each file (batch-files-state.ts).
 *
 * Only one process at a time may use a folder; the caller ensures that.
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError, RunError } from '../../errors.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { groupBy } from '../../common/group-by.ts';
import type { QuirkMemory } from '../openai/chat-quirks.ts';
import {
  type BatchOutcome,
  type BatchTarget,
  hashOfBody,
  parseAnswer,
  parseRequest,
  requestLine,
} from './batch-files-lines.ts';
import { type BatchFile, type BatchState, readState, writeState } from './batch-files-state.ts';
import { throwing } from '../../files/system-reason.ts';

/** Limits of one file; the defaults are OpenAI's. */
export interface BatchLimits {
  /** Default 50,000. */
  maxRequests: number;
  /** Default 200 MB. */
  maxBytes: number;
}

const LIMITS: BatchLimits = { maxRequests: 50_000, maxBytes: 200_000_000 };

export interface BatchRequest {
  target: BatchTarget;
  body: object;
}

export interface OpenFile {
  requests: string;
  answers: string;
  open: number;
}

interface Asked {
  times: number;
  timesHere: number;
  /** Of the body that was sent last; see {@link hashOfBody}. */
  hash: string;
  /** Number of the file that it was written to last. */
  file: number;
  failures: number;
  /** The last failure, or the answer once there is one, and its file. */
  outcome: BatchOutcome | null;
  place: string;
}

export class BatchFiles {
  readonly #folder: string;
  readonly #limits: BatchLimits;
  readonly #state: BatchState;
  readonly #asked = new Map<string, Asked>();
  readonly #noted = new Map<string, () => BatchRequest>();
  readonly #waiting = new Set<string>();
  readonly #unknownAnswers: string[] = [];

  private constructor(folder: string, state: BatchState, limits: BatchLimits) {
    this.#folder = folder;
    this.#state = state;
    this.#limits = limits;
  }

  /**
   * Opens or creates a folder and reads its answers, except those of batches in progress, which are downloaded again.
   *
   * @throws InputError naming file and line of an invalid answer
   * @throws RunError when the folder cannot be read or written
   */
  static async open(folder: string, limits: Partial<BatchLimits> = {}): Promise<BatchFiles> {
    makeFolder(folder);
    const files = new BatchFiles(folder, await readState(folder), { ...LIMITS, ...limits });
    for (const { number } of files.batches) {
      for await (const { text, place } of linesOf(files.requestsFile(number))) {
        files.#ask(parseRequest(text, place), number);
      }
    }
    for (const name of await files.#answerFiles()) await files.#addAnswers(path.join(folder, name));
    return files;
  }

  /** What was learned of services; stored in the folder. */
  get quirks(): QuirkMemory {
    return this.#state.quirks;
  }

  get batches(): readonly BatchFile[] {
    return this.#state.files;
  }

  /** Places of answers that match no request. */
  get unknownAnswers(): readonly string[] {
    return this.#unknownAnswers;
  }

  /** Distinct requests without an answer since {@link beginRound}. */
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
    return asked !== undefined && !asked.outcome?.answer && asked.failures < asked.times;
  }

  timesSentHere(id: string): number {
    return this.#asked.get(id)?.timesHere ?? 0;
  }

  wasSent(id: string, body: object): boolean {
    return this.#asked.get(id)?.hash === hashOfBody(body);
  }

  /** The answer to a request, or its last failure; null while it is open or was never sent. */
  find(id: string): BatchOutcome | null {
    return this.isOpen(id) ? null : (this.#asked.get(id)?.outcome ?? null);
  }

  /** Marks a request as waiting for its answer. @param make the request; called when it is written */
  note(id: string, make: () => BatchRequest): void {
    this.#waiting.add(id);
    if (!this.isOpen(id)) this.#noted.set(id, make);
  }

  /** Writes what was noted to new request files: sorted, so that the order of asking changes nothing. */
  async write(): Promise<void> {
    const lines = [...this.#noted].sort(byKey).map(([id, make]): Line => {
      const { target, body } = make();
      return { id, hash: hashOfBody(body), target, text: `${requestLine(id, target, body)}\n` };
    });
    for (const [, ofTarget] of [...groupBy(lines, ({ target }) => JSON.stringify(target))].sort(byKey)) {
      for (const part of inParts(ofTarget, this.#limits)) await this.#writeFile(part);
    }
    await writeState(this.#folder, this.#state);
    this.#noted.clear();
  }

  /** The files with requests that lacked an answer since {@link beginRound}. */
  openFiles(): OpenFile[] {
    return this.batches
      .map(({ number }) => ({
        requests: this.requestsFile(number),
        answers: this.answersFile(number),
        open: this.openIn(number).filter((id) => this.#waiting.has(id)).length,
      }))
      .filter(({ open }) => open > 0);
  }

  /** The open requests whose latest line is in this file. */
  openIn(number: number): string[] {
    return [...this.#asked].filter(([id, { file }]) => file === number && this.isOpen(id)).map(([id]) => id);
  }

  /** Updates the state of a request file; it is on disk before this returns. */
  async update(file: BatchFile, changes: Partial<Omit<BatchFile, 'number'>>): Promise<void> {
    Object.assign(file, changes);
    await writeState(this.#folder, this.#state);
  }

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

  /**
   * A failed request may be answered by a later file, an answered one may not.
   * @throws InputError naming a line that is not an answer, or a second one
   */
  async #addAnswers(file: string): Promise<void> {
    const here = new Map<string, string>();
    for await (const { text, place } of linesOf(file)) {
      const { id, outcome } = parseAnswer(text, place);
      const asked = this.#asked.get(id);
      const first = asked?.outcome?.answer ? asked.place : here.get(id);
      if (first) throw new InputError(`${place}: a second answer to ${id}; the first is ${first}`);
      here.set(id, place);
      if (asked)
        Object.assign(asked, { outcome, place, failures: asked.failures + (outcome.failure ? 1 : 0) });
      else this.#unknownAnswers.push(place);
    }
  }

  async #writeFile(lines: readonly Line[]): Promise<void> {
    const { target } = lines[0] as Line;
    const number = this.batches.length + 1;
    await writeWhole(this.requestsFile(number), lines.map(({ text }) => text).join(''));
    const sent = { status: 'written', fileId: null, batchId: null, batchStatus: null } as const;
    this.#state.files.push({ number, ...target, requests: lines.length, ...sent });
    for (const line of lines) this.#ask(line, number, 1);
  }

  #ask({ id, hash }: { id: string; hash: string }, file: number, here = 0): void {
    const before = this.#asked.get(id) ?? { times: 0, timesHere: 0, failures: 0, outcome: null, place: '' };
    const { times, timesHere } = before;
    this.#asked.set(id, { ...before, times: times + 1, timesHere: timesHere + here, hash, file });
  }
}

const numbered = (number: number): string => String(number).padStart(4, '0');
const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

/** The lines of a file that are not blank, with their places. @throws RunError when it cannot be read */
async function* linesOf(file: string): AsyncGenerator<{ text: string; place: string }> {
  const content = await readFile(file, 'utf8').catch(throwing(RunError, `cannot read ${file}`));
  for (const [index, line] of content.split('\n').entries()) {
    const text = line.replace(/^\uFEFF/, '');
    if (text.trim() !== '') yield { text, place: `${file}:${index + 1}` };
  }
}

interface Line {
  id: string;
  hash: string;
  target: BatchTarget;
  text: string;
}

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
