/** Reasons from the judge's verdict on a fact, and why it was asked about further. */
import type { AskedFor, FactJudgement, Reason } from '../passage.ts';

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

/** Why HEQA and FTSTE were asked for a fact, where not all facts are asked about. */
export function ofAsking(askedFor: AskedFor | undefined): JudgedReason[] {
  if (askedFor === undefined || askedFor === 'all') return [];
  return [{ kind: 'asked-further', of: 0, value: null, instead: null, note: askedFor, weight: 0 }];
}
