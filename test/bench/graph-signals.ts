/**
 * What a graph adds to the scores of single claims: two signals of claims and samples of one passage.
 *
 *   centrality   samples weigh by how much they agree with the claims, claims by the samples that hold them: the principal
 *                eigenvector of A Aᵀ (HITS), with A_ij the share of the content words of claim i that sample j holds. The mean
 *                over samples is the same with equal weights.
 *   passed       half the own score, half the mean of the claims that share a name with it, the names of all of them apart
 */
import { contentWords } from '../../src/english/content-words.ts';
import { normaliseEntity } from '../../src/english/normalise.ts';
import { namesInside } from '../../src/english/values/mentions.ts';
import { mean } from '../../src/statistics/summary.ts';

const STEPS = 50;

/** A row a claim, a column a sample; each in [0, 1]. */
export function coverageOf(claims: readonly string[], samples: readonly string[]): number[][] {
  const keysOf = (text: string) => contentWords(text).map(({ key }) => key);
  const held = samples.map((sample) => new Set(keysOf(sample)));
  return claims.map((claim) => {
    const words = keysOf(claim);
    return held.map((own) => words.filter((word) => own.has(word)).length / Math.max(1, words.length));
  });
}

/** Σ_j s_j A_ij, the weights s of the samples summing to 1. */
export function centralityOf(coverage: readonly (readonly number[])[]): number[] {
  const count = coverage[0]?.length ?? 0;
  let weights = Array<number>(count).fill(1 / count);
  const scores = () =>
    coverage.map((row) => row.reduce((sum, value, j) => sum + value * (weights[j] as number), 0));
  for (let step = 0; step < STEPS; step++) {
    const claims = scores();
    const next = weights.map((_, j) =>
      coverage.reduce((sum, row, i) => sum + (row[j] as number) * (claims[i] as number), 0),
    );
    const total = next.reduce((sum, value) => sum + value, 0);
    if (total === 0) break;
    weights = next.map((value) => value / total);
  }
  return scores();
}

export function passedBetween(claims: readonly string[], scores: readonly number[]): number[] {
  const names = claims.map((claim) => new Set(namesInside(claim).map(normaliseEntity)));
  const common = [...(names[0] ?? [])].filter((name) => names.every((own) => own.has(name)));
  return scores.map((score, index) => {
    const near = names.flatMap((own, other) =>
      other !== index && [...own].some((name) => !common.includes(name) && names[index]?.has(name))
        ? [scores[other] as number]
        : [],
    );
    return near.length === 0 ? score : (score + (mean(near) as number)) / 2;
  });
}
