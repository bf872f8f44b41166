/** What the score and label of a fact may rest on. */

/**
 * `parts`: its weighted parts; `statements`: what each sample says of it; `evidence`: the weaker of that and S_t, see
 * weaker-evidence.ts.
 */
export const FACT_BASES = ['parts', 'statements', 'evidence'] as const;
export type FactBasis = (typeof FACT_BASES)[number];
