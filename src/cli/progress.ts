/** Progress on standard error: a bar in a terminal once a run takes a while, otherwise occasional lines. */
import cliProgress from 'cli-progress';
import { oneLine } from '../format/text.ts';
import type { Passage } from '../passage.ts';
import type { Host } from '../run/host.ts';
import type { StageListener } from '../run/run-stages.ts';

export interface Progress extends StageListener {
  stop(): void;
}

const DELAY_MILLISECONDS = 500;

const SILENT: Progress = { onProgress: () => {}, onRecord: () => {}, stop: () => {} };

export interface ProgressOptions {
  total: number;
  /** Display name; empty for the first stage. */
  name: string;
  quiet: boolean;
}

export function startProgress({ stderr }: Host, options: ProgressOptions): Progress {
  if (options.quiet) return SILENT;
  return stderr.isTTY === true ? progressBar(stderr, options) : progressLines(stderr, options);
}

/** Maximum lines per stage, and minimum passages between two lines. */
const LINES = 10;
const PASSAGES_A_LINE = 10;

/** By count, not by time: equal runs print the same lines; the last one only after others. */
function progressLines(stderr: Host['stderr'], { total, name }: ProgressOptions): Progress {
  const step = Math.max(PASSAGES_A_LINE, Math.ceil(total / LINES));
  return {
    ...SILENT,
    onRecord(done) {
      const isDue = done % step === 0 || done === total;
      if (!isDue || total <= step) return;
      stderr.write(`${done} of ${total} passages${name === '' ? '' : ` of ${name}`}\n`);
    },
  };
}

/** Length in characters above which a passage blocks a processor for seconds without progress. */
const LONG = 1_000_000;

export function noteLongPassages(passages: readonly Passage[], { stderr }: Pick<Host, 'stderr'>): void {
  for (const { id, response = '', samples = [], context = [] } of passages) {
    const length = [response, ...samples, ...context].reduce((sum, text) => sum + text.length, 0);
    if (length < LONG) continue;
    const millions = (length / 1e6).toFixed(1);
    stderr.write(
      `note: passage ${oneLine(id)} has ${millions} million characters of text: nothing is shown while it is read\n`,
    );
  }
}

function progressBar(stderr: Host['stderr'], { total }: ProgressOptions): Progress {
  const bar = new cliProgress.SingleBar({
    stream: stderr,
    format: '  {bar} {value}/{total}  {eta_formatted} left  {stage}',
    // not known before a few passages are done
    formatTime: (seconds, options, step) =>
      seconds > 0 ? cliProgress.Format.TimeFormat(seconds, options, step) : '?',
    barCompleteChar: '━',
    barIncompleteChar: '─',
    barsize: 30,
    hideCursor: true,
    clearOnComplete: true,
  });
  const state = { done: 0, stage: '' };
  const timer = setTimeout(() => bar.start(total, state.done, { stage: state.stage }), DELAY_MILLISECONDS);
  const show = () => {
    if (bar.isActive) bar.update(state.done, { stage: state.stage });
  };
  return {
    onProgress({ passageId, stage }) {
      state.stage = `${stage} ${oneLine(passageId).slice(0, 30)}`;
      show();
    },
    onRecord(done) {
      state.done = done;
      show();
    },
    stop() {
      clearTimeout(timer);
      bar.stop();
    },
  };
}
