/** The chance that a fact is wrong by the kind of evidence on it, fitted on labelled facts. */
import { fitPlatt } from '../../../src/benchmark/calibrate/platt.ts';
import { chanceOfFact, FACT_EVIDENCE, type FactEvidence } from '../../../src/scoring/calibration.ts';
import type { GoldFact } from './gold.ts';
import type { EvidenceChance } from '../../../src/scoring/scoring-schema.ts';

export const EVIDENCE_WORDS: Readonly<Record<FactEvidence, string>> = {
  allContradict: 'contradicted by every sample',
  someContradict: 'by some, held by none',
  disputed: 'contradicted and held',
  unmentioned: 'mentioned by none',
  other: 'other',
};

/** Labelled facts of a kind that its share can be taken from. */
const FEWEST = 20;

/**
 * The share of wrong ones of each kind, (wrong + 1) / (n + 2), and a curve over the support of the others.
 *
 * @param planted where fewer than twenty labelled facts are of a kind, its share is taken from these
 */
export function fitEvidenceChance(
  facts: readonly GoldFact[],
  planted: readonly GoldFact[],
): EvidenceChance & { fromPlanted: FactEvidence[] } {
  const ofKind = (kind: FactEvidence, rows: readonly GoldFact[]) =>
    rows.filter(({ evidence }) => evidence === kind);
  const kinds = FACT_EVIDENCE.filter((kind) => kind !== 'other');
  const isRare = (kind: FactEvidence) => ofKind(kind, facts).length < FEWEST;
  const shares = kinds.map((kind) => {
    const rows = ofKind(kind, isRare(kind) ? planted : facts);
    return [kind, (rows.filter(({ positive }) => positive).length + 1) / (rows.length + 2)];
  });
  const { slope, intercept } = fitPlatt(ofKind('other', facts));
  return {
    ...{ method: 'evidence', slope, intercept },
    ...(Object.fromEntries(shares) as Record<(typeof kinds)[number], number>),
    fromPlanted: kinds.filter(isRare),
  };
}

export const chancesOf = (facts: readonly GoldFact[], chance: EvidenceChance): number[] =>
  facts.map(({ score, evidence }) => chanceOfFact(score, evidence, chance) as number);
