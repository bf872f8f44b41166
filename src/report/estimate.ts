/** What a run would ask, as a text that reads well in a terminal. */
import { markdownTable, type TextTable } from '../benchmark/text-table.ts';
import type { Cost, RunEstimate } from '../run/estimate.ts';
import { counted } from './text.ts';

/** With a line break at the end. */
export function renderEstimate(estimate: RunEstimate): string {
  const { passages, samples, triples } = estimate;
  const extent = `${counted(passages, 'passage')}: about ${counted(triples, 'triple')}; ${counted(samples.given, 'sample')} given, ${samples.toDraw} to draw.`;
  const sections = [
    'Dry run: nothing is asked, nothing is written.',
    extent,
    ...(estimate.requests === 0 ? ['No model is asked.'] : costSections(estimate)),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Of a run that asks models. */
export function costSections(estimate: RunEstimate): string[] {
  return [
    formulaLines(estimate),
    markdownTable(costTable(estimate)),
    [...comparisonLines(estimate), ...caveats(estimate)].join('\n'),
  ];
}

function formulaLines({ protocol, formula }: RunEstimate): string {
  const units = [
    'n samples, m triples',
    ...(formula.includes('g') ? ['g groups of triples with known facts: ⌈m/size⌉, but 2 where m > 1'] : []),
    ...(formula.includes('Σ') ? ['r samples of each round, all of them summed'] : []),
    ...(formula.includes('s') ? ['s statements checked: triples, sentences and claims'] : []),
  ];
  return `Requests a passage (${protocol}): ${formula}\n${units.join(', ')}.`;
}

function costTable({ purposes, ...total }: RunEstimate): TextTable {
  const header = ['purpose', 'model', 'a passage', 'requests', 'input tokens', 'output tokens', '$'];
  const rows = purposes.map(({ purpose, model, formula, ...cost }) => [
    purpose,
    model,
    formula,
    ...cells(cost),
  ]);
  return { header, groups: [{ title: null, rows: [...rows, ['total', '', '', ...cells(total)]] }] };
}

const cells = ({ requests, inputTokens, outputTokens, usd }: Cost): string[] => [
  `${requests}`,
  `${inputTokens}`,
  `${outputTokens}`,
  dollars(usd),
];

function comparisonLines({ other, ifOneAnswerARequest: singly }: RunEstimate): string[] {
  return [
    `Under protocol ${other.protocol}: ${inWords(other)}; a passage takes ${other.formula}.`,
    ...(singly === null ? [] : [`Should the service give one answer a request: ${inWords(singly)}.`]),
  ];
}

function inWords({ requests, inputTokens, outputTokens, usd }: Cost): string {
  const price = usd === null ? 'at an unknown price' : `$${dollars(usd)}`;
  return `${requests} requests, ${inputTokens} + ${outputTokens} tokens, ${price}`;
}

const PRICES = 'Prices are those of single requests, without discounts for batches or cached prompts.';

function caveats({ exactCounts, usd }: RunEstimate): string[] {
  return [
    exactCounts
      ? 'Prompts and given texts are counted in the tokens of the models; the rest is assumed: 2 triples a sentence, answers of usual length, no repairs.'
      : 'The vocabulary of a model is unknown: a token is taken for four letters. Assumed are 2 triples a sentence, answers of usual length, no repairs.',
    usd === null
      ? 'The price of a model is unknown: set prices.MODEL={input: $, output: $} a million tokens.'
      : PRICES,
  ];
}

const dollars = (usd: number | null): string => (usd === null ? 'unknown' : usd.toFixed(4));
