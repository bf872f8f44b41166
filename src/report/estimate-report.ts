/** The estimated calls of a run, as Markdown that reads well in a terminal. */
import type { Cost, RunEstimate } from '../detector/estimate/estimate.ts';
import { counted } from '../format/text.ts';
import { markdownTable, plainTable, type TextTable } from '../format/text-table.ts';
import type { BudgetLimits, Spending } from '../models/budget/budget.ts';
import { amountOf, exceededUnits, limitedUnits, NOTHING, spendingOf, sum } from '../models/budget/budget.ts';
import type { BatchPlan } from '../run/manifest.ts';

export interface SpendingPlan {
  limits: BudgetLimits;
  /** By an earlier part of the run. */
  spent?: Spending | undefined;
  batch?: BatchPlan | undefined;
}

export function renderEstimate(estimate: RunEstimate, plan: SpendingPlan, notes: readonly string[]): string {
  const { passages, samples, triples, requests } = estimate;
  const sections = [
    'Dry run: no request is sent, nothing is written.',
    `${counted(passages, 'passage')}: about ${counted(triples, 'triple')}; ${counted(samples.given, 'sample')} given, ${samples.toDraw} to draw.`,
    ...budgetSections(estimate, plan),
    ...(requests === 0 ? ['No model is asked.'] : [...costSections(estimate, plan), ...notes]),
  ];
  return `${sections.join('\n\n')}\n`;
}

export const costSections = (estimate: RunEstimate, plan: SpendingPlan): string[] => [
  markdownTable(costTable(estimate)),
  [...boundLines(estimate), ...caveats(estimate, plan)].join('\n'),
];

/** Whether the budget will suffice; empty without a budget. */
export function budgetSections(cost: Cost, { limits, spent = NOTHING }: SpendingPlan): string[] {
  const units = limitedUnits(limits);
  if (units.length === 0) return [];
  const budget = units.map((unit) => amountOf(unit, limits[unit] ?? 0)).join(', ');
  return [`Budget: ${budget}; ${outlook(sum(spendingOf(cost), spent), limits, cost)}.`];
}

function outlook(spending: Spending, limits: BudgetLimits, { usd }: Cost): string {
  if (exceededUnits(spending, limits).length > 0)
    return 'the run is expected to need more, and to stop there';
  const isUnknown = limits.usd !== undefined && usd === null;
  return isUnknown ? 'what the run costs is unknown' : 'the run is expected to fit';
}

export const COST_COLUMNS = ['requests', 'input tokens', 'output tokens', '$'] as const;

export const costCells = ({ requests, inputTokens, outputTokens, usd }: Cost): string[] => [
  ...[`${requests}`, `${inputTokens}`, `${outputTokens}`, dollars(usd)],
];

function costTable({ purposes, passages, ...total }: RunEstimate): TextTable {
  const [requests, ...rest] = COST_COLUMNS;
  const row = (purpose: string, model: string, cost: Cost): string[] => {
    const [count = '', ...others] = costCells(cost);
    return [purpose, model, count, (cost.requests / passages).toFixed(1), ...others];
  };
  const rows = purposes.map(({ purpose, model, ...cost }) => row(purpose, model, cost));
  const header = ['purpose', 'model', requests, 'a passage', ...rest];
  return plainTable(header, [...rows, row('total', '', total)]);
}

/** Upper bounds: for a service that returns one answer per request, and if answers cannot be used. */
const boundLines = ({ ifOneAnswerARequest: singly, requests, atMost }: RunEstimate): string[] => [
  ...(singly === null || singly.requests === requests
    ? []
    : [`If the service returns one answer per request: ${inWords(singly)}.`]),
  `At most ${counted(atMost, 'request')} for as many facts, if every answer has to be requested twice.`,
];

function inWords({ requests, inputTokens, outputTokens, usd }: Cost): string {
  const price = usd === null ? 'at an unknown price' : `$${dollars(usd)}`;
  return `${requests} requests, ${inputTokens} + ${outputTokens} tokens, ${price}`;
}

function caveats({ exactCounts, usd, tried, passages }: RunEstimate, { batch }: SpendingPlan): string[] {
  const ofBatch = batch?.asksServices
    ? 'OpenAI charges half of these prices for batches.'
    : 'The cost of answers by hand is unknown; the requests are those to answer.';
  return [
    'Simulated with typical answers: real answers have more or fewer facts, and some are requested again.',
    tried < passages ? `Extrapolated from ${tried} evenly spread passages.` : [],
    exactCounts
      ? []
      : 'The vocabulary of a model is unknown, or js-tiktoken is not installed: tokens are estimated as four characters each.',
    usd === null
      ? 'The price of a model is unknown: set prices.MODEL={input: $, output: $} a million tokens.'
      : 'Prices are those of single requests, without discounts for batches or cached prompts.',
    batch ? ofBatch : [],
  ].flat();
}

const dollars = (usd: number | null): string => (usd === null ? 'unknown' : usd.toFixed(4));
