/** Executes a run and reports on it: progress, batches, and how to resume it when it ends early. */
import path from 'node:path';
import { BudgetError, CassetteError, PendingError } from '../errors.ts';
import { counted, withoutControls } from '../format/text.ts';
import { executeRun, type RunListener } from '../run/begin-run.ts';
import type { Host } from '../run/host.ts';
import type { RunManifest, RunSummary } from '../run/manifest.ts';
import type { RunArguments } from '../run/run-options.ts';
import type { BegunRun, DoneRun } from '../run/run-states.ts';
import { Exit, INTERRUPTED, reportDefect, reportError } from './exit.ts';
import { type Progress, startProgress } from './progress.ts';

interface ProgressRunOptions extends Pick<RunArguments, 'concurrency' | 'quiet' | 'replay'> {
  /** Whether a partial result is shown when the budget is used up; else the command ends. */
  partial: boolean;
}

/** @throws Exit when the run did not finish (130 for an interrupt, 4 where files wait for answers); the reason is printed */
export async function runWithProgress<X>(
  begun: BegunRun<X>,
  { concurrency, quiet = false, replay, partial }: ProgressRunOptions,
  host: Host,
): Promise<DoneRun<X>> {
  const { folder, batchCalls } = begun;
  const shownPath = path.relative(host.cwd, folder.path) || '.';
  // Lines about batches would break a progress bar.
  const progress = stageProgress(host, quiet || batchCalls !== undefined);
  const printHowToResume = () => {
    const from = replay === undefined ? '' : ` --replay ${shellQuoted(replay)}`;
    host.stderr.write(`Stopped after ${progress.position()}; continue with\n`);
    host.stderr.write(`  hallugraph ${folder.manifest.command} --resume ${shellQuoted(shownPath)}${from}\n`);
  };
  const listener: RunListener = {
    batch: batchLines(begun, host, quiet),
    onStage: progress.begin,
    onDefect: (id, error) => reportDefect(id, error, host),
  };
  try {
    const done = await executeRun(begun, { concurrency, listener }, host);
    progress.end();
    if (done.status === 'interrupted') throw new Exit(INTERRUPTED);
    if (done.status === 'budget') {
      const error = new BudgetError(folder.manifest.error ?? '');
      if (!partial) throw error;
      reportError(error, host);
      printHowToResume();
    } else if (!quiet) {
      const calls = callsLines(folder.manifest, done.cachedDraws, replay);
      host.stderr.write(`${calls}Run saved in ${shownPath}\n`);
    }
    if (done.defects > 0)
      host.stderr.write(
        `note: internal error at ${counted(done.defects, 'passage')}; rerun with HALLUGRAPH_DEBUG=1 for stack traces\n`,
      );
    return done;
  } catch (error) {
    progress.end();
    const status = error instanceof PendingError ? reportPending(error, host) : reportError(error, host);
    // A request missing from a recording is missing on a retry as well.
    if (replay === undefined || !(error instanceof CassetteError)) printHowToResume();
    throw new Exit(status);
  }
}

function batchLines(
  { batchCalls }: BegunRun<unknown>,
  { stderr }: Host,
  quiet: boolean,
): RunListener['batch'] {
  const statuses = new Map<number, string>();
  const print = (line: string) => quiet || stderr.write(`${line}\n`);
  return {
    onUnknownAnswers: ({ length, 0: first = '' }) =>
      stderr.write(
        `note: ${counted(length, 'answer')} in ${batchCalls?.folder} ${length === 1 ? 'matches' : 'match'} no request` +
          ` (${length === 1 ? '' : 'the first: '}${withoutControls(first)})\n`,
      ),
    onOtherServices: (services) =>
      stderr.write(
        `note: ${batchCalls?.folder} has batches for ${services.map(withoutControls).join(', ')}, which this run does not ask,` +
          ' so that their answers are not used; is the base URL right?\n',
      ),
    onRound({ round, waiting }) {
      if (batchCalls?.serviceFor && waiting > 0)
        print(`Round ${round}: ${counted(waiting, 'request')} by batch`);
    },
    onBatch({ file, status, completed, total }) {
      if (statuses.get(file) === status) return;
      statuses.set(file, status);
      print(`Batch ${file}: ${status}, ${completed} of ${total} answered`);
    },
  };
}

/** Lists what has to be answered by hand; not an error. */
function reportPending({ message, exitCode }: PendingError, { stderr }: Host): number {
  stderr.write(`Waiting for answers:\n  ${message.split('\n').map(withoutControls).join('\n  ')}\n`);
  return exitCode;
}

/** The costs of a run by purpose; empty where no model was asked. Answers of a recording have no price. */
function callsLines({ summary }: RunManifest, cachedDraws: number, replay: string | undefined): string {
  const { usage, usd, byPurpose = {} } = summary;
  if (usage.requests === 0 && cachedDraws === 0) return '';
  const isPaid = replay === undefined;
  const source = isPaid ? '' : ' in the recording';
  const anew = usage.requests === 0 ? ', all that there are: --no-cache asks anew' : '';
  const cached = cachedDraws === 0 ? '' : `; ${counted(cachedDraws, 'answer')} from the cache${anew}`;
  const purposes = Object.entries(byPurpose).filter(([, { requests }]) => requests > 0);
  const width = Math.max(...purposes.map(([purpose]) => purpose.length));
  const lines = purposes.map(([purpose, used]) => `  ${purpose.padEnd(width)}  ${costLine(used, isPaid)}\n`);
  return `${costLine({ ...usage, usd }, isPaid)}${source}${cached}\n${lines.join('')}`;
}

function costLine(
  { requests, inputTokens, outputTokens, estimated, usd }: RunSummary['usage'] & Pick<RunSummary, 'usd'>,
  isPaid: boolean,
): string {
  const about = estimated ? 'about ' : '';
  const cost = usd == null || !isPaid ? '' : `, ${about}$${usd.toFixed(4)}`;
  return `${counted(requests, 'request')}, ${about}${counted(inputTokens + outputTokens, 'token')}${cost}`;
}

function stageProgress(host: Host, quiet: boolean) {
  const at = { name: '', total: 0, done: 0 };
  let shown: Progress | undefined;
  return {
    end: () => shown?.stop(),
    begin(name: string, total: number): Progress {
      shown?.stop();
      Object.assign(at, { name, total, done: 0 });
      const own = startProgress(host, { name, total, quiet });
      shown = own;
      const onRecord = (done: number) => {
        at.done = done;
        own.onRecord(done);
      };
      return { ...own, onRecord };
    },
    position: () => `${at.done} of ${at.total} passages${at.name === '' ? '' : ` of ${at.name}`}`,
  };
}

function shellQuoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
