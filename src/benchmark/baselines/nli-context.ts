/**
 * Raw natural language inference on the whole text (the baseline of GraphEval, Sansford et al. 2024): the context is
 * the premise, the response the hypothesis,
 *
 *   risk = 1 − P(entailment | context, response)
 *
 * in [0, 1]; above .5 the response is called inconsistent. The context is read in the very pieces in which the run
 * checks triples against it, so that nothing but the hypothesis differs; of several pieces the one counts that supports
 * the response most. A model reads no more than it can hold: what is longer is cut.
 */
import type { NliModel } from '../../models/nli-model.ts';
import { mergeChecks } from '../../reference/aggregate.ts';
import { checkChunks } from '../../reference/nli-checker.ts';
import { chunksOf } from '../../reference/reference-chunks.ts';
import type { BaselineDefinition } from './baseline.ts';
import { withoutScores } from './chat-parts.ts';
import { isWritten } from './text-scores.ts';

export const NLI_CONTEXT_BASELINE: BaselineDefinition = {
  id: 'nli-context',
  title: 'NLI of the whole text against its context, as in Sansford et al. 2024',
  needs: ['nli'],
  against: 'context',
  threshold: 0.5,
  async score({ passage }, { nli, chunkTokens }, options) {
    const model = nli as NliModel;
    const chunks = chunksOf((passage.context ?? []).filter(isWritten), chunkTokens);
    if (chunks.length === 0) return withoutScores('no-reference');
    if (!isWritten(passage.response)) return withoutScores('the response is empty');
    const [checks = []] = await checkChunks(model, { texts: [passage.response], chunks }, options);
    const { value, label } = mergeChecks(checks);
    const trace = { model: model.id, label, entailment: checks.map((check) => check.value) };
    return { passage: 1 - (value as number), sentences: null, claims: null, reason: null, trace };
  },
};
