/**
 * Scores and model traffic recorded on PHD by the authors of GCA and of Reverse Validation, as lists of rows that
 * name an entity. Scores stand as recorded, whichever way they point.
 *
 *   SelfCheck-NLI        mean of selfcheck_nli_sentence_scores      SelfCheck-BERTScore  selfcheck_bertscore
 *   semantic entropy     mean of triples_score (the entropy of each fact)
 *   Reverse Validation   1 for `non-factual`, 0 for `factual`: here `label` is the verdict of the method. With
 *                        questions (QG) a passage is factual when the answer names the entity (Is_same `None`: nobody
 *                        was asked) or was found to be the same (`Yes.`); with entity matching (EM) only if the
 *                        answer claims 100 % as well. Any other reply of the judge stands as non-factual there.
 */
import { z } from 'zod';
import { checkRow, hasFields, nonBlankText, type Row, unusedId } from '../../../datasets/row.ts';
import { mean } from '../../statistics/summary.ts';
import type { RecordedRow } from './match-rows.ts';

interface Reading {
  entity: string;
  text: string | null;
  risks: Record<string, number | null>;
}

const scores = z.array(z.number());

const selfCheck = z
  .object({ entity: nonBlankText, selfcheck_nli_sentence_scores: scores, selfcheck_bertscore: z.number() })
  .transform((row): Reading => {
    const risks = {
      'selfcheck-nli (recorded)': mean(row.selfcheck_nli_sentence_scores),
      'selfcheck-bertscore (recorded)': row.selfcheck_bertscore,
    };
    return { entity: row.entity, text: null, risks };
  });

const semanticEntropy = z
  .object({ entity: nonBlankText, init_reply: z.string(), triples_score: scores })
  .transform(({ entity, init_reply: text, triples_score }): Reading => {
    return { entity, text, risks: { 'semantic-entropy (recorded)': mean(triples_score) } };
  });

const reverseValidation = (method: string) =>
  z
    .object({ entity: nonBlankText, claim: z.string(), label: z.enum(['factual', 'non-factual']) })
    .transform(({ entity, claim: text, label }): Reading => {
      return { entity, text, risks: { [method]: label === 'non-factual' ? 1 : 0 } };
    });

const FORMS: { has: string[]; schema: z.ZodType<Reading> }[] = [
  { has: ['selfcheck_nli_sentence_scores'], schema: selfCheck },
  { has: ['triples_score'], schema: semanticEntropy },
  { has: ['Is_same', 'detail'], schema: reverseValidation('rv-em (recorded)') },
  { has: ['Is_same', 'question'], schema: reverseValidation('rv-qg (recorded)') },
];

/**
 * Null where the first row is of none of these forms. A repeated entity is numbered as the data set does.
 * @throws InputError naming file, row and field
 */
export function phdRows(rows: readonly Row[]): RecordedRow[] | null {
  const form = FORMS.find(({ has }) => hasFields(rows[0]?.value, has));
  if (!form) return null;
  const usedIds = new Set<string>();
  return rows.flatMap((row) => {
    const { entity, text, risks } = checkRow(form.schema, row);
    const id = unusedId(entity, usedIds);
    return Object.entries(risks).map(([method, passage]) => ({
      ...{ method, id, text, passage, sentences: null, claims: null, row },
    }));
  });
}
