/**
 * Confidences that the model which wrote the answers of graph-uncertainty states for each claim, as in its published
 * files: risk is 1 − the stated confidence.
 *
 *   verbalized   asked for the claim alone, with options to choose a confidence from
 *                (verbalized_confidence_with_options)
 *   inline       stated beside the claims where they were listed (inline_verbalized_confidence)
 *
 * The risk of a passage is the mean of its claims.
 */
import { z } from 'zod';
import { groupOf, isKept } from '../../../datasets/graph-uncertainty.ts';
import { checkRow, hasFields, nonBlankText, type Row, unusedId } from '../../../datasets/row.ts';
import { mean } from '../../statistics/summary.ts';
import type { RecordedRow } from './match-rows.ts';

const confidence = z.coerce.number().min(0).max(1).nullish().catch(null);

const schema = z.object({
  entity: nonBlankText,
  most_likely_generation: z.string(),
  most_likely_breakdown_len: z.int().min(0),
  pointwise_dict: z.array(
    z.object({
      claim: z.string(),
      gpt_annotation_result: z.string().nullish(),
      verbalized_confidence_with_options: confidence,
      inline_verbalized_confidence: confidence,
    }),
  ),
});

const METHODS = {
  'verbalized (recorded)': 'verbalized_confidence_with_options',
  'inline (recorded)': 'inline_verbalized_confidence',
} as const;

/** Null where the first row is of another form. @throws InputError naming file, row and field */
export function graphUncertaintyRows(rows: readonly Row[], source: string): RecordedRow[] | null {
  if (!hasFields(rows[0]?.value, ['pointwise_dict'])) return null;
  const group = groupOf(source);
  const usedIds = new Set<string>();
  return rows.flatMap((row) => {
    const record = checkRow(schema, row);
    const id = unusedId(`${group}: ${record.entity}`, usedIds);
    const kept = record.pointwise_dict.slice(0, record.most_likely_breakdown_len).filter(isKept);
    return Object.entries(METHODS).map(([method, field]): RecordedRow => {
      const claims = kept.map(({ [field]: value }) => (value == null ? null : 1 - value));
      return {
        ...{ method, id, text: record.most_likely_generation, passage: mean(claims) },
        ...{ sentences: null, claims, row, fields: { claims: ['pointwise_dict'] } },
      };
    });
  });
}
