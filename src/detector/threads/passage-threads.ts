/** Evaluates passages in worker threads; services and models stay in the calling thread. */
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { untilAborted } from '../../common/call-signal.ts';
import type { EvaluateOptions, Stage } from '../detector-interface.ts';
import { BackendError } from '../../errors.ts';
import { closedError } from '../check-options.ts';
import { asksModels } from '../config-uses.ts';
import type { Parts, PassageParts } from '../parts.ts';
import type { Passage, PassageVerdict } from '../../passage.ts';
import { type CountedVerdict, type Recorded, recordedVerdict } from '../../records/record-line.ts';
import { abstainedVerdict } from '../../scoring/verdict.ts';
import type { PassageTask, ThreadSettings } from './passage-worker.ts';
import { type RenewedThreads, renewedThreads } from './renewed-threads.ts';
import { type Answerers, answerOver, type Outcome, valueIn } from './questions.ts';

export interface PassageThreads {
  /**
   * As `evaluatePassage`. When aborted it rejects at once; a thread that continues without other passages is ended
   * after a second. A passage for which the memory of a thread does not suffice fails: its verdict says so.
   *
   * @throws Error for a passage at which a thread ended twice for another reason
   * @throws BackendError where no thread can be started
   */
  evaluate(passage: Passage, options: EvaluateOptions): Promise<PassageVerdict>;
  /** As `evaluate`; the line is serialised in the thread. */
  record(passage: Passage, options: EvaluateOptions): Promise<Recorded<CountedVerdict>>;
  close(): Promise<void>;
}

const IS_SOURCE = import.meta.url.endsWith('.ts');
const WORKER = fileURLToPath(new URL(`passage-worker${IS_SOURCE ? '.ts' : '.js'}`, import.meta.url));

/** A passage whose thread ended is retried once, alone in a thread, since another passage may have caused the end. */
const ATTEMPTS = 2;
const GRACE_MILLISECONDS = 1000;
/** Where passages wait for answers, a thread takes all passages in work. */
const MANY_PASSAGES = 10_000;

/**
 * @param count threads, at least 1; started at once, and replaced when one ends @param file the module they run, with
 *   the exports of `passage-worker.ts`
 */
export function openThreads(parts: Parts, count: number, file = WORKER): PassageThreads {
  const { waits, ...settings } = threadSettings(parts);
  const { memory, passages } = parts.config.threads;
  const atOnce = waits ? MANY_PASSAGES : 1;
  const { balancer, renew } = renewedThreads(passages, atOnce);
  const pool = startPool(settings, { count, file, atOnce, memory, balancer });
  let isClosed = false;
  let broken: BackendError | undefined;
  const close = async () => {
    isClosed = true;
    await pool.destroy();
  };
  // A thread that ends between passages is replaced, except for one that failed to start.
  pool.on('error', (error: Error) => {
    if (isClosed || pool.threads.length > 0) return;
    broken = new BackendError(`no worker thread can be started: ${error.message}`, { cause: error });
    void close();
  });

  async function attempt<R>(
    { passage, own, asLine, alone }: Attempt,
    { signal, onProgress }: EvaluateOptions,
  ): Promise<Outcome<R>> {
    const { port1, port2 } = new MessageChannel();
    const onStage = (stage: Stage) => onProgress?.({ passageId: passage.id, stage });
    const hangUp = answerOver(port1, answerersOf(own), { signal, onStage });
    const kill = new AbortController();
    const task: PassageTask = { passage, port: port2, reportsStages: onProgress !== undefined, asLine };
    const running: Promise<Outcome<R>> = pool.run(task, {
      transferList: [port2],
      // A thread with other passages cannot be ended for one of them; a passage that may be ended gets one for itself.
      ...(alone && { signal: kill.signal }),
    });
    void running.catch(() => {}).finally(() => renew(pool.threads));
    try {
      return await untilAborted(running, signal);
    } finally {
      hangUp();
      if (signal?.aborted) endAfterGrace(running, kill);
    }
  }

  async function perform<R>(passage: Passage, asLine: boolean, options: EvaluateOptions): Promise<R> {
    const { signal } = options;
    const { throwIfFailed, ...listening } = deferListenerErrors(options);
    for (let attempts = 1; ; attempts++) {
      signal?.throwIfAborted();
      if (broken) throw broken;
      // A terminated pool would start again.
      if (isClosed) throw closedError();
      const own = parts.forPassage(passage.id);
      const tried = { passage, own, asLine, alone: !waits || attempts > 1 };
      const outcome = await attempt<R>(tried, listening).catch((error: NodeJS.ErrnoException) => {
        signal?.throwIfAborted();
        if (broken) throw broken;
        if (attempts < ATTEMPTS && !isClosed) return null;
        if (error.code === OUT_OF_MEMORY) return { value: outOfMemory(tried, parts.config) as R };
        throw new Error(`the worker thread ended: ${error.message}`, { cause: error });
      });
      throwIfFailed();
      if (outcome) return valueIn(outcome);
    }
  }

  return {
    evaluate: (passage, options) => perform(passage, false, options),
    record: (passage, options) => perform(passage, true, options),
    close,
  };
}

