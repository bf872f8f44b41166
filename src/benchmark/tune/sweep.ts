/**
 * Scores of a whole data set under one setting, from a {@link ComponentMatrix}: the arithmetic of `scoring/verdict.ts`
 * to the last bit, on arrays that are allocated once.
 */
import { COMPONENTS, type Family } from '../../passage.ts';
import { familiesIn, familyWeight, weightsOfFamily } from '../../scoring/families.ts';
import type { Scoring } from '../../scoring/verdict.ts';
import type { Weights } from '../../scoring/weighted-sum.ts';
import {
  CONSISTENCY_READINGS,
  type ComponentMatrix,
  type ComponentRows,
  type Membership,
} from './component-matrix.ts';

/** What scores depend on. */
export interface SweepSetting extends Omit<Scoring, 'threshold' | 'calibration'> {
  /** Triples scored below are flagged; read for `flaggedShare` alone. */
  tripleThreshold: number;
}

/** Support scores, high = factual; NaN where there is none. The arrays are overwritten by the next call. */
export interface SweepScores {
  passage: Float64Array;
  sentence: Float64Array;
  claim: Float64Array;
  triple: Float64Array;
}

export type Sweep = (setting: SweepSetting) => SweepScores;

/** Prepares the arrays; the function returned scores one setting after the other. */
export function createSweep(matrix: ComponentMatrix): Sweep {
  const means = new Float64Array(matrix.passageCount);
  const scores: SweepScores = {
    passage: new Float64Array(matrix.passageCount),
    sentence: new Float64Array(matrix.sentences.count),
    claim: new Float64Array(matrix.claims.count),
    triple: new Float64Array(matrix.triples.count),
  };
  const scoreStatements = (setting: SweepSetting): void => {
    weightedSums(matrix.triples, setting, scores.triple);
    weightedSums(matrix.sentences, setting, scores.sentence);
    weightedSums(matrix.claims, setting, scores.claim);
    meansOf(matrix, scores.triple, means);
    mixWithPassage(matrix.tripleStart, scores.triple, means, setting.context);
    meansOf(matrix, scores.triple, means);
    mixWithPassage(matrix.sentenceStart, scores.sentence, means, setting.context);
    mixWithTriples(matrix.sentenceTriples, scores.triple, setting.wholeSentence, scores.sentence);
    fillFromPassage(matrix.sentenceStart, scores.sentence, means);
    aggregate(matrix, scores, setting);
    mixWithTriples(matrix.claimTriples, scores.triple, setting.wholeSentence, scores.claim);
    mixWithPassage(matrix.claimStart, scores.claim, means, setting.claimContext);
    fillFromPassage(matrix.claimStart, scores.claim, means);
  };
  return (setting) => {
    const families = setting.combine === 'families' ? familiesIn(setting.weights) : [];
    const combined =
      families.length < 2
        ? null
        : combinedScores(setting.weights, families, (weights) => {
            scoreStatements({ ...setting, weights });
            return scores.passage;
          });
    scoreStatements(setting);
    if (combined !== null) scores.passage.set(combined);
    return scores;
  };
}

/** S = Σ W · S ÷ Σ W over the families present; NaN where none is. @param scoresOf passages by some weights alone */
function combinedScores(
  weights: Weights,
  families: readonly Family[],
  scoresOf: (weights: Weights) => Float64Array,
): Float64Array {
  const [sum, present] = [[] as number[], [] as number[]];
  for (const family of families) {
    const weight = familyWeight(weights, family);
    scoresOf(weightsOfFamily(weights, family)).forEach((score, passage) => {
      const isPresent = !Number.isNaN(score);
      sum[passage] = (sum[passage] ?? 0) + (isPresent ? weight * score : 0);
      present[passage] = (present[passage] ?? 0) + (isPresent ? weight : 0);
    });
  }
  return Float64Array.from(sum, (value, passage) => value / (present[passage] as number));
}

