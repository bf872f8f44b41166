/**
 * QAGS: summaries of CNN/DailyMail and XSum articles, each sentence marked consistent or not by three crowd workers
 * (Wang, Cho, Lewis, ACL 2020, "Asking and Answering Questions to Evaluate the Factual Consistency of Summaries";
 * github W4ngatang/qags).
 *
 * A sentence is factual where more than half of the votes say yes, its score the share of the others; a summary only
 * where every sentence is.
 */
import { basename } from 'node:path';
import { z } from 'zod';
import type { LabelledPassage, LabelledSentence } from './labelled-passage.ts';
import { checkedRows, nonBlankText, type Row } from './row.ts';

const sentenceSchema = z.object({
  sentence: nonBlankText,
  responses: z.array(z.object({ response: z.enum(['yes', 'no']) })).min(1),
});

const rowSchema = z.object({ article: nonBlankText, summary_sentences: z.array(sentenceSchema).min(1) });

/**
 * Summaries with their articles as context; the group is `cnndm` or `xsum`, by the name of the file, and the id its
 * number in the file. @throws InputError naming file, line and field
 */
export function qagsPassages(rows: Iterable<Row>, source: string): LabelledPassage[] {
  const group = basename(source)
    .replace(/\.jsonl?$/i, '')
    .replace(/^mturk_/, '');
  return Array.from(checkedRows(rowSchema, rows), ({ record }, index) => {
    const { article, summary_sentences: gold } = record;
    const response = gold.map(({ sentence }) => sentence).join(' ');
    const sentences = labelledSentences(gold);
    const passage = {
      id: `${group} ${index + 1}`,
      prompt: 'Summarise the article.',
      ...{ response, context: [article] },
      sentences: sentences.map(({ span }) => span),
    };
    const isFactual = sentences.every(({ label }) => label === 'factual');
    return { passage, label: isFactual ? 'factual' : 'non-factual', sentences, group };
  });
}

function labelledSentences(gold: readonly z.infer<typeof sentenceSchema>[]): LabelledSentence[] {
  let end = -1;
  return gold.map(({ sentence, responses }) => {
    const start = end + 1;
    end = start + sentence.length;
    const score = responses.filter(({ response }) => response === 'no').length / responses.length;
    return { span: { start, end }, label: score < 0.5 ? 'factual' : 'non-factual', score };
  });
}
