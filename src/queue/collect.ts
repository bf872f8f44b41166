/** Stages of a run folder whose records are read from the store of a submitted run. */
import { RunError } from '../errors.ts';
import { recorded } from '../records/record-line.ts';
import { type RecordKind, parseRecord } from '../run/records.ts';
import type { RunStage } from '../run/stage.ts';
import { unpacked } from './packed.ts';
import { linesOf } from './performer.ts';
import type { RunStore } from './run-store.ts';

const PAGE = 50;

/** The records of a passage, one for each stage. */
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

export interface RecordedPassage {
  id: string;
  stages: number;
}

/**
 * The passages that have a record, up to the first that has none.
 * @throws RunError naming a record that cannot be parsed
 */
export async function recordedPassages(
  store: RunStore,
  { run, passages, kinds }: { run: string; passages: number; kinds: readonly RecordKind<unknown>[] },
): Promise<RecordedPassage[]> {
  const found: RecordedPassage[] = [];
  for await (const lines of recordedLines(store, run, 0, passages)) {
    const place = `run ${run}: record ${found.length}`;
    if (lines.length > kinds.length) throw new RunError(`${place}: not of this kind of run`);
    const [id = ''] = lines.map((line, stage) => {
      const kind = kinds[stage] as RecordKind<unknown>;
      return kind.idOf(parseRecord(line, kind, place));
    });
    found.push({ id, stages: lines.length });
  }
  return found;
}

interface Collected {
  run: string;
  there: readonly RecordedPassage[];
  passages: number;
  stages: readonly RunStage<unknown, unknown>[];
  /** Aborted at the first passage without a record; the run is then interrupted. */
  missing: AbortController;
}

interface Place {
  index: number;
  id: string;
}

/** Stages that read their records instead of computing them. */
export function collectedStages(
  store: RunStore,
  { run, there, passages, stages, missing }: Collected,
): RunStage<unknown, unknown>[] {
  const places = Array.from({ length: passages }, (_, index) => ({ index, id: there[index]?.id ?? '' }));
  const goesThrough = (number: number) => (_: Place, index: number) =>
    (there[index]?.stages ?? stages.length) > number;
  return stages.map((stage, number) => ({
    ...stage,
    batched: false,
    items: async () => places.filter(goesThrough(number)),
    idOf: (place) => (place as Place).id,
    async open() {
      let next = -1;
      let lines: AsyncGenerator<string[]> | undefined;
      return {
        async work(place) {
          const { index } = place as Place;
          if (index >= there.length) {
            missing.abort();
            missing.signal.throwIfAborted();
          }
          // Called in order, one at a time, from the first passage that the folder lacks.
          if (lines === undefined) [next, lines] = [index, recordedLines(store, run, index, there.length)];
          for (; next < index; next++) await lines.next();
          next = index + 1;
          const line: string | undefined = (await lines.next()).value?.[number];
          if (line === undefined) throw new RunError(`run ${run}: record ${index} is gone`);
          return recorded(parseRecord(line, stage.kind, `run ${run}: record ${index}`));
        },
      };
    },
  }));
}