/** F = Σ w · s ÷ Σ w over the components present; NaN where no weighted one is. */
function weightedSums(rows: ComponentRows, setting: SweepSetting, out: Float64Array): void {
  const { weights, consistency, conflictVote } = setting;
  const reading = CONSISTENCY_READINGS.findIndex(
    (one) => one.consistency === consistency && one.conflictVote === conflictVote,
  );
  out.fill(0);
  COMPONENTS.forEach((name, index) => {
    const weight = weights[name];
    if (weight === 0) return;
    const column = (name === 'consistency' ? rows.consistency[reading] : rows.columns[index]) as Float64Array;
    for (let row = 0; row < rows.count; row++) {
      out[row] = (out[row] as number) + weight * (column[row] as number);
    }
  });
  const present = Float64Array.from(rows.combinations, (bits) => weightOf(weights, bits) || Number.NaN);
  for (let row = 0; row < rows.count; row++) {
    out[row] = (out[row] as number) / (present[rows.combination[row] as number] as number);
  }
}

/** Σ w over the components whose bits are set, in the order of COMPONENTS. */
const weightOf = (weights: Weights, bits: number): number =>
  COMPONENTS.reduce((sum, name, index) => ((bits & (1 << index)) === 0 ? sum : sum + weights[name]), 0);

function meansOf({ passageCount, tripleStart }: ComponentMatrix, scores: Float64Array, out: Float64Array) {
  for (let passage = 0; passage < passageCount; passage++) {
    let sum = 0;
    let count = 0;
    for (let row = tripleStart[passage] as number; row < (tripleStart[passage + 1] as number); row++) {
      const score = scores[row] as number;
      if (Number.isNaN(score)) continue;
      sum += score;
      count += 1;
    }
    out[passage] = count === 0 ? Number.NaN : sum / count;
  }
}

/** (1 − share) · score + share · mean of its passage, where there is such a mean. */
function mixWithPassage(start: Int32Array, scores: Float64Array, means: Float64Array, share: number): void {
  for (let passage = 0; passage < means.length; passage++) {
    const average = means[passage] as number;
    if (Number.isNaN(average)) continue;
    for (let row = start[passage] as number; row < (start[passage + 1] as number); row++) {
      scores[row] = (1 - share) * (scores[row] as number) + share * average;
    }
  }
}

/** (1 − share) · mean of the scored triples + share · own score; where one is missing, the other. */
function mixWithTriples(
  { start, rows }: Membership,
  triples: Float64Array,
  share: number,
  scores: Float64Array,
): void {
  for (let item = 0; item < scores.length; item++) {
    let sum = 0;
    let count = 0;
    for (let at = start[item] as number; at < (start[item + 1] as number); at++) {
      const score = triples[rows[at] as number] as number;
      if (Number.isNaN(score)) continue;
      sum += score;
      count += 1;
    }
    if (count === 0) continue;
    const own = scores[item] as number;
    scores[item] = Number.isNaN(own) ? sum / count : (1 - share) * (sum / count) + share * own;
  }
}

function fillFromPassage(start: Int32Array, scores: Float64Array, means: Float64Array): void {
  for (let passage = 0; passage < means.length; passage++) {
    for (let row = start[passage] as number; row < (start[passage + 1] as number); row++) {
      if (Number.isNaN(scores[row])) scores[row] = means[passage] as number;
    }
  }
}

/** Scores of passages from those of their triples, or of their sentences. */
function aggregate(
  { passageCount, isJudged, tripleStart, sentenceStart }: ComponentMatrix,
  { triple, sentence, passage: out }: SweepScores,
  setting: SweepSetting,
): void {
  for (let passage = 0; passage < passageCount; passage++) {
    const hasTriples = (tripleStart[passage] as number) < (tripleStart[passage + 1] as number);
    const ofSentences = isJudged[passage] === 1 && (setting.passageOf === 'sentences' || !hasTriples);
    const start = ofSentences ? sentenceStart : tripleStart;
    const bounds = [start[passage], start[passage + 1]] as [number, number];
    out[passage] = aggregateOf(ofSentences ? sentence : triple, bounds, setting);
  }
}

/** NaN without a score from the first row to the one before the last. */
function aggregateOf(scores: Float64Array, [first, end]: [number, number], setting: SweepSetting): number {
  let sum = 0;
  let smallest = Number.POSITIVE_INFINITY;
  let scored = 0;
  let flagged = 0;
  for (let row = first; row < end; row++) {
    const score = scores[row] as number;
    if (Number.isNaN(score)) continue;
    sum += score;
    scored += 1;
    if (score < smallest) smallest = score;
    if (score < setting.tripleThreshold) flagged += 1;
  }
  if (scored === 0) return Number.NaN;
  if (setting.passage === 'mean') return sum / scored;
  return setting.passage === 'min' ? smallest : 1 - flagged / scored;
}
