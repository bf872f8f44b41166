/** A run folder as the viewer's data. */
import path from 'node:path';
import { loadPrompts } from '../../../prompts/loader.ts';
import type { PassageVerdict } from '../../passage.ts';
import type { RunManifest } from '../../run/manifest.ts';
import { outlineOf } from '../outline.ts';
import type { Report } from '../report.ts';
import type { ViewIndex, ViewPassage, ViewRow } from './view-data.ts';
import { CHUNK_SIZE, viewIndex, viewRow } from './view-index.ts';
import { viewGraph } from './view-graph.ts';
import { viewPassage } from './view-passage.ts';

export interface RunView {
  index: ViewIndex;
  /** In order; read again at each call. */
  chunks(): AsyncGenerator<ViewPassage[]>;
  passage(position: number): Promise<ViewPassage | undefined>;
}

export interface ViewedRun {
  directory: string;
  run: RunManifest;
  verdicts: Report['verdicts'];
  /** Gold labels by passage id: true = hallucinated. */
  gold: ReadonlyMap<string, boolean>;
  /** Scores of the other methods of a benchmark. */
  methods?: readonly { name: string; scores: readonly { id: string; passage: number | null }[] }[];
}

export async function runView({ directory, run, verdicts, gold, methods = [] }: ViewedRun): Promise<RunView> {
  const outline = await outlineOf({ run, verdicts }, { top: 0 });
  const rows: ViewRow[] = [];
  for await (const verdict of verdicts) rows.push(viewRow(verdict, gold.get(verdict.passage.id) ?? null));
  const passageView = (verdict: PassageVerdict): ViewPassage => ({
    ...viewPassage(verdict, run.config.scoring.consistency),
    graph: viewGraph(verdict),
  });
  return {
    index: viewIndex({
      ...{ outline, rows, title: path.basename(directory), methods: methodRisks(methods, rows) },
      prompts: await loadPrompts(),
    }),
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

/** By the order of the rows; methods that score no passage are left out. */
function methodRisks(
  methods: NonNullable<ViewedRun['methods']>,
  rows: readonly ViewRow[],
): ViewIndex['methods'] {
  return methods.flatMap(({ name, scores }) => {
    const byId = new Map(scores.map(({ id, passage }) => [id, passage]));
    const risks = rows.map(({ id }) => byId.get(id) ?? null);
    if (risks.every((risk) => risk === null)) return [];
    return [{ name, risks }];
  });
}
