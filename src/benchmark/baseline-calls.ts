/**
 * What a benchmark would ask of the models, before it asks anything. Requests are upper estimates: how many triples
 * and sentences there are is known only afterwards, and a request that is not needed is not sent.
 */
import type { Config } from '../config/schema.ts';
import { estimateTextTokens } from '../models/budget/token-estimate.ts';
import type { Passage } from '../passage.ts';
import { budgetSections, costSections, NO_LIMITS, type SpendingPlan } from '../report/estimate-report.ts';
import { type EstimateContext, estimateRun, type RunEstimate } from '../run/estimate.ts';
import type { Degraded } from '../run/manifest.ts';
import { extentOf, sampleCounts } from '../run/passage-extent.ts';
import type { BaselineDefinition, PassageSize } from './baselines/baseline.ts';
import { markdownTable, plainTable } from '../format/text-table.ts';

export interface DryRunInput {
  dataset: string;
  config: Config;
  /** All passages of the run. */
  passages: readonly Passage[];
  /** How many of them have a gold label of any kind. */
  labelled: number;
  /** Those the detector has not evaluated yet. */
  pending: readonly Passage[];
  /** The baselines that would run, with the passages they have not scored yet. */
  baselines: readonly { definition: BaselineDefinition; pending: readonly Passage[] }[];
  /** Methods asked for that cannot run, and why. */
  absent: readonly { method: string; reason: string }[];
  context: EstimateContext;
  /** Default: no budget. */
  plan?: SpendingPlan;
}

export interface DryRun {
  dataset: string;
  passages: number;
  labelled: number;
  /** Samples that the passages bring and would be used, and those that would be drawn. */
  samples: { given: number; toDraw: number };
  methods: { method: string; passages: number; requests: number }[];
  /** What the first row would ask and cost, in parts. */
  estimate: RunEstimate;
  /** What the authors' scripts would ask for the passages of the first row. */
  authorsRequests: number;
  absent: { method: string; reason: string }[];
  /** What the run would give up to fit its budget. */
  degraded?: Degraded;
}

export async function dryRun(input: DryRunInput): Promise<DryRun> {
  const { config, context, passages, pending, baselines, plan = NO_LIMITS } = input;
  const size = (passage: Passage): PassageSize => extentOf(passage, config, estimateTextTokens);
  const estimate = await estimateRun(pending, config, context);
  return {
    dataset: input.dataset,
    passages: passages.length,
    labelled: input.labelled,
    samples: sampleCounts(passages, config),
    methods: [
      { method: 'hallugraph', passages: pending.length, requests: estimate.requests },
      ...baselines.map(({ definition, pending: own }) => ({
        method: definition.id,
        passages: own.length,
        requests: methodRequests(definition, own, config),
      })),
    ],
    estimate,
    authorsRequests: sum(pending.map((passage) => authorsRequests(size(passage)))),
    absent: [...input.absent],
    ...(plan.degraded && { degraded: plan.degraded }),
  };
}

/** What a method beside would ask at most. */
export function methodRequests(
  { requests }: Pick<BaselineDefinition, 'requests'>,
  passages: readonly Passage[],
  config: Config,
): number {
  return sum(passages.map((passage) => requests(extentOf(passage, config, estimateTextTokens))));
}

/**
 * The authors' scripts, with 10 draws a task: n samples, 2 (n + 1) for triples, n·m support checks, and for each
 * triple 10 answers with 10 judgements for two tasks and 10 selections: 2 + 3n + nm + 50m.
 */
const authorsRequests = ({ samples: n, triples: m }: PassageSize): number => 2 + 3 * n + n * m + 50 * m;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Markdown that reads well in a terminal, with a line break at the end. */
export function renderDryRun(
  { samples, methods, estimate, absent, ...run }: DryRun,
  plan = NO_LIMITS,
): string {
  const all = { ...estimate, requests: sum(methods.map(({ requests }) => requests)) };
  const rows = methods.map(({ method, passages, requests }) => [method, `${passages}`, `${requests}`]);
  const sections = [
    `# Benchmark: ${run.dataset} (dry run: nothing is asked, nothing is written)`,
    `${run.passages} passages, ${run.labelled} labelled; ${samples.given} samples given, ${samples.toDraw} to draw.`,
    markdownTable(plainTable(['method', 'passages', 'requests at most'], rows)),
    `The authors' scripts would send about ${run.authorsRequests} requests for the first row.`,
    ...budgetSections(all, plan),
    ...(estimate.requests === 0 ? [] : ['## hallugraph', ...costSections(estimate, plan)]),
    ...(absent.length === 0 ? [] : ['## Cannot run', absent.map(absentLine).join('\n')]),
  ];
  return `${sections.join('\n\n')}\n`;
}

const absentLine = ({ method, reason }: DryRun['absent'][number]): string => `- ${method}: ${reason}`;
