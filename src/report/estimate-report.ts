/** What a run would ask, as a text that reads well in a terminal. */
import { markdownTable, type TextTable } from '../format/text-table.ts';
import {
  amountOf,
  type BudgetLimits,
  exceededUnits,
  limitedUnits,
  NOTHING,
  type Spending,
  spendingOf,
  sum,
} from '../models/budget/budget.ts';
import type { Cost, RunEstimate } from '../detector/estimate/estimate.ts';
import type { BatchPlan, Degraded } from '../run/manifest.ts';
import { degradedLines, degradedTitle } from './degraded.ts';
import { counted } from '../format/text.ts';

/** What bounds the cost of a run. */
export interface SpendingPlan {
  limits: BudgetLimits;
  /** What an earlier part of the run has cost. */
  spent?: Spending | undefined;
  /** What the run would give up. */
  degraded?: Degraded | undefined;
  batch?: BatchPlan | undefined;
}

export const NO_LIMITS: SpendingPlan = { limits: {} };

/** With a line break at the end. @param notes what is to be said of the run and of the figures */
export function renderEstimate(
  estimate: RunEstimate,
  plan = NO_LIMITS,
  notes: readonly string[] = [],
): string {
  const { passages, samples, triples } = estimate;
  const extent = `${counted(passages, 'passage')}: about ${counted(triples, 'triple')}; ${counted(samples.given, 'sample')} given, ${samples.toDraw} to draw.`;
  const sections = [
    'Dry run: nothing is asked, nothing is written.',
    extent,
    ...budgetSections(estimate, plan),
    ...(estimate.requests === 0 ? ['No model is asked.'] : costSections(estimate, plan)),
    ...(estimate.requests === 0 ? [] : notes),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Of a run that asks models. */
export function costSections(estimate: RunEstimate, plan = NO_LIMITS): string[] {
  return [
    markdownTable(costTable(estimate)),
    [...mostLines(estimate), ...singlyLines(estimate), ...caveats(estimate, plan)].join('\n'),
  ];
}

/** Whether the budget is expected to do, and what the run would give up for it; nothing without a budget. */
export function budgetSections(cost: Cost, { limits, spent = NOTHING, degraded }: SpendingPlan): string[] {
  const units = limitedUnits(limits);
  if (units.length === 0) return [];
  const lines = degradedLines(degraded);
  if (degraded && lines.length > 0) {
    return [`${degradedTitle(degraded)}:\n${lines.map((line) => `- ${line}`).join('\n')}`];
  }
  const own = spendingOf(cost);
  const budget = units.map((unit) => amountOf(unit, limits[unit] ?? 0)).join(', ');
  return [`Budget: ${budget}; ${outlook(sum(own, spent), limits, cost)}.`];
}

function outlook(spending: Spending, limits: BudgetLimits, { usd }: Cost): string {
  if (exceededUnits(spending, limits).length > 0)
    return 'the run is expected to need more, and to stop there';
  const isUnknown = limits.usd !== undefined && usd === null;
  return isUnknown ? 'what the run costs is unknown' : 'the run is expected to fit';
}

function costTable({ purposes, passages, ...total }: RunEstimate): TextTable {
  const [requests, ...rest] = COST_COLUMNS;
  const header = ['purpose', 'model', requests, 'a passage', ...rest];
  const rows = purposes.map(({ purpose, model, ...cost }) => [purpose, model, ...cells(cost, passages)]);
  return { header, groups: [{ title: null, rows: [...rows, ['total', '', ...cells(total, passages)]] }] };
}

function cells(cost: Cost, passages: number): string[] {
  const [requests = '', ...rest] = costCells(cost);
  return [requests, (cost.requests / passages).toFixed(1), ...rest];
}

export const COST_COLUMNS = ['requests', 'input tokens', 'output tokens', '$'] as const;

/** Under these columns. */
export const costCells = ({ requests, inputTokens, outputTokens, usd }: Cost): string[] => [
  `${requests}`,
  `${inputTokens}`,
  `${outputTokens}`,
  dollars(usd),
];

/** Where how much is asked depends on the judgement of facts. */
function mostLines({ atMost, requests }: RunEstimate): string[] {
  if (atMost === undefined || atMost.requests <= requests) return [];
  return [`At most, if the judgement left every fact open: ${inWords(atMost)}.`];
}

/** Nothing where the number of answers a request gives makes no difference. */
function singlyLines({ ifOneAnswerARequest: singly, requests }: RunEstimate): string[] {
  if (singly === null || singly.requests === requests) return [];
  return [`Should the service give one answer a request: ${inWords(singly)}.`];
}

function inWords({ requests, inputTokens, outputTokens, usd }: Cost): string {
  const price = usd === null ? 'at an unknown price' : `$${dollars(usd)}`;
  return `${requests} requests, ${inputTokens} + ${outputTokens} tokens, ${price}`;
}

const PRICES = 'Prices are those of single requests, without discounts for batches or cached prompts.';

const BY_SERVICE = 'OpenAI charges half of them by batch.';
const BY_HAND = 'The cost of answers by hand is unknown; requests are those to be answered.';

function caveats({ exactCounts, usd, tried, passages }: RunEstimate, { batch }: SpendingPlan): string[] {
  return [
    'The run was gone through with typical answers: real ones find more or fewer facts, and some are sent back.',
    ...(tried < passages ? [`${tried} passages, spread evenly, are scaled up to all.`] : []),
    ...(exactCounts
      ? []
      : [
          'The vocabulary of a model is unknown, or js-tiktoken is not installed: a token is taken for four letters.',
        ]),
    usd === null
      ? 'The price of a model is unknown: set prices.MODEL={input: $, output: $} a million tokens.'
      : PRICES,
    ...(batch ? [batch.asksServices ? BY_SERVICE : BY_HAND] : []),
  ];
}

const dollars = (usd: number | null): string => (usd === null ? 'unknown' : usd.toFixed(4));
