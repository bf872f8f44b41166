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
import type { PassageAgreement, SampleStatement, Stance, Trace } from '../passage.ts';

/** F without any statement for or against the fact. */
export const NOTHING_SAID = 0.5;

/** κ: the weight of the unknown, in samples. */
const PRIOR = 0.5;

/** w_j of statements read by words: some shared words mean less than a repetition or contradiction. */
const UNDECIDED_BY_WORDS = 0.5;

/**
 * In (0, 1); null without samples.
 *
 * @param alike how alike the samples at these positions are on average, G
 * @param undecided w_j of a sample that neither repeats nor contradicts the fact
 */
export function factScore(
  statements: readonly SampleStatement[],
  alike: (positions: readonly number[]) => number,
  undecided = 1,
): number | null {
  if (statements.length === 0) return null;
  const speaksFor = (says: Stance | undefined) => says === 'repeats' || says === 'holds';
  const decides = (says: Stance | undefined) => speaksFor(says) || says === 'contradicts';
  const others = [...statements.keys()].filter((j) => !decides(statements[j]?.says));
  const common = alike(others);
  const evidence = statements.map(({ says, coverage }) =>
    decides(says) ? Number(speaksFor(says)) : 0.5 + (((coverage ?? 0.5) - 0.5) * common) / 2,
  );
  const weights = statements.map(({ says }) => (decides(says) ? 1 : undecided));
  const sum = evidence.reduce((total, value, j) => total + value * (weights[j] as number), 0);
  const weight = weights.reduce((total, value) => total + value, 0);
  return (sum + PRIOR / 2) / (weight + PRIOR);
}

/** Facts of a response from which on one of several samples gives another value for some by chance. */
const MANY_FACTS = 16;

/**
 * Whether all that speaks against one of so many facts is the words of one sample, beside at least two that say nothing: of such
 * facts in answers of people (docs/short-texts.md) nearly all were right, of those in shorter texts few.
 *
 * @param count of the facts of the response
 */
export const isContradictedByChance = ({ statements, byModel }: FactStatements, count: number): boolean =>
  !byModel &&
  count >= MANY_FACTS &&
  statements.length > 2 &&
  statements.filter(({ says }) => says === 'contradicts').length === 1;

/**
 * How alike the samples at ascending positions are, as a mean over all pairs, by the record of a passage; 0 for fewer than
 * two. Memoised, since most facts have the same undecided samples.
 */
export function meanLikeness({ alike = [] }: Pick<PassageAgreement, 'alike'>) {
  const known = new Map<string, number>();
  return (positions: readonly number[]): number => {
    const key = positions.join();
    const mean = known.get(key) ?? meanOverPairs(positions, alike);
    known.set(key, mean);
    return mean;
  };
}

function meanOverPairs(positions: readonly number[], alike: readonly (readonly number[])[]): number {
  let sum = 0;
  const { length } = positions;
  for (const [index, one] of positions.entries()) {
    for (let next = index + 1; next < length; next++)
      sum += alike[one]?.[(positions[next] as number) - one - 1] ?? 0;
  }
  return length < 2 ? 0 : sum / ((length * (length - 1)) / 2);
}

/** The samples' statements on a fact: as read by a model where one was asked, else by words. */
export interface FactStatements {
  /** One per compared sample, in order. */
  statements: readonly SampleStatement[];
  byModel: boolean;
}

/** Statements by triple id; built once per passage. */
export function statementsByFact({
  verification,
  agreement,
}: Pick<Trace, 'verification' | 'agreement'>): (tripleId: string) => FactStatements {
  const byModel = new Map(verification.map(({ tripleId, statements }) => [tripleId, statements ?? []]));
  return (tripleId) => {
    const read = byModel.get(tripleId) ?? [];
    if (read.length > 0) return { statements: read, byModel: true };
    return { statements: agreement?.triples[tripleId]?.statements ?? [], byModel: false };
  };
}

/** The resulting score of a fact; a model counts no words, so that silence scores ½. Built once per passage. */
export function scoreOfStatements({ agreement }: Pick<Trace, 'agreement'>) {
  const alike = meanLikeness(agreement ?? {});
  // silence is certain when a model has read the sample
  return ({ statements, byModel }: FactStatements): number | null =>
    byModel ? factScore(statements, () => 0) : factScore(statements, alike, UNDECIDED_BY_WORDS);
}
