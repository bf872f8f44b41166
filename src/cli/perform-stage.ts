/** A stage of a run that comes after its verdicts, with a record for each of them in a file of its own. */

import { forManyListeners } from '../call-signal.ts';
import type { Spending } from '../models/budget/budget.ts';
import type { CallOptions } from '../models/chat-model.ts';
import type { PassageVerdict } from '../passage.ts';
import { recordInFile } from '../run/record-all.ts';
import { recordsSoFar } from '../run/record-log.ts';
import type { RecordKind } from '../run/records.ts';
import type { RecordedCalls, Tally } from '../run/run-summary.ts';
import type { Work } from './carry-out.ts';

export interface Stage<R> {
  /** For people. */
  name: string;
  file: string;
  kind: RecordKind<R>;
  /** What it is about, in order. */
  verdicts: readonly PassageVerdict[];
  /** What was asked for a record. */
  costsOf(record: R): RecordedCalls[];
  /** Makes what the stage works with; not called where nothing is left to do. @param spent by the run so far */
  open(spent: Spending): Promise<StageParts<R>>;
}

export interface StageParts<R> {
  /** @param options the signal of the run */
  recordOf(verdict: PassageVerdict, options: CallOptions): Promise<R>;
  /** Draws answered from the cache. */
  cachedDraws(): number | Promise<number>;
  close(): Promise<void>;
}

/** @throws as the work on a verdict does; what is recorded stays */
export async function performStage<R extends { id: string }>(
  { name, file, kind, verdicts, costsOf, open }: Stage<R>,
  { signal, concurrency, begin, addCachedDraws }: Work,
  tally: Tally,
): Promise<void> {
  const count = (record: R) => {
    for (const costs of costsOf(record)) tally.addCalls(costs);
  };
  let kept = 0;
  for await (const record of recordsSoFar(file, kind)) {
    kept += 1;
    count(record);
  }
  const { onProgress, onRecord } = begin(name, verdicts.length);
  if (kept === verdicts.length) return onRecord(kept);
  const parts = await open(tally.spent());
  try {
    await recordInFile(file, kind, {
      items: verdicts,
      id: { ofItem: ({ passage }) => passage.id, ofRecord: ({ id }) => id },
      work(verdict) {
        signal.throwIfAborted();
        onProgress({ passageId: verdict.passage.id, stage: name });
        return parts.recordOf(verdict, { signal: forManyListeners(signal) });
      },
      onRecord(record, done) {
        if (done > kept) count(record);
        onRecord(done);
      },
      ...{ concurrency, signal },
    });
  } finally {
    addCachedDraws(await parts.cachedDraws());
    await parts.close();
  }
}
