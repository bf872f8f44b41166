/**
 * Thresholds on support with a finite-sample guarantee: an item scored below T is flagged. The unit that must be
 * exchangeable with what comes later is the passage, since the sentences or claims of one passage hang together.
 *
 * False alarms, by conformal risk control (Angelopoulos et al. 2022):
 *
 *   T = the largest score with (Σ Lᵢ(T) + 1) / (n + 1) ≤ α
 *
 * over the n passages that hold factual items, Lᵢ(T) = the share of the factual items of passage i below T. Then
 * E[L(T)] ≤ α for a new passage: one of its factual items, drawn at random, is flagged with probability at most α.
 * At passage level, where each unit is one item, this is split conformal prediction with its rank ⌈(n + 1)(1 − α)⌉.
 *
 * Wrong flags, by learn-then-test (Angelopoulos et al. 2021) with fixed-sequence testing from the strictest
 * threshold to the loosest: T is certified while
 *
 *   P(Binomial(flagged, α) ≤ wrong) ≤ δ,   wrong = factual items among the flagged
 *
 * and with confidence 1 − δ at most a share α of what is flagged below the last certified T is factual. One item a
 * passage is drawn, seeded, so that the items are independent; the share is that of an item drawn so. The sequence
 * begins where enough is flagged that half of α could be wrong and still pass: a start that depends on scores, not
 * labels. It rests on one assumption, which calibration makes too: more support never means a larger share of
 * hallucinated items.
 */
import { groupBy } from '../../common/group-by.ts';
import { type Random, randomFor } from '../../common/random.ts';
import type { SupportItem, Unit } from './items.ts';

export const GUARANTEES = ['false-alarm', 'wrong-flags'] as const;
export type Guarantee = (typeof GUARANTEES)[number];

export interface ThresholdOptions {
  guarantee: Guarantee;
  /** The rate allowed, in (0, 1). */
  alpha: number;
  /** Wrong flags: how often the guarantee itself may fail, in (0, 1). */
  delta: number;
  /** Wrong flags: seed of the draw of one item a passage. */
  seed: number;
}

export interface GuaranteedThreshold {
  /** On support; null where nothing can be guaranteed. */
  threshold: number | null;
  n: number;
  /** Without a threshold: how far the data are from one. */
  reason: string | null;
}

/** The loosest threshold that keeps the guarantee. */
export function guaranteedThreshold(given: readonly Unit[], options: ThresholdOptions): GuaranteedThreshold {
  const units = given.map((unit) => unit.map(asFlagged));
  return options.guarantee === 'false-alarm'
    ? falseAlarmThreshold(units, options.alpha)
    : wrongFlagsThreshold(
        units.map((unit, index) => oneOf(unit, randomFor(options.seed, 'one item a passage', index))),
        options,
      );
}

/** An item that a fact flags counts as flagged at any threshold. */
const asFlagged = ({ byFact, ...item }: SupportItem): SupportItem =>
  byFact ? { ...item, score: Number.NEGATIVE_INFINITY } : item;

const oneOf = (unit: Unit, random: Random): SupportItem =>
  unit[Math.floor(random() * unit.length)] as SupportItem;

/** Tolerance for floating point in a count or share. */
const ROUNDING = 1e-9;

