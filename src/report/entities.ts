/** The named entities of each passage with their token probabilities. */
import { sectionText } from '../format/document-text.ts';
import { cut, figure, MISSING, oneLine } from '../format/text.ts';
import { plainTable } from '../format/text-table.ts';
import type { EntityUncertainty, PassageVerdict } from '../passage.ts';
import { reasonWords } from './missing-values.ts';

/** Bounds in nats, since only the most likely alternatives are known. */
const ENTROPY_HEADINGS = ['entropy ≥', 'entropy ≤'];
const HEADINGS = ['entity', 'at', 'probability', ...ENTROPY_HEADINGS, 'verdict'];
const WIDEST_ENTITY = 40;

/** A section for each passage; one without entities says why. */
export function renderEntities(
  verdicts: readonly PassageVerdict[],
  { format, entropy }: { format: 'table' | 'markdown'; entropy: boolean },
): string {
  const sections = verdicts.map((verdict) => {
    const rows = (verdict.trace.uncertainty?.entities ?? []).map(cells);
    const table = rows.length > 0 ? tableOf(rows, entropy) : `No entities: ${whyNone(verdict)}.`;
    return sectionText({ title: verdict.passage.id, parts: [table] }, format, 3);
  });
  return [...(format === 'markdown' ? ['## Entities\n'] : []), ...sections].join('\n');
}

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
