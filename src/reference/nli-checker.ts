/**
 * Statements against references by natural language inference (RefChecker's NLI checker; GraphEval, Sansford et al.
 * 2024, step 2): each statement against each chunk, merged.
 */
import type { NliModel } from '../models/nli-model.ts';
import type { ReferenceCheck } from '../passage.ts';
import type { ReferenceChecker } from './checker.ts';
import { mergeChecks } from './merge.ts';
import { checkChunks } from './nli-verdicts.ts';
import { chunksOf, chunkTokensOf } from './reference-chunks.ts';

/** `value`: P(entailment) by the chunk that supports most, in [0, 1]. */
export function createNliChecker(
  model: NliModel,
  { chunkTokens = chunkTokensOf({ checker: 'nli' }) }: { chunkTokens?: number } = {},
): ReferenceChecker {
  return {
    id: `nli/${model.id}`,
    async check({ statements, references }, options): Promise<ReferenceCheck[]> {
      const texts = statements.map(({ text }) => text);
      const chunks = chunksOf(references, chunkTokens);
      return (await checkChunks(model, { texts, chunks }, options)).map(mergeChecks);
    },
  };
}
