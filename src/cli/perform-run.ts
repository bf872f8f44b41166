/** Carries a run out: progress, interrupts, and what a user is told when it ends early. */
import path from 'node:path';
import { counted } from '../report/text.ts';
import { executeRun, type RunResult } from '../run/execute-run.ts';
import type { RunSummary } from '../run/manifest.ts';
import { Exit, INTERRUPTED, reportError } from './exit.ts';
import type { Host } from './host.ts';
import { type Progress, startProgress } from './progress.ts';
import type { Session } from './session.ts';

export interface PerformOptions {
  concurrency?: number | undefined;
  quiet?: boolean | undefined;
}

/** What a stage of a run needs while it works. */
export interface Work {
  signal: AbortSignal;
  concurrency: number;
  /** Begins a stage over so many passages: a progress bar of its own, which ends with the next. */
  begin(stage: string, total: number): Progress;
}

/** What else belongs to a run, done with its verdicts once all are there. */
export type Afterwards = (verdicts: RunResult['verdicts'], work: Work) => Promise<void>;

/**
 * The verdicts of the whole run.
 * @throws Exit when it did not get to its end, 130 for an interrupt; the user has been told why
 */
export async function performRun(
  { folder, detector, passages }: Session,
  { concurrency: wanted, quiet = false }: PerformOptions,
  host: Host,
  afterwards?: Afterwards,
): Promise<RunResult['verdicts']> {
  const shownPath = path.relative(host.cwd, folder.path) || '.';
  const concurrency = wanted ?? folder.manifest.config.concurrency;
  const controller = new AbortController();
  const { signal } = controller;
  const stopListening = host.onInterrupt(() => controller.abort());
  const stages = new Stages(host, quiet);
  const work: Work = { signal, concurrency, begin: (stage, total) => stages.begin(stage, total) };
  try {
    const { onProgress, onRecord } = stages.begin('', passages.length);
    const result = await executeRun({
      ...{ folder, detector, concurrency, signal, onProgress, onRecord },
      passages: passages.map(({ passage }) => passage),
      ...(afterwards && { afterwards: (verdicts) => afterwards([...verdicts], work) }),
    });
    stages.end();
    if (result.status === 'interrupted') throw new Exit(INTERRUPTED);
    if (!quiet) {
      const calls = callsLine(folder.manifest.summary, await detector.cachedDraws());
      host.stderr.write(`${calls}Run kept in ${shownPath}\n`);
    }
    return result.verdicts;
  } catch (error) {
    stages.end();
    const status = reportError(error, host);
    host.stderr.write(`Stopped after ${stages.position}; go on with\n`);
    host.stderr.write(`  hallugraph ${folder.manifest.command} --resume ${quoted(shownPath)}\n`);
    throw new Exit(status);
  } finally {
    stopListening();
    // Passages still in work would go on asking models for nobody.
    controller.abort();
    await detector.close();
  }
}

/** What the calls of a run came to; nothing where no model was asked. */
function callsLine({ usage, usd }: RunSummary, cachedDraws: number): string {
  if (usage.requests === 0 && cachedDraws === 0) return '';
  const tokens = usage.inputTokens + usage.outputTokens;
  const cost = usd == null ? '' : `, $${usd.toFixed(4)}`;
  const cached = cachedDraws === 0 ? '' : `; ${counted(cachedDraws, 'answer')} from the cache`;
  return `${counted(usage.requests, 'request')}, ${counted(tokens, 'token')}${cost}${cached}\n`;
}

/** The stages of a run, one after the other, and how far the last one got. */
class Stages {
  readonly #host: Host;
  readonly #quiet: boolean;
  #progress: Progress | null = null;
  #stage = { name: '', total: 0, done: 0 };

  constructor(host: Host, quiet: boolean) {
    this.#host = host;
    this.#quiet = quiet;
  }

  begin(name: string, total: number): Progress {
    this.end();
    const progress = startProgress(this.#host, { total, quiet: this.#quiet });
    const stage = { name, total, done: 0 };
    this.#progress = progress;
    this.#stage = stage;
    return {
      ...progress,
      onRecord(done) {
        stage.done = done;
        progress.onRecord(done);
      },
    };
  }

  end(): void {
    this.#progress?.stop();
    this.#progress = null;
  }

  get position(): string {
    const { name, total, done } = this.#stage;
    return `${done} of ${total} passages${name === '' ? '' : ` of ${name}`}`;
  }
}

function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
