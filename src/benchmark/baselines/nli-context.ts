/**
 * Raw natural language inference on the whole text (the baseline of GraphEval, Sansford et al. 2024): the context is
 * the premise, the response the hypothesis,
 *
 *   risk = 1 − P(entailment | context, response)
 *
 * in [0, 1]; above .5 the response is called inconsistent. Several context texts make one premise. A model reads no
 * more than it can hold: what is longer is cut, which GraphEval's triples are not subject to.
 */
import type { NliModel } from '../../models/nli-model.ts';
import type { Baseline, BaselineDefinition, BaselineScores } from './baseline.ts';
import { withoutScores } from './chat-parts.ts';
import { isWritten } from './text-scores.ts';

function createNliContext(model: NliModel): Baseline {
  return {
    async score({ passage }, options): Promise<BaselineScores> {
      const premise = (passage.context ?? []).filter(isWritten).join('\n\n');
      const hypothesis = passage.response;
      if (premise === '') return withoutScores('no-reference');
      if (!isWritten(hypothesis)) return withoutScores('the response is empty');
      const [verdict] = await model.classify([{ premise, hypothesis }], options);
      if (!verdict) throw new Error(`${model.id} gave no verdict for a pair`);
      const trace = { model: model.id, verdict };
      return { passage: 1 - verdict.entailment, sentences: null, claims: null, reason: null, trace };
    },
  };
}

export const NLI_CONTEXT_BASELINE: BaselineDefinition = {
  id: 'nli-context',
  title: 'NLI of the whole text against its context, as in Sansford et al. 2024',
  needs: ['nli'],
  against: 'context',
  threshold: 0.5,
  create: ({ nli }) => createNliContext(nli as NliModel),
};
