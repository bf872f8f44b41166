/**
 * SummEval: 16 summaries of each of 100 CNN/DailyMail articles, rated by three experts (Fabbri et al., TACL 2021,
 * "SummEval: Re-evaluating Summarization Evaluation"; github Yale-LILY/SummEval).
 *
 * Two forms: the annotations paired with their articles by the authors' script, `{id, model_id, text, decoded,
 * expert_annotations: [{consistency}]}`; and one row a summary, `{id, source, summary, consistency}` with the experts'
 * mean. A summary is factual only where all experts give consistency 5 (GraphEval).
 */
import { z } from 'zod';
import { idSchema } from './jsonl.ts';
import type { LabelledPassage } from './labelled-passage.ts';
import { checkRow, nonBlankText, hasFields, type Row, uniqueIds } from './row.ts';

const CONSISTENT = 5;
const PROMPT = 'Summarise the article.';

const rating = z.number().min(1).max(CONSISTENT);

const flatSchema = z
  .object({ id: idSchema, source: nonBlankText, summary: nonBlankText, consistency: rating })
  .transform(({ consistency, ...flat }) => ({ ...flat, ratings: [consistency] }));

const pairedSchema = z
  .object({
    id: nonBlankText,
    model_id: nonBlankText,
    text: nonBlankText,
    decoded: nonBlankText,
    expert_annotations: z.array(z.object({ consistency: rating })).min(1),
  })
  .transform(({ id, model_id: model, text: source, decoded: summary, expert_annotations: experts }) => ({
    ...{ id: `${id} ${model}`, source, summary, model },
    ratings: experts.map(({ consistency }) => consistency),
  }));

/** Summaries with their articles as context. @throws InputError naming file, line and field */
export function summEvalPassages(rows: Iterable<Row>): LabelledPassage[] {
  const claimId = uniqueIds();
  return Array.from(rows, (row) => {
    const isPaired = hasFields(row.value, ['expert_annotations']);
    const { id, source, summary, ratings, ...rest } = checkRow(isPaired ? pairedSchema : flatSchema, row);
    claimId(id, row, 'id');
    return {
      passage: { id, prompt: PROMPT, response: summary, context: [source] },
      label: ratings.every((one) => one === CONSISTENT) ? 'factual' : 'non-factual',
      ...rest,
    };
  });
}
