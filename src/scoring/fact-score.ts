/**
 * The score of a fact from the samples' statements on it, high = factual:
 *
 *   F = (Σ_j w_j e_j + κ/2) / (Σ_j w_j + κ)
 *
 *   e_j = 1                        sample j repeats the fact, or holds its words and values
 *   e_j = 0                        it contradicts the fact
 *   e_j = ½ + (c_j − ½) · G / 2    it does neither (else w_j = 1): c_j is the share of the fact's words that it holds (½ where there are
 *                                  none to look for), G how alike the samples that do neither are, on average
 *
 * So a further contradicting sample never raises F, a repeating one never lowers it, and a fact that no sample
 * mentions scores in between, nearer the middle the less the samples have in common. Only statements on the fact
 * itself count.
 */
import type { PassageAgreement, SampleStatement, Stance } from '../passage.ts';

/** F without any statement for or against the fact. */
export const NOTHING_SAID = 0.5;

/** κ: the weight of the unknown, in samples. */
const PRIOR = 0.5;

/** w_j of statements read by words: some shared words mean less than a repetition or contradiction. */
export const UNDECIDED_BY_WORDS = 0.5;

/**
 * In (0, 1); null without samples.
 *
 * @param alike how alike the samples at two positions are, in [0, 1]
 * @param undecided w_j of a sample that neither repeats nor contradicts the fact
 */
export function factScore(
  statements: readonly SampleStatement[],
  alike: (one: number, other: number) => number,
  undecided = 1,
): number | null {
  if (statements.length === 0) return null;
  const speaksFor = (says: Stance | undefined) => says === 'repeats' || says === 'holds';
  const decides = (says: Stance | undefined) => speaksFor(says) || says === 'contradicts';
  const others = [...statements.keys()].filter((j) => !decides(statements[j]?.says));
  const common = meanOverPairs(others, alike);
  const evidence = statements.map(({ says, coverage }) =>
    decides(says) ? Number(speaksFor(says)) : 0.5 + (((coverage ?? 0.5) - 0.5) * common) / 2,
  );
  const weights = statements.map(({ says }) => (decides(says) ? 1 : undecided));
  const sum = evidence.reduce((total, value, j) => total + value * (weights[j] as number), 0);
  const weight = weights.reduce((total, value) => total + value, 0);
  return (sum + PRIOR / 2) / (weight + PRIOR);
}

/** Mean over all pairs; 0 for fewer than two. */
function meanOverPairs(positions: readonly number[], alike: (one: number, other: number) => number): number {
  let sum = 0;
  let pairs = 0;
  for (const [index, one] of positions.entries()) {
    for (const other of positions.slice(index + 1)) {
      sum += alike(one, other);
      pairs++;
    }
  }
  return pairs === 0 ? 0 : sum / pairs;
}

/** Looks up the similarity of two samples in the record of a passage. */
export const likenessOf =
  (record: Pick<PassageAgreement, 'alike'>) =>
  (one: number, other: number): number =>
    record.alike?.[Math.min(one, other)]?.[Math.max(one, other) - Math.min(one, other) - 1] ?? 0;
