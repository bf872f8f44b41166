/** Reasons from the judge's verdict on a fact and from blind answers. */
import { mostFrequent } from '../common/group-by.ts';
import type { BlindOutcome, FactJudgement, Reason, TaskResult } from '../passage.ts';

type JudgedReason = Omit<Reason, 'others' | 'quote' | 'samples'>;

/** Empty where the judge gave no answer. @param value the fact's tail, which `instead` replaces */
export function ofJudgement(judgement: FactJudgement | undefined, value: string): JudgedReason[] {
  if (judgement === undefined || judgement.verdict === null) return [];
  const of = Math.max(1, judgement.draws.length);
  const support = judgement.value;
  const reason = { of, value, instead: null, note: null };
  if (support === null || support === 0.5) return [{ ...reason, kind: 'judge-cannot-tell', weight: 0 }];
  return support < 0.5
    ? [{ ...reason, kind: 'judged-wrong', instead: judgement.instead, weight: 1 - support }]
    : [{ ...reason, kind: 'judged-right', weight: support }];
}

/** Answers that name no value. */
const NO_VALUE: readonly (BlindOutcome | undefined)[] = ['unknown', 'wrong-premise'];

/** By the answers that match the fact, or do not, as all of them together. @param tail of the fact */
export function ofAnswers(answered: TaskResult | undefined, tail: string): JudgedReason[] {
  const { value = null, draws = [] } = answered ?? {};
  const match = value === null ? null : value > 0.5;
  const speaking = draws.filter((draw) => draw.outcome !== undefined && draw.match === match);
  if (speaking.length === 0) return [];
  const said = speaking.flatMap(({ answer, outcome }) => (NO_VALUE.includes(outcome) ? [] : answer));
  return [
    {
      kind: match === null ? 'answered-open' : match ? 'answered-same' : 'answered-otherwise',
      ...{ of: draws.length, value: tail, instead: mostFrequent(said), note: null },
      weight: value === null ? 0 : Math.max(value, 1 - value),
    },
  ];
}
