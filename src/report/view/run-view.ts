/** A run folder as the viewer's data. */
import path from 'node:path';
import type { PassageVerdict } from '../../passage.ts';
import type { RunManifest } from '../../run/manifest.ts';
import { outlineOf } from '../outline.ts';
import type { ViewIndex, ViewPassage, ViewRow } from './view-data.ts';
import { CHUNK_SIZE, viewIndex, viewRow } from './view-index.ts';
import { viewGraph } from './view-graph.ts';
import { viewPassage } from './view-passage.ts';

export interface RunView {
  index: ViewIndex;
  /** Chunks of passages, in order; read anew at each call. */
  chunks(): AsyncGenerator<ViewPassage[]>;
  /** One passage; undefined where the run has none there. */
  passage(position: number): Promise<ViewPassage | undefined>;
}

export interface ViewedRun {
  directory: string;
  run: RunManifest;
  /** Gone through more than once, so that none has to stay in memory. */
  verdicts: AsyncIterable<PassageVerdict> | Iterable<PassageVerdict>;
  /** Gold labels by id of the passage: true = hallucinated; empty where there are none. */
  gold: ReadonlyMap<string, boolean>;
}

export async function runView({ directory, run, verdicts, gold }: ViewedRun): Promise<RunView> {
  const outline = await outlineOf({ run, verdicts }, { top: 0 });
  const rows: ViewRow[] = [];
  for await (const verdict of verdicts) rows.push(viewRow(verdict, gold.get(verdict.passage.id) ?? null));
  const passageView = (verdict: PassageVerdict): ViewPassage => ({
    ...viewPassage(verdict, run.config.scoring),
    graph: viewGraph(verdict),
  });
  return {
    index: viewIndex(outline, rows, path.basename(directory)),
    async *chunks() {
      let chunk: ViewPassage[] = [];
      for await (const verdict of verdicts) {
        chunk.push(passageView(verdict));
        if (chunk.length < CHUNK_SIZE) continue;
        yield chunk;
        chunk = [];
      }
      if (chunk.length > 0) yield chunk;
    },
    async passage(position) {
      let at = 0;
      for await (const verdict of verdicts) {
        if (at++ === position) return passageView(verdict);
      }
      return undefined;
    },
  };
}
