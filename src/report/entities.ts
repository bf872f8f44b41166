/** The named entities of each passage and how sure the model was of them. */
import { sectionText } from '../format/document-text.ts';
import { cut, figure, MISSING, oneLine } from '../format/text.ts';
import { plainTable } from '../format/text-table.ts';
import type { EntityUncertainty, PassageVerdict } from '../passage.ts';
import { reasonWords } from './missing-reasons.ts';

/** Entropy in nats: what the known alternatives make up at least, and what it is at most. */
const ENTROPY_HEADINGS = ['entropy ≥', 'entropy ≤'];
const HEADINGS = ['entity', 'at', 'probability', ...ENTROPY_HEADINGS, 'verdict'];
const WIDEST_ENTITY = 40;

export interface EntitiesOptions {
  format: 'table' | 'markdown';
  /** Whether to show the bounds of the entropy, too. */
  entropy: boolean;
}

/** A section a passage; one without entities has a line that says why. Ends in a line break. */
export const renderEntities = (
  verdicts: readonly PassageVerdict[],
  { format, entropy }: EntitiesOptions,
): string =>
  [
    ...(format === 'markdown' ? ['## Entities\n'] : []),
    ...verdicts.map((verdict) => {
      const rows = (verdict.trace.uncertainty?.entities ?? []).map(cells);
      const table = rows.length > 0 ? tableOf(rows, entropy) : `No entities: ${whyNone(verdict)}.`;
      return sectionText({ title: verdict.passage.id, parts: [table] }, format, 3);
    }),
  ].join('\n');

/** Without the columns in which nothing is known. */
function tableOf(rows: readonly string[][], entropy: boolean) {
  const shown = HEADINGS.map(
    (heading, column) =>
      (entropy || !ENTROPY_HEADINGS.includes(heading)) && rows.some((row) => row[column] !== MISSING),
  );
  const kept = (row: readonly string[]) => row.filter((_, column) => shown[column]);
  return plainTable(kept(HEADINGS), rows.map(kept));
}

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
  hallucinated === null ? MISSING : hallucinated ? 'suspicious' : 'sure',
];
