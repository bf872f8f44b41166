/**
 * From the labels of triplets to those of responses and the figures of a data set (RefChecker, Hu et al. 2024). A
 * label that is not known (null) counts nowhere. Several readings of one statement are merged: any entailment wins,
 * else any contradiction, else neutral.
 */
import type { ReferenceCheck, ReferenceLabel } from '../passage.ts';
import { mean } from '../statistics/summary.ts';

/** By rising severity: the order of max-pooling. */
export const LABELS = ['entailment', 'neutral', 'contradiction'] as const satisfies ReferenceLabel[];

/**
 * The label of a statement compared with several texts; null if one was unreadable, unless another one entails the
 * statement.
 */
export function mergeLabels(labels: readonly (ReferenceLabel | null)[]): ReferenceLabel | null {
  if (labels.includes('entailment')) return 'entailment';
  if (labels.includes(null)) return null;
  if (labels.includes('contradiction')) return 'contradiction';
  return labels.length === 0 ? null : 'neutral';
}

/**
 * The checks of one statement against several texts as one: the merged label with the evidence of the text that
 * decided, and the support of the text that supports it most.
 *
 * @param checks at least one
 */
export function mergeChecks(checks: readonly ReferenceCheck[]): ReferenceCheck {
  const label = mergeLabels(checks.map((check) => check.label));
  const ofLabel = checks.filter((check) => check.label === label);
  if (label === null) return ofLabel[0] as ReferenceCheck;
  const bySupport = ofLabel.toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0));
  const deciding = (label === 'contradiction' ? bySupport.at(-1) : bySupport[0]) as ReferenceCheck;
  return { ...deciding, value: Math.max(...checks.map(({ value }) => value ?? 0)) };
}

type Known = readonly (ReferenceLabel | null)[];

export type PerLabel = Record<ReferenceLabel, number>;

export const perLabel = <T>(of: (label: ReferenceLabel) => T) =>
  Object.fromEntries(LABELS.map((label) => [label, of(label)])) as Record<ReferenceLabel, T>;

const known = (labels: Known): ReferenceLabel[] => labels.filter((label) => label !== null);

export function countLabels(labels: Known): PerLabel {
  return perLabel((label) => labels.filter((own) => own === label).length);
}

/** Any contradiction: contradiction; all entailment: entailment; else neutral. Null without a label. */
export function strictLabel(labels: Known): ReferenceLabel | null {
  const list = known(labels);
  if (list.length === 0) return null;
  if (list.includes('contradiction')) return 'contradiction';
  return list.every((label) => label === 'entailment') ? 'entailment' : 'neutral';
}

/** The share of each label, r^y = C^y ÷ C; they sum to 1. Null without a label. */
export function softShares(labels: Known): PerLabel | null {
  const total = known(labels).length;
  if (total === 0) return null;
  const counts = countLabels(labels);
  return perLabel((label) => counts[label] / total);
}

/** The most frequent label, the gravest of equals. Null without a label. */
export function majorLabel(labels: Known): ReferenceLabel | null {
  if (known(labels).length === 0) return null;
  const counts = countLabels(labels);
  return LABELS.reduce((best, label) => (counts[label] >= counts[best] ? label : best));
}

/** 1 entailment, 0 neutral, −1 contradiction. */
export function scalarOf(label: ReferenceLabel): number {
  return 1 - LABELS.indexOf(label);
}

export interface ReferenceRates {
  responses: number;
  /** Share of responses without a triplet (C = 0); null without responses. */
  abstainRate: number | null;
  /** Mean share of each label over the responses with a label; null without any. */
  rates: PerLabel | null;
  /** Mean of the scalars of a response's triplets, averaged like the rates; in [−1, 1]. */
  scalar: number | null;
  /** Responses with each label under the strict rule, and by most votes. */
  strict: PerLabel;
  major: PerLabel;
}

/** @param responses the labels of the triplets of each response */
export function referenceRates(responses: readonly Known[]): ReferenceRates {
  const shares = responses.map(softShares).filter((share) => share !== null);
  const empty = responses.filter(({ length }) => length === 0).length;
  const rates =
    shares.length === 0 ? null : perLabel((label) => mean(shares.map((share) => share[label])) as number);
  return {
    responses: responses.length,
    abstainRate: responses.length === 0 ? null : empty / responses.length,
    rates,
    scalar: rates && scalarOfShares(rates),
    strict: countLabels(responses.map(strictLabel)),
    major: countLabels(responses.map(majorLabel)),
  };
}

/** The mean scalar of labels in these shares: a sum of scalars is linear in the shares. */
function scalarOfShares(shares: PerLabel): number {
  return LABELS.reduce((sum, label) => sum + shares[label] * scalarOf(label), 0);
}
