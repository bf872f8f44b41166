/** The estimated calls of a benchmark; recorded passages are not counted. */
import type { BaselineDefinition } from '../benchmark/baselines/baseline.ts';
import type { Config } from '../config/schema.ts';
import type { Attempt, Cost, RunEstimate } from '../detector/estimate/estimate.ts';
import { estimateRun, sampleCounts, totalOf } from '../detector/estimate/estimate.ts';
import { openBaselineParts } from '../detector/parts.ts';
import type { Environment } from '../files/user-cache.ts';
import { statementSpans } from '../english/statements.ts';
import { markdownTable, plainTable } from '../format/text-table.ts';
import type { Passage } from '../passage.ts';
import {
  budgetSections,
  COST_COLUMNS,
  costCells,
  costSections,
  type SpendingPlan,
} from '../report/estimate-report.ts';

export interface DryRunInput {
  dataset: string;
  config: Config;
  passages: readonly Passage[];
  /** How many of them have a gold label of any kind. */
  labelled: number;
  /** Passages without a verdict. */
  pending: readonly Passage[];
  /** With the passages they have not scored yet. */
  baselines: readonly { definition: BaselineDefinition; pending: readonly Passage[] }[];
  absent: { method: string; reason: string }[];
  env: Environment;
  /** Models that are downloaded first, or missing. */
  before: string[];
  notes: string[];
}

/** The estimate of the first method is also given in parts. */
export async function dryRun(input: DryRunInput) {
  const { dataset, config, env, passages, labelled, pending, baselines, absent, before, notes } = input;
  const estimate = await estimateRun(pending, config, env);
  const methods = [{ method: 'hallugraph', passages: pending.length, ...costOf(estimate) }];
  for (const { definition, pending: own } of baselines) {
    const cost = await methodCost(definition, own, config, env);
    methods.push({ method: definition.id, passages: own.length, ...cost });
  }
  return {
    ...{ dataset, passages: passages.length, labelled, samples: sampleCounts(passages, config), methods },
    ...{ total: totalOf(methods), estimate, absent, before, notes },
  };
}

async function methodCost(
  definition: BaselineDefinition,
  passages: readonly Passage[],
  config: Config,
  env: Environment,
): Promise<Cost> {
  if (!definition.needs.includes('chat')) return totalOf([]);
  return costOf(await estimateRun(passages, config, env, scoring(definition)));
}

const costOf = ({ requests, inputTokens, outputTokens, usd }: RunEstimate): Cost => ({
  ...{ requests, inputTokens, outputTokens, usd },
});

/** The verdict costs nothing, since it is recorded before methods are scored. */
function scoring(definition: BaselineDefinition): Attempt {
  return async (passage, { config, env, calls }, free) => {
    const { passage: own, trace, triples } = await free.evaluate(passage);
    const { response = '', samples = [] } = own;
    const sentences = own.sentences ?? statementSpans(response);
    const { parts, close } = await openBaselineParts(new Set(definition.needs), config, env, calls);
    const input = { passage: { ...own, response, samples }, sentences, trace, seed: config.seed };
    await definition.score(input, parts);
    await close();
    return triples.length;
  };
}

export function renderDryRun(
  { samples, methods, total, estimate, absent, ...run }: Awaited<ReturnType<typeof dryRun>>,
  plan: SpendingPlan,
): string {
  const rows = methods.map(({ method, passages, ...cost }) => [method, `${passages}`, ...costCells(cost)]);
  const sums = methods.length > 1 ? [['total', '', ...costCells(total)]] : [];
  const paragraph = (lines: readonly string[]) => (lines.length === 0 ? [] : [lines.join('\n')]);
  const sections = [
    `# Benchmark: ${run.dataset} (dry run: no request is sent, nothing is written)`,
    `${run.passages} passages, ${run.labelled} labelled; ${samples.given} samples given, ${samples.toDraw} to draw.`,
    markdownTable(plainTable(['method', 'passages', ...COST_COLUMNS], [...rows, ...sums])),
    ...budgetSections(total, plan),
    ...(estimate.requests === 0 ? [] : ['## hallugraph', ...costSections(estimate, plan)]),
    ...[...paragraph(run.before), ...paragraph(run.notes), ...(absent.length === 0 ? [] : ['## Cannot run'])],
    ...paragraph(absent.map(({ method, reason }) => `- ${method}: ${reason}`)),
  ];
  return `${sections.join('\n\n')}\n`;
}