interface Attempt {
  passage: Passage;
  own: PassageParts;
  asLine: boolean;
  /** Without other passages in its thread. */
  alone: boolean;
}

/** Code of the error of Node.js for a thread that reached its limit. */
const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';

function outOfMemory({ passage, own, asLine }: Attempt, { threads, scoring }: Parts['config']) {
  const detail = `it needs more than the ${threads.memory} MiB that a worker thread may use; threads.memory allows more`;
  const verdict = abstainedVerdict(passage, { reason: 'failed', detail }, scoring, own.costs());
  return asLine ? recordedVerdict(verdict) : verdict;
}

/** What V8 has without limits, in MiB; beside a limit of the heap it would take less, and collect more often. */
const YOUNG_GENERATION = 48;

interface PoolSettings {
  count: number;
  file: string;
  /** Passages in work in a thread. */
  atOnce: number;
  /** Of the heap of a thread, in MiB. */
  memory: number;
  balancer: RenewedThreads['balancer'];
}

function startPool(
  workerData: ThreadSettings,
  { count, file, atOnce, memory, balancer }: PoolSettings,
): Piscina {
  return new Piscina({
    filename: file,
    name: 'evaluateTask',
    ...{ minThreads: count, maxThreads: count, workerData, argv: [] },
    // Modules loaded by the process's own command line (tsx, instrumentation) would cost each thread a fifth of its
    // time.
    execArgv: IS_SOURCE ? readingSources() : [],
    env: asEveryProcess(),
    concurrentTasksPerWorker: atOnce,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: YOUNG_GENERATION },
    loadBalancer: balancer,
    // Threads that wait for answers have to receive them.
    ...{ atomics: 'disabled', recordTiming: false },
  });
}

/** Only the environment variables that configure Node.js itself, such as package locations (Yarn's Plug'n'Play). */
function asEveryProcess(): Record<string, string> {
  const { NODE_OPTIONS } = process.env;
  return NODE_OPTIONS === undefined ? {} : { NODE_OPTIONS };
}

/** Defers errors of a listener until the passage is done and throws them there, rather than in the port's handler. */
function deferListenerErrors({
  onProgress,
  ...options
}: EvaluateOptions): EvaluateOptions & { throwIfFailed(): void } {
  let failed: { error: unknown } | undefined;
  const heard: typeof onProgress = (event) => {
    try {
      onProgress?.(event);
    } catch (error) {
      failed ??= { error };
    }
  };
  return {
    ...{ ...options, ...(onProgress && { onProgress: heard }) },
    throwIfFailed() {
      if (failed) throw failed.error;
    },
  };
}

/** Tests and benchmarks run the sources; threads do not inherit the loader of the main thread. */
export function readingSources(): string[] {
  const register = `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(register)}`];
}

/** Start data of the threads, and whether their passages wait for answers. */
function threadSettings({ config, remade, forPassage }: Parts): ThreadSettings & { waits: boolean } {
  const { generator, analyst, judge, embedder, nli, recogniser } = forPassage('');
  const answering = {
    ...{ nli },
    embedder: remade.embedder ? null : embedder,
    recogniser: remade.recogniser ? null : recogniser,
  };
  const waits = asksModels(config) || Object.values(answering).some((part) => part !== null);
  // Passages count the calls of all models, even where the configuration asks none.
  const asked = Object.entries({ generator, analyst, judge, ...answering });
  const ids = asked.flatMap(([name, part]) => (part === null ? [] : [[name, part.id]]));
  return { config, asked: Object.fromEntries(ids), waits };
}

const answerersOf = (own: PassageParts): Answerers => ({
  ...{ generator: own.generator?.complete, analyst: own.analyst?.complete, judge: own.judge?.complete },
  ...{ embedder: own.embedder.embed, nli: own.nli?.classify, recogniser: own.recogniser?.recognise },
  costs: async () => own.costs(),
});

function endAfterGrace(running: Promise<unknown>, kill: AbortController): void {
  const timer = setTimeout(() => kill.abort(), GRACE_MILLISECONDS).unref();
  running.catch(() => {}).finally(() => clearTimeout(timer));
}
