/**
 * Statements against references by natural language inference.
 *
 *   nli     each statement against each chunk of about 200 tokens (RefChecker's NLI checker; GraphEval, Sansford et al.
 *           2024, step 2): value = max over the chunks c of P(entailment | c, statement)
 *   align   as AlignScore does it (Zha et al., ACL 2023), with chunks of about 350 tokens:
 *           value = mean over the sentences s of the statement of max over the chunks c of P(entailment | c, s). A
 *           statement is contradicted where one of its sentences is, and entailed where all are
 */
import { contentKeys, contentWords } from '../english/content-words.ts';
import { splitSentences } from '../english/sentences.ts';
import type { CallOptions } from '../models/chat-model.ts';
import type { NliModel, NliVerdict } from '../models/nli-model.ts';
import type { ReferenceCheck, ReferenceEvidence, ReferenceLabel } from '../passage.ts';
import { mean } from '../statistics/summary.ts';
import { LABELS, mergeChecks, strictLabel } from './aggregate.ts';
import type { ReferenceChecker } from './checker.ts';
import { type Chunk, chunksOf, chunkTokensOf } from './reference-chunks.ts';

/** @param settings `chunkTokens`: 0 for those of the checker */
export function createNliChecker(
  model: NliModel,
  settings: { checker: 'nli' | 'align'; chunkTokens?: number },
): ReferenceChecker {
  const partsOf = settings.checker === 'nli' ? (text: string) => [text] : sentencesOf;
  return {
    id: `${settings.checker}/${model.id}`,
    async check({ statements, references }, options): Promise<ReferenceCheck[]> {
      const chunks = chunksOf(references, chunkTokensOf(settings));
      const parts = statements.map(({ text }) => partsOf(text));
      const rows = (await checkChunks(model, { texts: parts.flat(), chunks }, options)).map(mergeChecks);
      let taken = 0;
      return parts.map(({ length }) => {
        taken += length;
        return jointCheck(rows.slice(taken - length, taken));
      });
    },
  };
}

function sentencesOf(text: string): string[] {
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end));
  return sentences.length === 0 ? [text] : sentences;
}

/** The check of a statement, with the evidence of its least supported part under its label. */
function jointCheck(parts: readonly ReferenceCheck[]): ReferenceCheck {
  const label = strictLabel(parts.map((part) => part.label));
  const values = parts.map(({ value }) => value ?? 0);
  const [weakest] = parts
    .filter((part) => part.label === label)
    .toSorted((one, other) => (one.value ?? 0) - (other.value ?? 0));
  return { ...(weakest as ReferenceCheck), value: mean(values) };
}

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
