/** The chosen responses, and the hallucination rate of choosing. */
import { reportJson } from '../format/report-json.ts';
import { MISSING, oneLine } from '../format/text.ts';
import { markdownTable, plainTable, type TextTable, terminalTable } from '../format/text-table.ts';
import type { Candidate, Suppression } from '../reference/select.ts';

export const CHOICE_FORMATS = ['text', 'json', 'markdown'] as const;
export type ChoiceFormat = (typeof CHOICE_FORMATS)[number];

export interface Selected {
  id: string;
  /** Position among the responses; null where none may be chosen. */
  chosen: number | null;
  response: string | null;
  candidates: (Candidate & { id: string; model: string | null })[];
}

/** Ends in a line break. */
export function renderChoices(
  selected: readonly Selected[],
  rates: Suppression,
  format: ChoiceFormat,
): string {
  if (format === 'json')
    return reportJson({ choices: selected, suppression: rates.prompts > 0 ? rates : null });
  const rows = selected.map((choice) => [
    oneLine(choice.id),
    choiceWords(choice),
    choice.candidates.map(({ spans }) => spans ?? 'not judged').join(', '),
    choice.response === null ? MISSING : oneLine(choice.response),
  ]);
  const rateLines = (drawn: (table: TextTable) => string, gap: string): string =>
    rates.prompts === 0
      ? ''
      : `\n${drawn(rateTable(rates))}\n${gap}Change against chance: ${changeWords(rates)}\n`;
  if (format === 'markdown') {
    const table = plainTable(['prompt', 'chosen', 'suspicious spans by response', 'response'], rows);
    return `# Chosen responses\n\n${markdownTable(table)}\n${rateLines(markdownTable, '\n')}`;
  }
  const lines = rows.map(([id, chosen, spans, response]) => {
    const text = response === MISSING ? '' : `  ${response}\n`;
    return `${id}: ${chosen}; suspicious spans by response: ${spans}\n${text}`;
  });
  return `${lines.join('')}${rateLines(terminalTable, '')}`;
}

function choiceWords({ chosen, candidates }: Selected): string {
  if (chosen === null) return 'no response';
  const model = candidates[chosen]?.model;
  const unjudged = candidates.every(({ spans }) => spans === null) ? ', though none could be judged' : '';
  return `response ${chosen + 1} of ${candidates.length}${model ? ` (${model})` : ''}${unjudged}`;
}

const rateTable = ({ prompts, chosen, random, selected, models }: Suppression): TextTable =>
  plainTable(
    ['what is taken', 'hallucination rate', 'responses'],
    [
      ['a response by chance', percent(random), String(prompts)],
      ...models.map(({ model, n, rate }) => [model, percent(rate), String(n)]),
      ['the response chosen', percent(selected), String(chosen)],
    ],
  );

const changeWords = ({ change }: Suppression): string =>
  change === null ? MISSING : `${change > 0 ? '+' : ''}${percent(change)}`;

const percent = (share: number | null): string =>
  share === null ? MISSING : `${(100 * share).toFixed(1)} %`;
