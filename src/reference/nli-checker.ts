/**
 * Statements against references by natural language inference.
 *
 *   nli     each statement against each chunk of about 200 tokens (RefChecker's NLI checker; GraphEval, Sansford et al.
 *           2024, step 2): value = max over the chunks c of P(entailment | c, statement)
 *   align   as AlignScore does it (Zha et al., ACL 2023), with chunks of about 350 tokens:
 *           value = mean over the sentences s of the statement of max over the chunks c of P(entailment | c, s). A
 *           statement is contradicted where one of its sentences is, and entailed where all are
 */
import { splitSentences } from '../english/sentences.ts';
import type { NliModel } from '../models/nli-model.ts';
import type { ReferenceCheck } from '../passage.ts';
import { mean } from '../statistics/summary.ts';
import { strictLabel } from './aggregate.ts';
import type { ReferenceChecker } from './checker.ts';
import { mergeChecks } from './merge.ts';
import { checkChunks } from './nli-verdicts.ts';
import { chunksOf, chunkTokensOf } from './reference-chunks.ts';

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
