/**
 * The passages a user hands in: `.jsonl` with one passage a line, or `.json` with a list of passages or one.
 *
 * Fields: id, prompt; optional response, samples, context, sentences ({start, end} spans of the response, in
 * order, without overlap) and label (`factual`, `non-factual` or null). Other fields are ignored.
 */
import { z } from 'zod';
import { InputError } from '../src/errors.ts';
import type { LabelledPassage } from './labelled-passage.ts';
import { checkRow, filledText, type Row, rowError, uniqueIds, wellFormedText } from './row.ts';
import { documentRows, jsonLinesRows, readJsonDocument, streamedJsonLinesRows } from './rows.ts';

const recordSchema = z.object({
  id: filledText,
  prompt: wellFormedText,
  response: wellFormedText.exactOptional(),
  samples: z.array(wellFormedText).exactOptional(),
  context: z.array(wellFormedText).exactOptional(),
  sentences: z.array(z.object({ start: z.int().min(0), end: z.int().min(0) })).exactOptional(),
  label: z.enum(['factual', 'non-factual']).nullable().default(null),
});

/**
 * Turns rows of one file into passages, checking each and the ids against each other.
 * @throws InputError (from the returned function) naming file, line and field
 */
export function passageReader(): (row: Row) => LabelledPassage {
  const claimId = uniqueIds();
  return (row) => {
    const { label, ...passage } = checkRow(recordSchema, row);
    claimId(passage.id, row, 'id');
    checkSpans(passage, row);
    return { passage, label };
  };
}

function checkSpans({ sentences, response }: LabelledPassage['passage'], row: Row): void {
  let previousEnd = 0;
  for (const [index, { start, end }] of (sentences ?? []).entries()) {
    if (start < previousEnd || end <= start || end > (response ?? '').length) {
      const rule = 'spans must lie inside the response, in order, without overlap, and must not be empty';
      throw rowError(row, ['sentences', index], `[${start}, ${end}): ${rule}`);
    }
    previousEnd = end;
  }
}

/**
 * Passages from JSON Lines text.
 * @param source the file's name, for error messages
 * @throws InputError naming file, line and field; also when there is no passage at all
 */
export function parseJsonLines(text: string, source: string): LabelledPassage[] {
  return notEmpty(Array.from(jsonLinesRows(text, source), passageReader()), source);
}

/** Passages from a JSON document. @throws InputError as {@link parseJsonLines} */
export function parseJson(text: string, source: string): LabelledPassage[] {
  return notEmpty(documentRows(readJsonDocument(text, source)).map(passageReader()), source);
}

/**
 * Passages from a readable stream of JSON Lines, one at a time; only the ids are kept.
 * @throws InputError as {@link parseJsonLines}, once the line is reached
 */
export async function* readJsonLines(
  chunks: AsyncIterable<Uint8Array | string>,
  source: string,
): AsyncGenerator<LabelledPassage> {
  const toPassage = passageReader();
  let empty = true;
  for await (const row of streamedJsonLinesRows(chunks, source)) {
    empty = false;
    yield toPassage(row);
  }
  if (empty) notEmpty([], source);
}

/** @throws InputError when the list is empty */
export function notEmpty<T>(items: T[], source: string): T[] {
  if (items.length === 0) throw new InputError(`${source}: holds no passages`);
  return items;
}