export function falseAlarmThreshold(units: readonly Unit[], alpha: number): GuaranteedThreshold {
  const factual = units
    .map((unit) => unit.filter(({ positive }) => !positive).map(({ score }) => score))
    .filter((scores) => scores.length > 0);
  const n = factual.length;
  const needed = Math.ceil(1 / alpha - 1 - ROUNDING);
  if (n < needed) {
    const reason = `α = ${alpha} needs ${needed} passages with factual items, there are ${n}`;
    return { threshold: null, n, reason };
  }
  const weighted = factual
    .flatMap((scores) => scores.map((score) => ({ score, loss: 1 / scores.length })))
    .sort((one, other) => one.score - other.score);
  let threshold = Number.NEGATIVE_INFINITY;
  let lossBelow = 0;
  for (const [score, own] of groupBy(weighted, (item) => item.score)) {
    if (lossBelow + 1 > alpha * (n + 1) + ROUNDING) break;
    threshold = score;
    lossBelow += own.reduce((sum, { loss }) => sum + loss, 0);
  }
  if (threshold === Number.NEGATIVE_INFINITY) {
    const reason = `of ${n} passages with factual items too many for α = ${alpha} hold a suspicious fact`;
    return { threshold: null, n, reason };
  }
  return { threshold, n, reason: null };
}

/** @param items independent of one another */
export function wrongFlagsThreshold(
  items: readonly SupportItem[],
  { alpha, delta }: Pick<ThresholdOptions, 'alpha' | 'delta'>,
): GuaranteedThreshold {
  const start = flagsToBegin(alpha, delta);
  const n = items.length;
  const sequence = flaggedBelow(items).filter(({ flagged }) => flagged >= start);
  const [first] = sequence;
  if (!first) {
    const reason = `α = ${alpha} with confidence ${confidence(delta)} needs ${start} flagged passages and an unflagged one, there are ${n} in all`;
    return { threshold: null, n, reason };
  }
  const end = sequence.findIndex(({ flagged, wrong }) => binomialCdf(wrong, flagged, alpha) > delta);
  const certified = end === -1 ? sequence.at(-1) : sequence[end - 1];
  if (certified) return { threshold: certified.threshold, n, reason: null };
  const bound = upperBound(first.wrong, first.flagged, delta);
  const reason =
    `of the ${first.flagged} with the least support ${first.wrong} are factual: with confidence ${confidence(delta)} ` +
    `a share of at most ${bound.toFixed(2)}, more than α = ${alpha}`;
  return { threshold: null, n, reason };
}

/** 1 − δ, free of rounding errors. */
export const confidence = (delta: number): number => Number((1 - delta).toPrecision(12));

/** The smallest number of flags that pass the test with half of α of them wrong. */
export function flagsToBegin(alpha: number, delta: number): number {
  let flags = 1;
  while (binomialCdf(Math.floor((flags * alpha) / 2), flags, alpha) > delta) flags += 1;
  return flags;
}

interface Flagged {
  threshold: number;
  flagged: number;
  wrong: number;
}

/** For each distinct score as a threshold, rising: how many items lie below it, and how many of them are factual. */
function flaggedBelow(items: readonly SupportItem[]): Flagged[] {
  const sorted = [...items].sort((one, other) => one.score - other.score);
  const rows: Flagged[] = [];
  let wrong = 0;
  sorted.forEach(({ score, positive }, flagged) => {
    if (rows.at(-1)?.threshold !== score) rows.push({ threshold: score, flagged, wrong });
    wrong += Number(!positive);
  });
  return rows;
}

/** P(X ≤ successes) for X ~ Binomial(trials, share), summed in logarithms; share in (0, 1). */
export function binomialCdf(successes: number, trials: number, share: number): number {
  if (successes >= trials) return 1;
  const logOdds = Math.log(share) - Math.log1p(-share);
  let term = trials * Math.log1p(-share);
  let total = term;
  for (let count = 1; count <= successes; count++) {
    term += Math.log((trials - count + 1) / count) + logOdds;
    total = Math.max(total, term) + Math.log1p(Math.exp(-Math.abs(total - term)));
  }
  return Math.min(1, Math.exp(total));
}

/** Clopper–Pearson: the largest share under which so few successes still have probability δ. */
export function upperBound(successes: number, trials: number, delta: number): number {
  if (successes >= trials) return 1;
  let [low, high] = [successes / trials, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (binomialCdf(successes, trials, middle) > delta) low = middle;
    else high = middle;
  }
  return high;
}
