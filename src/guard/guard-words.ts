/** What a guard says about an answer: to programs, to readers, and to the model that is asked again. */
import type { JSONObject } from '@ai-sdk/provider';
import type { PassageVerdict, Usage } from '../passage.ts';
import { factOf, flaggedFacts } from '../report/facts.ts';
import { reportedSentences } from '../report/reported-sentences.ts';

export type GuardAction = 'passed' | 'annotated' | 'retried' | 'refused';

export interface GuardOutcome {
  action: GuardAction;
  verdict: PassageVerdict | null;
  /** Why there is no verdict, or none on the whole text; null if there is one. */
  note: string | null;
  retries: number;
  /** Of the guard's own requests. */
  usage: Usage;
}

/** The metadata `hallugraph` of an answer. */
export function metadataOf({ action, verdict, note, retries, usage }: GuardOutcome): JSONObject {
  const sentences = verdict === null ? [] : reportedSentences(verdict);
  return {
    ...{ action, note, retries, usage: { ...usage } },
    ...{ label: verdict?.label ?? null, score: verdict?.score ?? null },
    facts: factsOf(verdict).map(({ text, score, evidence }) => ({ text, score, evidence })),
    sentences: sentences.map(({ span, state, because }) => ({ ...span, state, because })),
  };
}

const factsOf = (verdict: PassageVerdict | null) =>
  verdict === null ? [] : flaggedFacts(verdict).map((fact) => factOf(verdict, fact));

/** A line with the strongest evidence for each flagged fact; without any, for each wrong sentence. */
function suspiciousLines(verdict: PassageVerdict): string[] {
  const facts = factsOf(verdict).map(({ text, evidence }) => ({ text, because: evidence }));
  const wrong = reportedSentences(verdict).filter(({ state }) => state === 'wrong');
  return (facts.length > 0 ? facts : wrong).map(
    ({ text, because: [first] }) => `- ${text}${first === undefined ? '' : ` (${first})`}`,
  );
}

export const annotationOf = (verdict: PassageVerdict): string =>
  `\n\nThis may be wrong:\n${suspiciousLines(verdict).join('\n') || '- the answer as a whole'}`;

export function reviewMessage(verdict: PassageVerdict): string {
  const lines = suspiciousLines(verdict);
  const what =
    lines.length === 0 ? 'Your answer as a whole is likely wrong.' : 'These parts are likely wrong:';
  return [
    `Your answer was compared with other answers to the same question. ${what}`,
    ...lines,
    'Give the whole answer again. Correct these parts if you are sure, and leave them out if you are not. Do not mention this review.',
  ].join('\n');
}
