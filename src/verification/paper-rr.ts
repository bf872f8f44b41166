/**
 * RR, relation regeneration (paper 3.4): (h_i, [MASK], t_i), with f_t \ {i} as given information, is completed
 * N_p times by the model under evaluation;  S_r = N_c / N_p,  N_c = predictions that mean the same as r_i.
 */
import { z } from 'zod';
import { ask, jsonAnswer } from '../models/ask.ts';
import type { CallOptions } from '../models/chat-model.ts';
import type { TaskResult, Triple } from '../passage.ts';
import { subSeed } from '../common/random.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { judgeEach } from './judge-each.ts';
import type { TaskContext } from './verifier.ts';

export const relationAnswer = z
  .object({ relation: z.string().trim().min(1) })
  .transform(({ relation }) => relation);
const readRelation = jsonAnswer(relationAnswer);

export async function verifyRelation(
  triple: Triple,
  known: readonly Triple[],
  context: TaskContext,
  options?: CallOptions,
): Promise<TaskResult> {
  const { generator, prompts, settings, seed, passageId } = context;
  const { head, relation, tail } = triple;
  const answers = await ask(
    generator,
    {
      prompt: prompts.get('relation-answer'),
      variables: { head, tail, known: known.map(showTriple) },
      parse: readRelation,
      n: settings.relationDraws,
      temperature: settings.relationTemperature ?? settings.temperature,
      seed: subSeed(seed, passageId, 'rr', triple.id),
    },
    options,
  );
  const asked = showTriple({ head, relation: '[MASK]', tail });
  return judgeEach({ asked, answers, expected: relation, context: asked }, context.judge, options);
}
