/** Makes the report of a benchmark from the records of its run, and prints it. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type LabelledPassage, withoutGold } from '../../datasets/index.ts';
import { createEncoder } from '../../gnn/index.ts';
import { type AblationInput, ablate } from '../benchmark/ablations.ts';
import type { BaselineDefinition } from '../benchmark/baselines/baseline.ts';
import { benchmarkDocument } from '../benchmark/benchmark-document.ts';
import type { BenchmarkReport } from '../benchmark/benchmark-report.ts';
import { extractionReport } from '../benchmark/extraction-metrics.ts';
import type { MethodScores } from '../benchmark/method-scores.ts';
import { neighbourTable } from '../benchmark/neighbour-table.ts';
import { figureFiles, tableFiles } from '../benchmark/publication-files.ts';
import { partsAlone } from '../benchmark/parts-alone.ts';
import { publishedFigures } from '../benchmark/published-figures.ts';
import type { JudgedResponse } from '../benchmark/refchecker-metrics.ts';
import { checkerReport, judgedResponses, rateReport, whyUnjudged } from '../benchmark/refchecker-metrics.ts';
import { benchmarkPage } from '../benchmark/render-benchmark.ts';
import { runBenchmark } from '../benchmark/run-benchmark.ts';
import { sameDataWarnings } from '../benchmark/same-data.ts';
import { spanReport } from '../benchmark/span-metrics.ts';
import { spansOutOfFold } from '../benchmark/span-threshold.ts';
import { verdictScores } from '../benchmark/verdict-scores.ts';
import { environmentOf } from '../config/environment.ts';
import { ConfigError } from '../errors.ts';
import { writeConfigFile } from '../config/write-config.ts';
import { type RecordFormat, renderRecord } from '../format/render-record.ts';
import type { NamedFile } from '../format/svg/svg-files.ts';
import { type NodeState, nodeStates } from '../graph/node-states.ts';
import { createEmbedder } from '../models/create.ts';
import type { PassageVerdict } from '../passage.ts';
import type { RunManifest } from '../run/manifest.ts';
import { datasetName, originOf } from '../run/origin-of-run.ts';
import { publishedSamplesNotes } from '../run/published-samples.ts';
import { allOf, methodScores, recordsIn } from '../run/records.ts';
import { thresholdsOf } from '../scoring/threshold.ts';
import type { CheckedPlan } from './bench-plan.ts';
import type { Host } from '../run/host.ts';

export interface BenchmarkResult {
  directory: string;
  run: RunManifest;
  passages: readonly LabelledPassage[];
  verdicts: readonly PassageVerdict[];
  checked: CheckedPlan;
}

export interface PrintOptions {
  format: RecordFormat;
  /** Includes the node states of a few passages, in HTML and among the plots. */
  figures?: boolean | undefined;
  /** Folders for tables (CSV, LaTeX) and plots (SVG), absolute. */
  tables?: string | undefined;
  plots?: string | undefined;
}

/** @throws InputError when a labelled passage has no verdict */
export async function printBenchmark(
  result: BenchmarkResult,
  { format, figures = false, tables, plots }: PrintOptions,
  host: Host,
): Promise<void> {
  const { report, ...compared } = await reportOf(result);
  const nodes = figures ? await figureNodes(result, host) : [];
  const page = benchmarkPage(report, { ...compared, nodes });
  if (tables !== undefined) await writeFiles(tables, tableFiles(report, page));
  if (plots !== undefined) await writeFiles(plots, figureFiles(page));
  const text = await renderRecord(report, format, (shown) =>
    shown === 'html' ? page : benchmarkDocument(report, shown === 'markdown' ? 'inline' : 'apart'),
  );
  host.stdout.write(text);
}

/** @throws ConfigError for one that cannot be written */
async function writeFiles(folder: string, files: readonly NamedFile[]): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw new ConfigError(`${folder} cannot be made a folder`, { cause });
  });
  for (const { name, text } of files) await writeConfigFile(path.join(folder, name), text);
}

