/** The records of a submitted run as the stages of a run folder. */
import { RunError } from '../errors.ts';
import { recorded } from '../record-line.ts';
import { type RecordKind, parseRecord } from '../run/records.ts';
import type { Stage } from '../run/stage.ts';
import { unpacked } from './packed.ts';
import { linesOf } from './performer.ts';
import type { RunStore } from './run-store.ts';

/** Records read at once. */
const PAGE = 50;

/** What came of a passage: a record of each stage. */
async function* recordedLines(
  store: RunStore,
  run: string,
  first: number,
  end: number,
): AsyncGenerator<string[]> {
  for (let at = first; at < end; at += PAGE) {
    const page = await store.records(run, at, Math.min(PAGE, end - at));
    for (let index = at; index < Math.min(at + PAGE, end); index++) {
      const body = page.get(index);
      if (body === undefined) return;
      yield linesOf(unpacked(body, 'record'));
    }
  }
}

interface Recorded {
  run: string;
  passages: number;
  kinds: readonly RecordKind<unknown>[];
}

/**
 * The ids of the passages that have a record, up to the first that has none.
 * @throws RunError naming the record that is none
 */
export async function recordedIds(store: RunStore, { run, passages, kinds }: Recorded): Promise<string[]> {
  const ids: string[] = [];
  for await (const lines of recordedLines(store, run, 0, passages)) {
    const place = `run ${run}: record ${ids.length}`;
    if (lines.length !== kinds.length) throw new RunError(`${place}: not of this kind of run`);
    const records = kinds.map((kind, stage) => parseRecord(lines[stage] as string, kind, place));
    ids.push(kinds[0]?.idOf(records[0]) ?? '');
  }
  return ids;
}

interface Collected {
  run: string;
  /** Of the passages that have a record. */
  ids: readonly string[];
  /** How many the run has. */
  passages: number;
  stages: readonly Stage<unknown, unknown>[];
  /** Is aborted at the first passage without a record, which interrupts the run. */
  missing: AbortController;
}

interface Place {
  index: number;
  id: string;
}

/** The stages of a run, whose records are there already. */
export function collectedStages(store: RunStore, { run, ids, passages, stages, missing }: Collected) {
  const places = Array.from({ length: passages }, (_, index): Place => ({ index, id: ids[index] ?? '' }));
  return stages.map(
    (stage, number): Stage<unknown, unknown> => ({
      ...stage,
      batched: false,
      items: async () => places,
      idOf: (place) => (place as Place).id,
      async open() {
        let next = -1;
        let lines: AsyncGenerator<string[]> | undefined;
        return {
          async work(place) {
            const { index } = place as Place;
            if (index >= ids.length) {
              missing.abort();
              missing.signal.throwIfAborted();
            }
            // Asked for in order, one after the other, from the first that the folder has not.
            if (next !== index) lines = recordedLines(store, run, index, ids.length);
            next = index + 1;
            const { value } = (await lines?.next()) ?? {};
            if (!value) throw new RunError(`run ${run}: record ${index} is gone`);
            const line = (value as string[])[number] as string;
            return recorded(parseRecord(line, stage.kind, `run ${run}: record ${index}`));
          },
        };
      },
    }),
  );
}
