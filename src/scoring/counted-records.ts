/**
 * The records of a passage without the parts of weight 0: these give no score, label or reason. The records of each
 * part:
 *
 *   stated             what each sample says of a fact, as a model reads it
 *   support, numbers   the same by the words and values of the samples; out where neither has a weight
 *   consistency        the votes of the samples' triples
 *   head, relation, tail, answered, reference, tokens, judged    their own
 */
import type { PassageAgreement, TaskResult, Trace, TripleVerification } from '../passage.ts';
import { TASKS } from '../passage.ts';
import type { Weights } from './weighted-sum.ts';

/** A view of the records for scoring; the trace itself is kept whole, so that other weights can score it. */
export function countedRecords(trace: Trace, weights: Weights): Trace {
  const { reference, uncertainty, judgement, ...rest } = trace;
  return {
    ...rest,
    consistency: weights.consistency > 0 ? trace.consistency : [],
    verification: trace.verification.map((row) => countedVerification(row, weights)),
    agreement: countsWords(weights) ? trace.agreement : withoutStatements(trace.agreement),
    ...(reference && weights.reference > 0 && { reference }),
    ...(uncertainty && weights.tokens > 0 && { uncertainty }),
    ...(judgement && weights.judged > 0 && { judgement }),
  };
}

/** Whether the word-based statements of samples count. */
export const countsWords = ({ support, numbers }: Weights): boolean => support > 0 || numbers > 0;

function countedVerification(row: TripleVerification, weights: Weights): TripleVerification {
  const { statements, answered, ...rest } = row;
  const tasks = TASKS.filter((task) => !(weights[task] > 0)).map((task) => [task, WITHOUT_WEIGHT]);
  return {
    ...rest,
    ...(statements && weights.stated > 0 && { statements }),
    ...(answered && weights.answered > 0 && { answered }),
    ...Object.fromEntries(tasks),
  };
}

const WITHOUT_WEIGHT: TaskResult = { value: null, reason: 'disabled', asked: null, draws: [] };

function withoutStatements(agreement: PassageAgreement | null): PassageAgreement | null {
  if (agreement === null) return null;
  const triples = Object.entries(agreement.triples).map(([id, { statements: _, ...row }]) => [
    id,
    { ...row, unsupported: [] },
  ]);
  return { ...agreement, triples: Object.fromEntries(triples) };
}
