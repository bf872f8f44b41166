/** The possible bases of the score and label of a fact. */

/**
 * `parts`: its weighted parts; `statements`: the samples' statements; `evidence`: the weaker of these and S_t, see
 * weaker-evidence.ts; `pooled`: the log odds of all parts, see log-odds.ts.
 */
export const FACT_BASES = ['parts', 'statements', 'evidence', 'pooled'] as const;
export type FactBasis = (typeof FACT_BASES)[number];
