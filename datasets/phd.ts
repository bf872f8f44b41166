/**
 * PHD, the passage-level hallucination data set: 300 ChatGPT passages about Wikipedia entities, each labelled
 * factual or non-factual by people (Yang et al., EMNLP 2023, "A New Benchmark and Reverse Validation Method for
 * Passage-level Hallucination Detection").
 *
 * Two published forms: `PHD_benchmark.json` (github maybenotime/PHD), an object of lists by how often the entity
 * occurs on the web (PHD-Low, -Medium, -High; in an earlier version by the bound of it); and `phd_with_samples.json` (github
 * GCA-hallucinationdetection/GCA), a list whose rows also hold sampled responses.
 */
import { z } from 'zod';
import type { LabelledPassage } from './labelled-passage.ts';
import { documentRows, type JsonDocument } from './read-rows.ts';
import { checkRow, isRecord, nonBlankText, type Row, rowError, unusedId, wellFormedText } from './row.ts';

const rowSchema = z.object({
  entity: nonBlankText,
  AI: wellFormedText,
  label: z.enum(['factual', 'non-factual']),
  samples_text: z.array(wellFormedText).optional(),
});

/** The prompt the passages were generated with. */
const promptFor = (entity: string): string => `Please write a brief Wikipedia for ${entity}`;

/** The groups under the names of the earlier version, by bounds of 10^5, 10^7 and 10^8 search results. */
const EARLIER_GROUPS: Record<string, string> = {
  wiki_10w: 'PHD-Low',
  wiki_1000w: 'PHD-Medium',
  wiki_1y: 'PHD-High',
};

/** Whether a field is the name of a group. */
export const isPhdGroup = (name: string): boolean =>
  name.startsWith('PHD-') || Object.hasOwn(EARLIER_GROUPS, name);

/**
 * Passages of either published form. The id is the entity; `entity (2)` where it repeats.
 * @throws InputError naming file, line, row and field
 */
export function phdPassages(document: JsonDocument): LabelledPassage[] {
  const usedIds = new Set<string>();
  return groupedRows(document).map(({ row, group }) => {
    const { entity, AI, label, samples_text } = checkRow(rowSchema, row);
    const passage = {
      id: unusedId(entity, usedIds),
      prompt: promptFor(entity),
      response: AI,
      ...(samples_text && { samples: samples_text }),
    };
    return { passage, label, ...(group !== null && { group }) };
  });
}

function groupedRows(document: JsonDocument): { row: Row; group: string | null }[] {
  const { value, rowAt } = document;
  if (!isRecord(value)) return documentRows(document).map((row) => ({ row, group: null }));
  return Object.entries(value).flatMap(([name, rows]) => {
    if (!Array.isArray(rows)) throw rowError(rowAt([], value), [name], 'expected a list of passages');
    const group = Object.hasOwn(EARLIER_GROUPS, name) ? (EARLIER_GROUPS[name] as string) : name;
    return rows.map((row, index) => ({ row: rowAt([name, index], row), group }));
  });
}
