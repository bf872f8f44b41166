/** Carries out a run of a detector, and what belongs to it afterwards. */
import type { PassageVerdict } from '../passage.ts';
import { executeRun, type RunResult } from '../run/execute-run.ts';
import { allOf } from '../run/records.ts';
import type { Tally } from '../run/run-summary.ts';
import { carryOut, type PerformOptions, type Work } from './carry-out.ts';
import type { Host } from './host.ts';
import type { Session } from './session.ts';

/** What else belongs to a run, done with its verdicts once all are there; what it costs goes to the tally. */
export type Afterwards = (verdicts: PassageVerdict[], work: Work, tally: Tally) => Promise<void>;

/**
 * The verdicts of the whole run.
 * @throws Exit when it did not get to its end, as {@link carryOut}
 */
export async function performRun(
  { folder, detector, passages, batch, budget, copied = false }: Session,
  options: PerformOptions,
  host: Host,
  afterwards?: Afterwards,
): Promise<RunResult['verdicts']> {
  const execute = (work: Work) => {
    const { signal, concurrency, batch: batches } = work;
    const { onProgress, onRecord } = work.begin('', passages.length);
    return executeRun({
      ...{ folder, detector, concurrency, copied, signal, onProgress, onRecord },
      passages: passages.map(({ passage }) => passage),
      ...(batches && { batch: batches }),
      ...(budget && { spent: () => budget.committed }),
      ...(afterwards && {
        afterwards: async (records, tally) => afterwards(await allOf(records), work, tally),
      }),
    });
  };
  const { cachedDraws, close } = detector;
  const { verdicts } = await carryOut({ folder, batch, execute, cachedDraws, close }, options, host);
  return verdicts;
}
