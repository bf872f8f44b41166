/**
 * SummEval: 16 summaries of each of 100 CNN/DailyMail articles, rated by three experts (Fabbri et al., TACL 2021,
 * "SummEval: Re-evaluating Summarization Evaluation"; github Yale-LILY/SummEval).
 *
 * Two forms: the annotations paired with their articles by the authors' script, `{id, model_id, text, decoded,
 * expert_annotations: [{consistency}]}`; and one row a summary, `{id, source, summary, consistency}` with the experts'
 * mean. A summary is factual only where all experts give consistency 5 (GraphEval).
 */
import { z } from 'zod';
import type { LabelledPassage } from './labelled-passage.ts';
import { checkRow, filledText, type Row, uniqueIds } from './row.ts';

const CONSISTENT = 5;
const PROMPT = 'Summarise the article.';

const rating = z.number().min(1).max(CONSISTENT);
const name = z.union([filledText, z.int().transform(String)]);

const flatSchema = z.object({ id: name, source: filledText, summary: filledText, consistency: rating });

const pairedSchema = z.object({
  id: filledText,
  model_id: filledText,
  text: filledText,
  decoded: filledText,
  expert_annotations: z.array(z.object({ consistency: rating })).min(1),
});

const isPaired = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'expert_annotations' in value;

/** Whether a row looks like SummEval. */
export const looksLikeSummEval = (value: unknown): boolean =>
  isPaired(value) ||
  (typeof value === 'object' && value !== null && 'summary' in value && 'consistency' in value);

/** Summaries with their articles as context. @throws InputError naming file, line and field */
export function summEvalPassages(rows: Iterable<Row>): LabelledPassage[] {
  const claimId = uniqueIds();
  return Array.from(rows, (row) => {
    const labelled = isPaired(row.value) ? pairedPassage(row) : flatPassage(row);
    claimId(labelled.passage.id, row, 'id');
    return labelled;
  });
}

function flatPassage(row: Row): LabelledPassage {
  const { id, source, summary, consistency } = checkRow(flatSchema, row);
  return {
    passage: { id, prompt: PROMPT, response: summary, context: [source] },
    label: consistency === CONSISTENT ? 'factual' : 'non-factual',
  };
}

function pairedPassage(row: Row): LabelledPassage {
  const { id, model_id: model, text, decoded, expert_annotations: experts } = checkRow(pairedSchema, row);
  return {
    passage: { id: `${id} ${model}`, prompt: PROMPT, response: decoded, context: [text] },
    label: experts.every(({ consistency }) => consistency === CONSISTENT) ? 'factual' : 'non-factual',
    model,
  };
}
