/**
 * PHD, the passage-level hallucination data set: 300 ChatGPT passages about Wikipedia entities, each labelled
 * factual or non-factual by people (Yang et al., EMNLP 2023, "A New Benchmark and Reverse Validation Method for
 * Passage-level Hallucination Detection").
 *
 * Two published forms: `PHD_benchmark.json` (github maybenotime/PHD), an object of lists by how often the entity
 * occurs on the web (PHD-Low, -Medium, -High); and `phd_with_samples.json` (github
 * GCA-hallucinationdetection/GCA), a list whose rows also hold sampled responses.
 */
import { z } from 'zod';
import type { LabelledPassage } from './labelled-passage.ts';
import { checkRow, filledText, type Row, rowError, wellFormedText } from './row.ts';
import { documentRows, type JsonDocument } from './rows.ts';

const rowSchema = z.object({
  entity: filledText,
  AI: wellFormedText,
  label: z.enum(['factual', 'non-factual']),
  samples_text: z.array(wellFormedText).optional(),
});

/** The prompt the passages were generated with. */
const promptFor = (entity: string): string => `Please write a brief Wikipedia for ${entity}`;

/** Whether a row or document looks like PHD. */
export function looksLikePhd(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return ('entity' in value && 'AI' in value) || Object.keys(value).some((key) => key.startsWith('PHD-'));
}

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
  const isObjectOfLists = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObjectOfLists) return documentRows(document).map((row) => ({ row, group: null }));
  return Object.entries(value).flatMap(([group, rows]) => {
    if (!Array.isArray(rows)) throw rowError(rowAt([], value), [group], 'expected a list of passages');
    return rows.map((row, index) => ({ row: rowAt([group, index], row), group }));
  });
}

function unusedId(entity: string, usedIds: Set<string>): string {
  let id = entity;
  for (let count = 2; usedIds.has(id); count++) id = `${entity} (${count})`;
  usedIds.add(id);
  return id;
}
