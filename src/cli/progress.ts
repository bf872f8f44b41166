/** A progress bar on standard error, for people only, and only once a run takes a while. */
import { SingleBar } from 'cli-progress';
import type { Host } from './host.ts';

export interface Progress {
  /** @param event.stage what is done with the passage: a stage of the detector, or another method */
  onProgress(event: { passageId: string; stage: string }): void;
  onRecord(done: number): void;
  stop(): void;
}

const DELAY_MILLISECONDS = 500;

const SILENT: Progress = { onProgress: () => {}, onRecord: () => {}, stop: () => {} };

/** @param total passages of the run */
export function startProgress(
  { stderr }: Host,
  { total, quiet }: { total: number; quiet: boolean },
): Progress {
  if (quiet || stderr.isTTY !== true) return SILENT;
  const bar = new SingleBar({
    stream: stderr,
    format: '  {bar} {value}/{total}  {stage}',
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
      state.stage = `${stage} ${passageId.slice(0, 30)}`;
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