async function reportOf(result: BenchmarkResult) {
  const { directory, run, verdicts, checked } = result;
  const passages = withoutGold(result.passages, checked.exclusions);
  const { plan, chosen, recorded, notes, protocol } = checked;
  const { scoring, consistency, segmentation } = run.config;
  const input = {
    ...{ passages, verdicts, scoring, unaligned: consistency.unaligned },
    readByModel: segmentation.extractor === 'judge',
  };
  const baselines = await Promise.all(chosen.map((definition) => baselineScores(directory, definition)));
  const unrecorded = baselines.filter(({ scores }) => scores.length === 0);
  const ablations = plan.ablate ? [ablate(input), partsAlone(input)] : [];
  const methods = [
    ownScores(input),
    ...ablations.flatMap((ablation) => ablation.methods),
    ...baselines.filter(({ scores }) => scores.length > 0),
    ...recorded,
  ];
  const compared = runBenchmark({
    dataset: datasetName(run.input),
    ...{ passages, methods },
    seed: run.seed,
    threshold: protocol,
    absent: [
      ...checked.absent,
      ...unrecorded.map(({ method }) => ({
        method,
        reason: 'the run has no records of it; bench --resume creates them',
      })),
      ...ablations.flatMap(({ absent }) => absent),
    ],
    neighbours: plan.ablate ? neighbourTable(verdicts) : [],
  });
  const inSample = sameDataWarnings(run.input.sha256, run.config);
  const origin = originOf(run);
  const judged = judgedResponses(passages, verdicts);
  const unjudged = whyUnjudged(passages, judged);
  const report: BenchmarkReport = {
    ...{ dataset: compared.dataset, run: origin },
    ...compared,
    ...referenceParts({ ...result, passages }, judged),
    warnings: [
      ...(origin.draw === undefined ? [] : [`${origin.draw}.`]),
      ...compared.warnings,
      ...(unjudged === null ? [] : [unjudged]),
      ...samplesWarnings(run.input),
      ...publishedSamplesNotes(
        run.config,
        passages.map(({ passage }) => passage),
      ),
      ...inSample,
      ...notes,
    ],
  };
  return { report, passages, methods };
}

const samplesWarnings = ({ samplesFrom }: RunManifest['input']): string[] =>
  samplesFrom === 'others'
    ? [
        'The samples of a response are the other responses to its prompt, mostly by other models: what they say is how far models agree with one another, not how sure one of them is; published figures of SelfCheckGPT rest on samples of the same model.',
      ]
    : [];

function ownScores({ passages, verdicts, scoring }: AblationInput): MethodScores {
  const thresholds = thresholdsOf(
    scoring.threshold,
    verdicts.map(({ score }) => score),
  );
  return verdictScores({ passages, verdicts, thresholds });
}

/** Sections that apply to some data sets only. */
function referenceParts(
  result: BenchmarkResult,
  judged: readonly JudgedResponse[],
): Partial<BenchmarkReport> {
  const { run, passages, verdicts } = result;
  const { seed, input } = run;
  const spans = spansOf(result);
  const extraction = extractionReport(passages, verdicts, { seed });
  const rates = rateReport(passages, verdicts, { seed });
  const published = publishedFigures(input.format);
  return {
    ...(spans && { spans }),
    ...(extraction && { extraction }),
    ...(judged.some(({ labels }) => labels.length > 0) && { checker: checkerReport(judged) }),
    ...(rates && { rates }),
    ...(published.length > 0 && { published }),
  };
}

/** With cross-validated thresholds, those of spans are cross-validated too. */
function spansOf({ run: { seed }, passages, verdicts, checked: { protocol } }: BenchmarkResult) {
  if (protocol.rule !== 'cross-validated') return spanReport(passages, verdicts, { seed });
  const { folds } = protocol;
  const report = spanReport(passages, spansOutOfFold(passages, verdicts, { folds, seed }), { seed });
  return report && { ...report, outOfFold: true as const };
}

async function baselineScores(
  directory: string,
  { id: method, threshold: own }: BaselineDefinition,
): Promise<MethodScores> {
  const scores = await allOf(recordsIn(directory, methodScores(method)));
  const threshold = own ?? null;
  return {
    method,
    origin: 'baseline',
    scores: scores.map(({ trace: _, ...own }) => own),
    thresholds: { passage: threshold, sentence: threshold, claim: threshold },
  };
}

/** How many passages the picture of node states shows: more make it unreadable. */
const FIGURE_PASSAGES = 6;

async function figureNodes({ run, verdicts }: BenchmarkResult, host: Host): Promise<NodeState[]> {
  const shown = verdicts.filter(({ trace }) => trace.identity.entities.length > 0).slice(0, FIGURE_PASSAGES);
  host.stderr.write(
    `note: vectors are not recorded; the phrases of ${shown.length} passages are embedded again\n`,
  );
  const { config, seed } = run;
  const [embedder, encoder] = await Promise.all([
    createEmbedder(config.embedder, environmentOf(host)),
    createEncoder({ ...config.encoder, kind: 'rgcn' }),
  ]);
  const nodes: NodeState[] = [];
  for (const verdict of shown) nodes.push(...(await nodeStates(verdict, { embedder, encoder }, { seed })));
  return nodes;
}
