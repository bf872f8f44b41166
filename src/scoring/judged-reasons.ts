/** Reasons from the judge's verdict on a fact and from blind answers, and why it was asked about blindly. */
import { mostFrequent } from '../common/group-by.ts';
import type { AskedFor, BlindOutcome, FactJudgement, Reason, TaskResult } from '../passage.ts';

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

const OF_OUTCOME: Readonly<Record<BlindOutcome, Reason['kind']>> = {
  same: 'answered-same',
  excludes: 'answered-otherwise',
  'wrong-premise': 'answered-nothing-fits',
  compatible: 'answered-open',
  unknown: 'answered-open',
};

/** The most frequent of the answers that match the fact or do not, as all of them together. @param tail of the fact */
export function ofAnswers(answered: TaskResult | undefined, tail: string): JudgedReason[] {
  const { value = null, draws = [] } = answered ?? {};
  const match = value === null ? null : value > 0.5;
  const speaking = draws.filter((draw) => draw.outcome !== undefined && draw.match === match);
  const outcome = mostFrequent(speaking.flatMap((draw) => draw.outcome ?? []));
  if (outcome === null) return [];
  const said = speaking.flatMap((draw) => (draw.outcome === outcome ? draw.answer : []));
  return [
    {
      ...{ kind: OF_OUTCOME[outcome], of: draws.length, value: tail, note: null },
      instead: outcome === 'unknown' ? null : mostFrequent(said),
      weight: value === null ? 0 : Math.max(value, 1 - value),
    },
  ];
}

/** Why a fact was asked about blindly, where not all facts are. */
export function ofAsking(askedFor: AskedFor | undefined): JudgedReason[] {
  if (askedFor === undefined || askedFor === 'all') return [];
  return [{ kind: 'asked-further', of: 0, value: null, instead: null, note: askedFor, weight: 0 }];
}
