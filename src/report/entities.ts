/** The named entities of each passage and how sure the model was of them. */
import { markdownTable, markdownText, plainTable } from '../format/text-table.ts';
import type { EntityUncertainty, PassageVerdict } from '../passage.ts';
import { plainRows } from './plain-rows.ts';
import { reasonWords } from './reasons.ts';
import { cut, figure, MISSING, oneLine } from '../format/text.ts';

/** Entropy in nats: what the known alternatives make up at least, and what it is at most. */
const HEADINGS = ['entity', 'at', 'probability', 'entropy ≥', 'entropy ≤', 'verdict'];
const WIDEST_ENTITY = 40;

/** For a terminal; ends in a line break. A passage without entities has a line that says why. */
export function renderEntities(verdicts: readonly PassageVerdict[]): string {
  return verdicts.map((verdict) => `${blockOf(verdict).join('\n')}\n`).join('\n');
}

function blockOf(verdict: PassageVerdict): string[] {
  const rows = rowsOf(verdict);
  const name = oneLine(verdict.passage.id);
  return rows.length > 0
    ? [name, ...plainRows([HEADINGS, ...rows])]
    : [name, `  no entities: ${whyNone(verdict)}`];
}

/** The same as a section of a document. */
export function renderEntitySection(verdicts: readonly PassageVerdict[]): string {
  const blocks = verdicts.map((verdict) => {
    const rows = rowsOf(verdict);
    const table = rows.length > 0 ? markdownTable(plainTable(HEADINGS, rows)) : null;
    return `### ${markdownText(verdict.passage.id)}\n\n${table ?? `No entities: ${whyNone(verdict)}.`}`;
  });
  return `${['## Entities', ...blocks].join('\n\n')}\n`;
}

const rowsOf = ({ trace }: PassageVerdict): string[][] => (trace.uncertainty?.entities ?? []).map(cells);

function whyNone({ trace }: PassageVerdict): string {
  if (!trace.uncertainty) return reasonWords('disabled');
  const { triples, sentences } = trace.uncertainty;
  const parts = [...sentences, ...Object.values(triples)];
  return reasonWords(parts.find((part) => part.reason)?.reason ?? 'no-entity');
}

const cells = ({ text, span, probability, entropy, entropyBound, hallucinated }: EntityUncertainty) => [
  cut(oneLine(text), WIDEST_ENTITY),
  `${span.start}`,
  figure(probability),
  figure(entropy),
  figure(entropyBound),
  hallucinated === null ? MISSING : hallucinated ? 'hallucinated' : 'sure',
];
