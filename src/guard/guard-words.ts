/** What a guard says about an answer: to programs, to readers, and to the model that is asked again. */
import type { JSONObject } from '@ai-sdk/provider';
import type { Label, PassageVerdict, Span, Usage } from '../passage.ts';
import { factOf, flaggedFacts } from '../report/facts.ts';
import { reportedSentences } from '../report/reported-sentences.ts';

export type GuardAction = 'passed' | 'annotated' | 'retried' | 'refused';

export interface GuardOutcome {
  action: GuardAction;
  verdict: PassageVerdict | null;
  /** Why there is no verdict, none on the whole text, or one that abstains; what else failed; null for nothing of this. */
  note: string | null;
  retries: number;
  /** Of the guard's own requests. */
  usage: Usage;
}

/** The name of the metadata; also the id of added text parts. */
export const METADATA_KEY = 'hallugraph';

/** `providerMetadata.hallugraph` of a guarded answer. */
export interface GuardMetadata extends Omit<GuardOutcome, 'verdict'> {
  label: Label | null;
  /** Support: 1 = supported, 0 = contradicted; null where it was not judged. */
  score: number | null;
  /** Suspicious facts, with what speaks against them. */
  facts: { text: string; score: number | null; evidence: string[] }[];
  /** Of the answer, in order, with the reasons of their states. */
  sentences: (Span & { state: string; because: string[] })[];
}

/**
 * What a guard says about an answer; null for an answer that was not guarded.
 *
 * @param result of `generateText`, or for streams an object with the awaited `providerMetadata`
 * @example
 * const { label, facts } = guardMetadata(await generateText({ model, prompt })) ?? {};
 */
export function guardMetadata(result: {
  readonly providerMetadata?: Readonly<Record<string, unknown>> | undefined;
}): GuardMetadata | null {
  return (result.providerMetadata?.[METADATA_KEY] as GuardMetadata | undefined) ?? null;
}

export function metadataOf({ action, verdict, note, retries, usage }: GuardOutcome): JSONObject {
  const sentences = verdict === null ? [] : reportedSentences(verdict);
  return {
    ...{ action, note, retries, usage: { ...usage } },
    ...{ label: verdict?.label ?? null, score: verdict?.score ?? null },
    facts: factsOf(verdict).map(({ text, score, evidence }) => ({ text, score, evidence })),
    sentences: sentences.map(({ span, state, because }) => ({ ...span, state, because })),
  } satisfies GuardMetadata;
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
