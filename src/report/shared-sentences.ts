/** The sentences that reports for people share. */
import type { PassageVerdict } from '../passage.ts';
import type { RunManifest } from '../run/manifest.ts';
import type { Outline, PassageLine } from './outline.ts';
import { counted, figure, oneLine } from '../format/text.ts';

/** `4 passages: 1 hallucinated, 2 factual, 1 abstained (threshold 0.50)`, without what is none. */
export function summaryLine({ passages, run }: Pick<Outline, 'passages' | 'run'>): string {
  const labels = ['hallucinated', 'factual', 'abstained', 'undecided'] as const;
  const counts = labels
    .map((label) => ({ label, count: passages.filter((passage) => passage.label === label).length }))
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${count} ${label}`);
  const { threshold } = run.summary;
  const scope = threshold === null ? '' : ` (threshold ${figure(threshold)})`;
  return `${counted(passages.length, 'passage')}: ${counts.join(', ')}${scope}`;
}

/** `id: reason (detail)` of a passage that was not scored. */
export function abstentionLine({ id, abstention }: PassageLine): string {
  return oneLine(`${id}: ${abstention?.detail || abstention?.reason}`);
}

export const UNFINISHED_TITLE = 'Not evaluated';

/** The passages that a budget left undone. */
export const unfinishedLines = ({ unfinished }: RunManifest): string[] =>
  (unfinished?.passages ?? []).map((id) => oneLine(`${id}: ${unfinished?.reason}`));

export function factsTitle(top: number | null): string {
  return top === null ? 'Facts' : 'Suspicious facts, worst first';
}

export const MERGES_TITLE = 'Taken for the same';

export function omittedLine(omitted: number): string {
  return `${counted(omitted, 'more suspicious fact')} not shown; --top or --all shows more`;
}

/** Whether a calibration gave the passage or one of its triples a probability. */
export function hasProbability(verdict: PassageVerdict): boolean {
  return [verdict, ...verdict.triples].some(({ probability }) => probability !== null);
}

/** `0.12`, or `0.12, p 0.83` where there is a probability of being hallucinated. */
export function scoreWords({ score, probability }: Pick<PassageVerdict, 'score' | 'probability'>): string {
  return probability === null ? figure(score) : `${figure(score)}, p ${figure(probability)}`;
}
