/**
 * WikiBio GPT-3 hallucination: 238 GPT-3 biographies with 20 samples each, every sentence labelled by people as
 * accurate, minor or major inaccurate (Manakul et al., EMNLP 2023, "SelfCheckGPT"; Hugging Face
 * potsawee/wiki_bio_gpt3_hallucination). Rows with the Hugging Face fields, as a JSON array or JSON Lines.
 *
 * Sentence score: accurate 0, minor 0.5, major 1; a sentence is non-factual unless it is accurate.
 * Passage label: non-factual as soon as one sentence is not accurate. This is the rule that gives the share of
 * non-factual passages the published figures imply (95 % of WikiBio, 24 of the 30 of sub-WikiBio); a mean score
 * above 0.5 or a majority of inaccurate sentences gives far fewer.
 *
 * The gold biography (`wiki_bio_text`) is left out of the passage, since the method works without outside knowledge;
 * checks against a reference ask for it, as RefChecker is measured on this set (Hu et al. 2024).
 */
import { z } from 'zod';
import type { Span } from '../src/passage.ts';
import type { LabelledPassage, LabelledSentence } from './labelled-passage.ts';
import { checkedRows, nonBlankText, type Row, rowError, wellFormedText } from './row.ts';

const SCORES = { accurate: 0, minor_inaccurate: 0.5, major_inaccurate: 1 } as const;

const rowSchema = z.object({
  wiki_bio_text: nonBlankText.optional(),
  gpt3_text: nonBlankText,
  gpt3_sentences: z.array(nonBlankText).min(1),
  annotation: z.array(z.enum(['accurate', 'minor_inaccurate', 'major_inaccurate'])),
  wiki_bio_test_idx: z.int(),
  gpt3_text_samples: z.array(wellFormedText),
});

/**
 * Passages with gold sentences; the id is `wiki_bio_test_idx`.
 *
 * @param options.reference whether the gold biography becomes the context
 * @throws InputError naming file, line, row and field
 */
export function wikiBioPassages(
  rows: Iterable<Row>,
  { reference }: { reference: boolean } = { reference: false },
): LabelledPassage[] {
  return Array.from(checkedRows(rowSchema, rows, 'wiki_bio_test_idx'), ({ row, record }) => {
    const gold = record.wiki_bio_text;
    if (reference && gold === undefined) throw rowError(row, ['wiki_bio_text'], 'there is no gold biography');
    const sentences = labelledSentences(record, row);
    const passage = {
      id: String(record.wiki_bio_test_idx),
      prompt: promptFor(record.gpt3_text),
      response: record.gpt3_text,
      samples: record.gpt3_text_samples,
      ...(reference && gold !== undefined && { context: [gold] }),
      sentences: sentences.map(({ span }) => span),
    };
    const isFactual = sentences.every(({ label }) => label === 'factual');
    return { passage, label: isFactual ? 'factual' : 'non-factual', sentences };
  });
}

function labelledSentences(record: z.infer<typeof rowSchema>, row: Row): LabelledSentence[] {
  const { gpt3_text, gpt3_sentences, annotation } = record;
  if (annotation.length !== gpt3_sentences.length) {
    const counts = `${annotation.length} labels for ${gpt3_sentences.length} sentences`;
    throw rowError(row, ['annotation'], counts);
  }
  return locateInOrder(gpt3_sentences, gpt3_text).map((span, index) => {
    if (span === null)
      throw rowError(row, ['gpt3_sentences', index], 'not found in gpt3_text after the one before');
    const score = SCORES[annotation[index] as keyof typeof SCORES];
    return { span, label: score === 0 ? 'factual' : 'non-factual', score };
  });
}

/**
 * The prompt the passages were generated with. The name is not a field of the published rows, so it is read off
 * the passage itself: what stands before the first bracket, comma or verb of being.
 */
function promptFor(text: string): string {
  const topic = /^["'\s]*(.{1,80}?)["']?(?: \(|, | (?:is|are|was|were) )/s.exec(text)?.[1];
  return topic === undefined ? 'This is a Wikipedia passage:' : `This is a Wikipedia passage about ${topic}:`;
}

/**
 * Spans of `parts` in `text`, each searched for after the previous one. White space is ignored. Null for a part that
 * is missing or blank.
 */
export function locateInOrder(parts: readonly string[], text: string): (Span | null)[] {
  const { characters, positions } = squeeze(text);
  let from = 0;
  return parts.map((part) => {
    const wanted = squeeze(part).characters;
    const found = wanted === '' ? -1 : characters.indexOf(wanted, from);
    if (found === -1) return null;
    from = found + wanted.length;
    return { start: positions[found] as number, end: (positions[from - 1] as number) + 1 };
  });
}

/** The text without white space, and the original position of each code unit. */
function squeeze(text: string): { characters: string; positions: number[] } {
  const positions = [...text.matchAll(/\S/g)].map((match) => match.index);
  return { characters: text.replace(/\s+/g, ''), positions };
}
