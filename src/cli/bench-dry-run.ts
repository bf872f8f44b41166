/** The estimated calls of a benchmark; recorded passages are not counted. */
import type { BaselineDefinition } from '../benchmark/baselines/baseline.ts';
import type { Config } from '../config/schema.ts';
import { markdownTable, plainTable } from '../format/text-table.ts';
import { openBaselineParts } from '../detector/parts.ts';
import type { Passage } from '../passage.ts';
import {
  budgetSections,
  COST_COLUMNS,
  costCells,
  costSections,
  NO_LIMITS,
  type SpendingPlan,
} from '../report/estimate-report.ts';
import {
  type Attempt,
  type Cost,
  type EstimateContext,
  estimateRun,
  estimateWithMost,
  type RunEstimate,
  sampleCounts,
  totalOf,
} from '../detector/estimate/estimate.ts';
import type { Degraded } from '../run/manifest.ts';
import { statementSpans } from '../english/statements.ts';

export interface DryRunInput {
  dataset: string;
  config: Config;
  /** All passages of the run. */
  passages: readonly Passage[];
  /** How many of them have a gold label of any kind. */
  labelled: number;
  /** Passages without a verdict. */
  pending: readonly Passage[];
  /** The baselines that would run, with the passages they have not scored yet. */
  baselines: readonly { definition: BaselineDefinition; pending: readonly Passage[] }[];
  /** Requested methods that cannot run, with the reason. */
  absent: readonly { method: string; reason: string }[];
  context: EstimateContext;
  /** What the run downloads first, or is missing. Default: nothing. */
  before?: readonly string[];
  /** Notes on the run. Default: none. */
  notes?: readonly string[];
  /** Default: no budget. */
  plan?: SpendingPlan;
}

export interface DryRun {
  dataset: string;
  passages: number;
  labelled: number;
  /** Samples of the passages in use, and those to be drawn. */
  samples: { given: number; toDraw: number };
  methods: ({ method: string; passages: number } & Cost)[];
  /** Of all methods. */
  total: Cost;
  /** The estimate of the first row, in parts. */
  estimate: RunEstimate;
  absent: { method: string; reason: string }[];
  before: string[];
  notes: string[];
  /** What the run gives up to fit its budget. */
  degraded?: Degraded;
}

export async function dryRun(input: DryRunInput): Promise<DryRun> {
  const { config, context, passages, pending, baselines, plan = NO_LIMITS } = input;
  const estimate = await estimateWithMost(pending, config, context);
  const methods = [{ method: 'hallugraph', passages: pending.length, ...costOf(estimate) }];
  for (const { definition, pending: own } of baselines) {
    const cost = await methodCost(definition, own, config, context);
    methods.push({ method: definition.id, passages: own.length, ...cost });
  }
  return {
    dataset: input.dataset,
    passages: passages.length,
    labelled: input.labelled,
    samples: sampleCounts(passages, config),
    methods,
    total: totalOf(methods),
    estimate,
    absent: [...input.absent],
    before: [...(input.before ?? [])],
    notes: [...(input.notes ?? [])],
    ...(plan.degraded && { degraded: plan.degraded }),
  };
}

/** The estimated cost of a baseline. */
export async function methodCost(
  definition: BaselineDefinition,
  passages: readonly Passage[],
  config: Config,
  context: EstimateContext,
): Promise<Cost> {
  if (!definition.needs.includes('chat')) return totalOf([]);
  return costOf(await estimateRun(passages, config, context, scoring(definition)));
}

const costOf = ({ requests, inputTokens, outputTokens, usd }: RunEstimate): Cost => ({
  ...{ requests, inputTokens, outputTokens, usd },
});

/** A verdict, which is there by then, and the scores of a method. */
function scoring(definition: BaselineDefinition): Attempt {
  return async (passage, { config, env, calls }, free) => {
    const { passage: own, trace, triples } = await free.evaluate(passage);
    const { response = '', samples = [] } = own;
    const sentences = own.sentences ?? statementSpans(response);
    const { parts, close } = await openBaselineParts(new Set(definition.needs), config, env, calls);
    const input = { passage: { ...own, response, samples }, sentences, trace, seed: config.seed };
    await definition.create(parts).score(input);
    await close();
    return triples.length;
  };
}

/** Markdown that reads well in a terminal, with a line break at the end. */
export function renderDryRun(
  { samples, methods, total, estimate, absent, ...run }: DryRun,
  plan = NO_LIMITS,
): string {
  const rows = methods.map(({ method, passages, ...cost }) => [method, `${passages}`, ...costCells(cost)]);
  const sums = methods.length > 1 ? [['total', '', ...costCells(total)]] : [];
  const sections = [
    `# Benchmark: ${run.dataset} (dry run: nothing is asked, nothing is written)`,
    `${run.passages} passages, ${run.labelled} labelled; ${samples.given} samples given, ${samples.toDraw} to draw.`,
    markdownTable(plainTable(['method', 'passages', ...COST_COLUMNS], [...rows, ...sums])),
    ...budgetSections(total, plan),
    ...(estimate.requests === 0 ? [] : ['## hallugraph', ...costSections(estimate, plan)]),
    ...linesOf(run.before),
    ...linesOf(run.notes),
    ...(absent.length === 0 ? [] : ['## Cannot run', absent.map(absentLine).join('\n')]),
  ];
  return `${sections.join('\n\n')}\n`;
}

const linesOf = (lines: readonly string[]): string[] => (lines.length === 0 ? [] : [lines.join('\n')]);

const absentLine = ({ method, reason }: DryRun['absent'][number]): string => `- ${method}: ${reason}`;
