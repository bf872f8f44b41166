/** The families of evidence: without other texts, from references, and from the model's own token probabilities. */
import { type Component, FAMILIES, type Family } from '../passage.ts';
import { type Weights, weightsBy } from './weighted-sum.ts';

export const FAMILY_NAMES = Object.keys(FAMILIES) as Family[];

export const familyTitle = (family: Family): string => (family === 'zeroResource' ? 'zero-resource' : family);

export const isOfFamily = (name: Component, family: Family): boolean =>
  (FAMILIES[family] as readonly Component[]).includes(name);

export const weightsOfFamily = (weights: Weights, family: Family): Weights =>
  weightsBy((name) => (isOfFamily(name, family) ? weights[name] : 0));

/** Sample agreement: what the words and values of the samples say, without a model. */
const AGREEMENT = [
  'support',
  'numbers',
  'spread',
  'agreement',
  'commonGround',
] as const satisfies readonly Component[];

export type AgreementPart = (typeof AGREEMENT)[number];

export const isOfAgreement = (name: Component): name is AgreementPart =>
  (AGREEMENT as readonly Component[]).includes(name);

/** Those with a part that has a weight. */
export const familiesIn = (weights: Weights): Family[] =>
  FAMILY_NAMES.filter((family) => FAMILIES[family].some((name) => weights[name] > 0));
