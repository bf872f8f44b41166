/**
 * Submits request files to their services and collects the answers.
 *
 * Each step is on disk before the next one, and before anything is waited for; so a process that resumes a folder
 * after a crash continues with the submitted batch. The service is asked whether a batch was created at the time of
 * the crash, or by a request whose response was lost, so none is submitted twice.
 */
import { jsonIn } from '../../common/json-line.ts';
import { ModelCallError, RunError } from '../../errors.ts';
import { sleep as realSleep } from '../../common/call-signal.ts';
import type { BatchFiles } from './batch-files.ts';
import type { BatchTarget } from './batch-files-lines.ts';
import type { BatchFile } from './batch-files-state.ts';
import type { BatchReport, BatchService } from './batch-service.ts';

export interface BatchProgress {
  file: number;
  status: BatchReport['status'];
  completed: number;
  total: number;
}

export interface BatchRunOptions {
  serviceFor: (target: BatchTarget) => BatchService;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: BatchProgress) => void) | undefined;
  /** Milliseconds; for tests. */
  sleep?: typeof realSleep | undefined;
}

const FIRST_POLL = 5000;
const POLL_GROWTH = 1.5;
const LONGEST_POLL = 300_000;
/** Consecutive failed polls, over all batches, after which polling ends. */
const FAILED_POLLS = 10;
const SUBMIT_ATTEMPTS = 3;

const ENDED: readonly BatchReport['status'][] = ['completed', 'failed', 'expired', 'cancelled'];

/**
 * Uploads and submits new request files, waits for all batches, and stores their answers. A request that its batch
 * left unanswered gets a failure line.
 *
 * @throws ModelCallError when a service fails; submitted batches can be resumed
 * @throws RunError for a file of which people have answered a part
 */
export async function answerBatches(files: BatchFiles, options: BatchRunOptions): Promise<void> {
  const { serviceFor, signal, onProgress, sleep = realSleep } = options;
  const unanswered = () => files.batches.filter(({ status }) => status !== 'answered');
  for (const file of unanswered()) await submit(file, files, options);
  let failures = 0;
  for (let pause = FIRST_POLL; ; pause = Math.min(LONGEST_POLL, pause * POLL_GROWTH)) {
    for (const file of unanswered()) {
      const service = serviceFor(file);
      const report = await tolerate(
        () => service.check(file.batchId as string, signal),
        () => ++failures < FAILED_POLLS,
      );
      if (report === null) continue;
      failures = 0;
      const { status, completed, total } = report;
      onProgress?.({ file: file.number, status, completed, total });
      if (ENDED.includes(status)) await storeResults(file, report, { files, service, signal });
      else await files.update(file, { batchStatus: status });
    }
    if (unanswered().length === 0) return;
    await sleep(pause, signal);
  }
}

/** Submits a file, or marks it as answered where none of its requests is open. */
async function submit(file: BatchFile, files: BatchFiles, options: BatchRunOptions): Promise<void> {
  const { serviceFor, signal } = options;
  if (file.status === 'submitted') return;
  const service = serviceFor(file);
  const { number } = file;
  if (file.status === 'written') {
    const open = files.openIn(number).length;
    if (open === 0) return files.update(file, { status: 'answered' });
    if (open < file.requests) {
      throw new RunError(`${files.requestsFile(number)} is partly answered; answer the rest by hand as well`);
    }
    const fileId = await service.upload(files.requestsFile(number), signal);
    await files.update(file, { status: 'uploaded', fileId });
  }
  const { id, status } = await createBatch(file, { files, service, options });
  await files.update(file, { status: 'submitted', batchId: id, batchStatus: status });
}

/** The batch of an uploaded file: the existing one, else a new one. */
async function createBatch(
  file: BatchFile,
  { files, service, options }: { files: BatchFiles; service: BatchService; options: BatchRunOptions },
): Promise<BatchReport> {
  const { signal, sleep = realSleep } = options;
  const uploaded = file.fileId as string;
  let mayBeThere = file.status === 'submitting';
  for (let attempt = 1; ; attempt++) {
    const found = mayBeThere ? await service.find(uploaded, signal) : null;
    if (found) return found;
    await files.update(file, { status: 'submitting' });
    const report = await tolerate(
      () => service.submit(uploaded, file.endpoint, signal),
      () => attempt < SUBMIT_ATTEMPTS,
    );
    if (report) return report;
    mayBeThere = true;
    await sleep(FIRST_POLL, signal);
  }
}

/** Null instead of a transient failure, up to the tolerated number. */
async function tolerate<T>(action: () => Promise<T>, isTolerable: () => boolean): Promise<T | null> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof ModelCallError && error.retryable && isTolerable()) return null;
    throw error;
  }
}

async function storeResults(
  file: BatchFile,
  { status, problem, resultFiles }: BatchReport,
  { files, service, signal }: { files: BatchFiles; service: BatchService; signal: AbortSignal | undefined },
): Promise<void> {
  const lines: string[] = [];
  for (const id of resultFiles) lines.push(...(await service.download(id, signal)));
  const answered = new Set(lines.map(idIn));
  const error = { code: `batch_${status}`, message: problem };
  for (const id of files.openIn(file.number)) {
    if (!answered.has(id)) lines.push(JSON.stringify({ custom_id: id, response: null, error }));
  }
  await files.answer(file.number, lines);
  await files.update(file, { status: 'answered', batchStatus: status });
}

/** Undefined for an unreadable line, which is reported when answers are read. */
const idIn = (line: string): unknown => (jsonIn(line) as { custom_id?: unknown } | undefined)?.custom_id;
