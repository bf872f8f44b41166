/** Verdicts of a natural language inference model on texts, given each chunk of the references. */
import type { CallOptions } from '../models/chat-model.ts';
import type { NliModel, NliVerdict } from '../models/nli-model.ts';
import type { ReferenceCheck, ReferenceLabel, ReferenceEvidence } from '../passage.ts';
import { LABELS } from './merge.ts';
import type { Chunk } from './reference-chunks.ts';
import { contentKeys, contentWords } from '../english/content-words.ts';

/** The likeliest class; among equals the more severe one. */
export function labelOf(verdict: NliVerdict): ReferenceLabel {
  return LABELS.reduce((best, label) => (verdict[label] >= verdict[best] ? label : best));
}

/**
 * One row a text, one check a chunk: premise = chunk, hypothesis = text.
 *
 * `value` is P(entailment), so that 1 − value is the probability of inconsistency that GraphEval holds against .5,
 * and a model of two classes is read as one of three.
 */
export async function checkChunks(
  model: NliModel,
  { texts, chunks }: { texts: readonly string[]; chunks: readonly Chunk[] },
  options?: CallOptions,
): Promise<ReferenceCheck[][]> {
  const pairs = texts.flatMap((hypothesis) => chunks.map(({ text: premise }) => ({ premise, hypothesis })));
  const verdicts = await model.classify(pairs, options);
  return texts.map((text, row) =>
    chunks.map((chunk, column) =>
      checkOf(verdicts[row * chunks.length + column] as NliVerdict, { chunk, text }),
    ),
  );
}

function checkOf(verdict: NliVerdict, { chunk, text }: { chunk: Chunk; text: string }): ReferenceCheck {
  const label = labelOf(verdict);
  return {
    value: verdict.entailment,
    reason: null,
    label,
    evidence: label === 'neutral' ? null : placeIn(chunk, text),
    note: `probability of ${label} ${verdict[label].toFixed(2)}`,
  };
}

/** The sentence that shares most content words with the statement, the first of equals; the chunk where none does. */
export function placeIn({ reference, span, text, sentences }: Chunk, statement: string): ReferenceEvidence {
  const wanted = contentKeys(statement);
  let best = { span, shared: 0 };
  for (const sentence of sentences) {
    const words = contentWords(text.slice(sentence.start - span.start, sentence.end - span.start));
    const shared = new Set(words.map(({ key }) => key).filter((key) => wanted.has(key))).size;
    if (shared > best.shared) best = { span: sentence, shared };
  }
  return { reference, span: best.span };
}
