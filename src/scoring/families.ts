/**
 * The families of evidence: without other texts, from references, and from the model's own token probabilities.
 *
 * Where parts of several families have a weight they can meet in every statement, or in the passage alone:
 *
 *   statements   a triple or sentence is scored by all its parts, and the passage by its triples or sentences
 *   families     S = Σ_f W_f · S_f ÷ Σ_f W_f, with S_f the passage score by the parts of family f alone and W_f the sum
 *                of their weights, over the families that have a score
 *
 * With `passage: min` the first looks for one statement that is worst over all families together, the second adds up
 * the worst statement of each family.
 */
import { type Component, FAMILIES, type Family } from '../passage.ts';
import { type Weights, weightsBy } from './weighted-sum.ts';

export const COMBINATIONS = ['statements', 'families'] as const;

export const FAMILY_NAMES = Object.keys(FAMILIES) as Family[];

export const familyTitle = (family: Family): string => (family === 'zeroResource' ? 'zero-resource' : family);

export const isOfFamily = (name: Component, family: Family): boolean =>
  (FAMILIES[family] as readonly Component[]).includes(name);

export const weightsOfFamily = (weights: Weights, family: Family): Weights =>
  weightsBy((name) => (isOfFamily(name, family) ? weights[name] : 0));

/** W_f, the sum of the weights of a family's parts. */
export const familyWeight = (weights: Weights, family: Family): number =>
  FAMILIES[family].reduce((sum, name) => sum + weights[name], 0);

export const familiesIn = (weights: Weights): Family[] =>
  FAMILY_NAMES.filter((family) => familyWeight(weights, family) > 0);

/** S, or null where no family with a weight has a score. @param scores S_f */
export function combinedScore(
  scores: Readonly<Partial<Record<Family, number | null>>>,
  weights: Weights,
): number | null {
  let present = 0;
  let sum = 0;
  for (const family of familiesIn(weights)) {
    const score = scores[family] ?? null;
    if (score === null) continue;
    const weight = familyWeight(weights, family);
    present += weight;
    sum += weight * score;
  }
  return present === 0 ? null : sum / present;
}
