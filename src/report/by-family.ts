/** The scores of each family of evidence by passage, where several have a weight, and why some are missing. */
import { counted, figure, oneLine } from '../format/text.ts';
import { plainTable, type TextTable } from '../format/text-table.ts';
import { FAMILIES, type Family, type MissingReason, type PassageVerdict } from '../passage.ts';
import { FAMILY_NAMES, familyTitle } from '../scoring/families.ts';
import { countWords, reasonWords } from './missing-values.ts';

export const BY_FAMILY_TITLE = 'By kind of evidence';

export interface FamilyLine {
  id: string;
  /** Of the families with a weight. */
  scores: NonNullable<PassageVerdict['families']>;
  /** Why those without a score have none. */
  reasons: Partial<Record<Family, string>>;
}

/** Null where a single family has a weight, and for a passage that was not scored. */
export function familyLineOf(verdict: PassageVerdict): FamilyLine | null {
  const { passage, families, abstention } = verdict;
  if (families === undefined || abstention !== null) return null;
  const missing = FAMILY_NAMES.filter((family) => families[family] === null);
  return {
    id: oneLine(passage.id),
    scores: families,
    reasons: Object.fromEntries(missing.map((family) => [family, reasonFor(family, verdict)])),
  };
}

export function familyTable(lines: readonly FamilyLine[]): TextTable {
  const shown = FAMILY_NAMES.filter((family) => lines.some(({ scores }) => scores[family] !== undefined));
  const rows = lines.map(({ id, scores }) => [id, ...shown.map((family) => figure(scores[family] ?? null))]);
  return plainTable(['passage', ...shown.map(familyTitle)], rows);
}

/** `tokens: no score for 2 of 6 passages (no tokens 1, ...); the others decide there` */
export function missingLines(lines: readonly FamilyLine[]): string[] {
  return FAMILY_NAMES.flatMap((family) => {
    const reasons = lines.flatMap((line) => line.reasons[family] ?? []);
    if (reasons.length === 0) return [];
    const scope = `${reasons.length} of ${counted(lines.length, 'passage')}`;
    return `${familyTitle(family)}: no score for ${scope} (${countWords(reasons)}); the others decide there`;
  });
}

const UNSPECIFIC: ReadonlySet<MissingReason | null> = new Set([null, 'disabled', 'not-applicable']);

function reasonFor(family: Family, { triples, trace }: PassageVerdict): string {
  const ofSentences = { reference: trace.reference, tokens: trace.uncertainty, zeroResource: undefined };
  const reasons = [
    ...triples.flatMap(({ components }) => FAMILIES[family].map((name) => components[name].reason)),
    ...(ofSentences[family]?.sentences ?? []).map(({ reason }) => reason),
  ];
  const found = reasons.find((reason) => !UNSPECIFIC.has(reason));
  return found == null ? 'no value' : reasonWords(found);
}
