/** `hallugraph status`: progress of runs, on a queue or in a folder. */
import type { Command } from 'commander';
import { HallugraphError } from '../errors.ts';
import { counted, oneLine } from '../format/text.ts';
import { spentIn } from '../models/budget/budget.ts';
import { plainTable, terminalTable } from '../format/text-table.ts';
import type { Queue } from '../queue/open-queue.ts';
import { queuedRun } from '../queue/queued-run.ts';
import type { Host } from '../run/host.ts';
import type { DeadLetter, RunHandle, RunStatus, RunWorker } from '../run/run-status.ts';
import { isSilent } from '../run/run-status.ts';
import { positive } from './options.ts';
import { addQueueOption, type QueueFlag, withQueue, withRun } from './queued-commands.ts';

interface StatusOptions extends QueueFlag {
  json?: boolean;
  dead?: boolean;
  limit: number;
}

const HELP = `
Examples:
  $ hallugraph status --queue redis://localhost:6379              all runs
  $ hallugraph status wikibio-1 --queue redis://localhost:6379 --dead
  $ hallugraph status wikibio-1 --json | jq .secondsLeft
  $ hallugraph status runs/wikibio                                of a process in another window`;

export function commandModule(command: Command, host: Host): void {
  addQueueOption(
    command.argument('[run]', 'name of the run on the queue, or a run folder; default: all on the queue'),
  )
    .option('--dead', 'list the passages that failed for good, with reasons')
    .option('--limit <count>', 'with --dead: maximum number', positive, 100)
    .option('--json', 'as JSON')
    .addHelpText('after', HELP)
    .action((name: string | undefined) => {
      const options = command.opts<StatusOptions>();
      if (name === undefined) return withQueue(options, host, (queue) => showAll(queue, options, host));
      return withRun(name, options, host, (run) => show(run, options, host));
    });
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

async function showAll(queue: Queue, { json }: StatusOptions, { stdout, stderr }: Host): Promise<void> {
  const statuses: RunStatus[] = [];
  for (const run of await queue.store.runNames()) {
    try {
      statuses.push(await queuedRun(queue, run).status());
    } catch (error) {
      // An unreadable run does not hide the others.
      if (!(error instanceof HallugraphError)) throw error;
      stderr.write(`note: run ${oneLine(run)}: ${oneLine(error.message)}\n`);
    }
  }
  stdout.write(json ? jsonText(statuses) : tableOf(statuses));
}

async function show(run: RunHandle, { json, dead, limit }: StatusOptions, { stdout }: Host): Promise<void> {
  const status = await run.status();
  const deadLetters = dead ? await run.dead(limit) : undefined;
  stdout.write(json ? jsonText({ ...status, ...(dead && { deadLetters }) }) : pageOf(status, deadLetters));
}

const heardOf = ({ workers }: RunStatus): number => workers.filter((worker) => !isSilent(worker)).length;

function tableOf(statuses: readonly RunStatus[]): string {
  if (statuses.length === 0) return 'No run was submitted to this queue.\n';
  const rows = statuses.map((status) => {
    const { run, state, recorded, passages, dead, perMinute, secondsLeft } = status;
    const left = secondsLeft === null ? '' : duration(secondsLeft);
    const rate = perMinute?.toFixed(0) ?? '';
    return [run, state, `${recorded} of ${passages ?? '?'}`, `${dead}`, rate, `${heardOf(status)}`, left];
  });
  const header = ['run', 'state', 'recorded', 'failed', 'a minute', 'workers', 'left'];
  return `${terminalTable(plainTable(header, rows))}\n`;
}

function pageOf(status: RunStatus, letters: readonly DeadLetter[] = []): string {
  const { run, command, state, passages, recorded, defects, waiting, active, delayed, dead, spent } = status;
  const { stage, error, lost, change } = status;
  const counts = [
    waiting > 0 ? `, ${waiting} waiting` : '',
    active > 0 ? `, ${active} in work` : '',
    delayed > 0 ? `, ${delayed} to be retried` : '',
    dead > 0 ? `, ${dead} failed` : '',
    defects > 0 ? `, ${counted(defects, 'internal error')}` : '',
  ];
  const share = passages ? ` (${Math.floor((100 * recorded) / passages)} %)` : '';
  const usd = spent.usd > 0 ? `, ${spentIn('usd', spent)}` : '';
  const lines = [
    `${recorded} of ${passages ?? '?'} passages recorded${share}${counts.join('')}`,
    stage ? `${stage.done} of ${stage.total} ${stage.name}` : [],
    lost ? `${counted(lost, 'passage')} without a job: submit the run again` : [],
    change ?? [],
    error === undefined ? [] : oneLine(error),
    rateLine(status) ?? [],
    spent.requests > 0 ? `${counted(spent.requests, 'request')}, ${spentIn('tokens', spent)}${usd}` : [],
    status.workers.map(workerLine),
    letters.map(letterLine),
  ].flat();
  return [`${run} (${command}): ${state}`, ...lines.map((line) => `  ${line}`), ''].join('\n');
}

/** Rate and time left; null without a worker heartbeat. */
function rateLine(status: RunStatus): string | null {
  const { perMinute, secondsLeft } = status;
  const heard = heardOf(status);
  if (heard === 0) return null;
  const by = counted(heard, 'worker');
  if (perMinute === null) return `${by}; too early to estimate the end`;
  const left = secondsLeft === null ? '' : `, about ${duration(secondsLeft)} left`;
  return `${perMinute.toFixed(1)} a minute by ${by}${left}`;
}

function workerLine(worker: RunWorker): string {
  const { host, pid, done, perMinute, heardSecondsAgo } = worker;
  const rate = perMinute === null ? '' : `, ${perMinute} a minute`;
  const heard = isSilent(worker) ? `silent for ${heardSecondsAgo} s` : `heard ${heardSecondsAgo} s ago`;
  return `${oneLine(host)} ${pid}: ${done} done${rate}, ${heard}`;
}

const letterLine = ({ index, job, tries, reason }: DeadLetter): string =>
  `passage ${index ?? oneLine(job)}, ${tries === 1 ? 'one try' : `${tries} tries`}: ${oneLine(reason)}`;

/** `45 s`, `12 min`, `3 h 5 min`. */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
