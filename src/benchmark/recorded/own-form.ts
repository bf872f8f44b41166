/**
 * hallugraph's own form of recorded scores: JSON Lines or a JSON list of
 *
 *   {"method": "my detector", "id": "passage-1", "score": 0.7, "sentences": [0.9, 0.5], "claims": [0.2, null]}
 *
 * Scores are risk on any scale, high = hallucinated. What is left out or null is not scored.
 */
import { z } from 'zod';
import { checkRow, nonBlankText, type Row } from '../../../datasets/row.ts';
import type { RecordedRow } from './recorded-row.ts';

const scores = z.array(z.number().nullable()).nullish();

const rowSchema = z.strictObject({
  method: nonBlankText,
  id: z.union([nonBlankText, z.int().transform(String)]),
  score: z.number().nullish(),
  sentences: scores,
  claims: scores,
});

/** @throws InputError naming file, row and field */
export const ownRows = (rows: readonly Row[]): RecordedRow[] =>
  rows.map((row) => {
    const { method, id, score = null, sentences = null, claims = null } = checkRow(rowSchema, row);
    const fields = { sentences: ['sentences'], claims: ['claims'] };
    return { method, id, text: null, passage: score, sentences, claims, row, fields };
  });
