/** Carries a run out: progress, interrupts, and what a user is told when it ends early. */
import path from 'node:path';
import { executeRun, type RunResult } from '../run/execute-run.ts';
import { Exit, INTERRUPTED, reportError } from './exit.ts';
import type { Host } from './host.ts';
import { startProgress } from './progress.ts';
import type { Session } from './session.ts';

export interface PerformOptions {
  concurrency?: number | undefined;
  quiet?: boolean | undefined;
}

/**
 * The verdicts of the whole run.
 * @throws Exit when it did not get to its end, 130 for an interrupt; the user has been told why
 */
export async function performRun(
  { folder, detector, passages }: Session,
  { concurrency, quiet = false }: PerformOptions,
  host: Host,
): Promise<RunResult['verdicts']> {
  const shownPath = path.relative(host.cwd, folder.path) || '.';
  const controller = new AbortController();
  const stopListening = host.onInterrupt(() => controller.abort());
  const progress = startProgress(host, { total: passages.length, quiet });
  let recorded = 0;
  try {
    const result = await executeRun({
      folder,
      detector,
      passages: passages.map(({ passage }) => passage),
      concurrency: concurrency ?? folder.manifest.config.concurrency,
      signal: controller.signal,
      onProgress: progress.onProgress,
      onRecord: (done) => {
        recorded = done;
        progress.onRecord(done);
      },
    });
    progress.stop();
    if (result.status === 'interrupted') throw new Exit(INTERRUPTED);
    if (!quiet) host.stderr.write(`Run kept in ${shownPath}\n`);
    return result.verdicts;
  } catch (error) {
    progress.stop();
    const status = reportError(error, host);
    host.stderr.write(`Stopped after ${recorded} of ${passages.length} passages; go on with\n`);
    host.stderr.write(`  hallugraph ${folder.manifest.command} --resume ${quoted(shownPath)}\n`);
    throw new Exit(status);
  } finally {
    stopListening();
    // Passages still in work would go on asking models for nobody.
    controller.abort();
  }
}

function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
