/** What was chosen among responses, and what choosing does to the hallucination rate. */
import { markdownTable, plainTable, type TextTable, terminalTable } from '../format/text-table.ts';
import { reportJson } from '../format/report-json.ts';
import type { Candidate, Suppression } from '../reference/select.ts';
import { MISSING, oneLine } from '../format/text.ts';

export const CHOICE_FORMATS = ['text', 'json', 'markdown'] as const;
export type ChoiceFormat = (typeof CHOICE_FORMATS)[number];

/** What was chosen for one prompt. */
export interface Selected {
  id: string;
  /** Position among the responses; null where none may be chosen. */
  chosen: number | null;
  response: string | null;
  candidates: (Candidate & { id: string; model: string | null })[];
}

/** Text that ends in a line break. */
export function renderChoices(
  selected: readonly Selected[],
  rates: Suppression,
  format: ChoiceFormat,
): string {
  switch (format) {
    case 'json':
      return reportJson({ choices: selected, suppression: rates.prompts > 0 ? rates : null });
    case 'markdown':
      return renderMarkdown(selected, rates);
    case 'text':
      return [...selected.map(choiceLine), ...suppressionLines(rates, terminalTable)].join('');
  }
}

function renderMarkdown(selected: readonly Selected[], rates: Suppression): string {
  const rows = selected.map((choice) => [
    oneLine(choice.id),
    choiceWords(choice),
    choice.candidates.map(spansText).join(', '),
    choice.response === null ? MISSING : oneLine(choice.response),
  ]);
  const table = markdownTable(
    plainTable(['prompt', 'chosen', 'suspicious spans by response', 'response'], rows),
  );
  return `# Chosen responses\n\n${table}\n${suppressionLines(rates, markdownTable).join('')}`;
}

function choiceLine(choice: Selected): string {
  const spans = choice.candidates.map(spansText).join(', ');
  const text = choice.response === null ? '' : `  ${oneLine(choice.response)}\n`;
  return `${oneLine(choice.id)}: ${choiceWords(choice)}; suspicious spans by response: ${spans}\n${text}`;
}

function choiceWords({ chosen, candidates }: Selected): string {
  if (chosen === null) return 'no response';
  const model = candidates[chosen]?.model;
  const judged = candidates.some(({ spans }) => spans !== null);
  const unjudged = judged ? '' : ', though none could be judged';
  return `response ${chosen + 1} of ${candidates.length}${model ? ` (${model})` : ''}${unjudged}`;
}

const spansText = ({ spans }: Candidate): string => (spans === null ? 'not judged' : String(spans));

function suppressionLines(
  { prompts, chosen, random, selected, change, models }: Suppression,
  drawn: (table: TextTable) => string,
): string[] {
  if (prompts === 0) return [];
  const table = plainTable(
    ['what is taken', 'hallucination rate', 'responses'],
    [
      ['a response by chance', percent(random), String(prompts)],
      ...models.map(({ model, n, rate }) => [model, percent(rate), String(n)]),
      ['the response chosen', percent(selected), String(chosen)],
    ],
  );
  const relative = change === null ? MISSING : `${change > 0 ? '+' : ''}${percent(change)}`;
  return [
    `\n${drawn(table)}\n`,
    `${drawn === markdownTable ? '\n' : ''}Change against chance: ${relative}\n`,
  ];
}

const percent = (share: number | null): string =>
  share === null ? MISSING : `${(100 * share).toFixed(1)} %`;
