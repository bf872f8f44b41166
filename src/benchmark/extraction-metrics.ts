/**
 * The triples of one extractor against those of another on the same responses: precision, recall and F1 over the
 * whole data set. A pair matches when it is alike enough; pairs are made one to one, the most alike first.
 *
 * Likeness is token F1 (2 · shared words ÷ all words, words counted as often as they occur) of the normalised words
 *
 *   half    of the whole triple, at least .5
 *   most    of the whole triple, at least .8
 *   parts   of head, relation and tail each, at least .5: the strictest, for the cut must be the same
 */
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { originalOf, type PassageVerdict, type Triple } from '../passage.ts';
import { measure } from '../statistics/measure-metrics.ts';
import { ratioOfSums } from '../statistics/metric.ts';
import { normalisePhrase } from '../english/normalise.ts';
import { sharedCount } from './answer-metrics.ts';
import { byPart } from './by-part.ts';

const PARTS = ['head', 'relation', 'tail'] as const;
type FactParts = Pick<Triple, (typeof PARTS)[number]>;

const wholeF1 = (left: FactParts, right: FactParts): number => tokenF1(wordsOf(left), wordsOf(right));

/** The similarity of two triples, in [0, 1], and the threshold from which they match. */
const MATCH_RULES = {
  half: { likeness: wholeF1, least: 0.5 },
  most: { likeness: wholeF1, least: 0.8 },
  parts: {
    likeness: (left: FactParts, right: FactParts) =>
      Math.min(...PARTS.map((part) => tokenF1(tokens(left[part]), tokens(right[part])))),
    least: 0.5,
  },
};
export type MatchRuleName = keyof typeof MATCH_RULES;
export const MATCH_RULE_NAMES = Object.keys(MATCH_RULES) as MatchRuleName[];

const tokens = (text: string): string[] => normalisePhrase(text).split(' ').filter(Boolean);
const wordsOf = (parts: FactParts): string[] => PARTS.flatMap((part) => tokens(parts[part]));

/** In [0, 1]; 0 where both lists are empty. */
export function tokenF1(left: readonly string[], right: readonly string[]): number {
  const all = left.length + right.length;
  return all === 0 ? 0 : (2 * sharedCount(left, right)) / all;
}

export function matchCount(
  own: readonly FactParts[],
  gold: readonly FactParts[],
  rule: MatchRuleName,
): number {
  const { likeness, least } = MATCH_RULES[rule];
  const pairs = own
    .flatMap((left, row) => gold.map((right, column) => ({ row, column, value: likeness(left, right) })))
    .filter(({ value }) => value >= least)
    .sort((left, right) => right.value - left.value);
  const [rows, columns] = [new Set<number>(), new Set<number>()];
  for (const { row, column } of pairs) {
    if (rows.has(row) || columns.has(column)) continue;
    rows.add(row);
    columns.add(column);
  }
  return rows.size;
}

export type ExtractionCounts = ReturnType<typeof extractionCounts>;

export type ExtractionFigures = ReturnType<typeof extractionFigures>;

export interface ExtractionReport {
  overall: ExtractionFigures;
  /** By part of the data set, where there are several. */
  parts: { part: string; figures: ExtractionFigures }[];
}

/**
 * Null where the data set brings no triples of another extractor. Responses that were not read are left out.
 * @param seed of the bootstrap, whose units are responses
 */
export function extractionReport(
  passages: readonly LabelledPassage[],
  verdicts: readonly PassageVerdict[],
  options: { seed: number },
): ExtractionReport | null {
  if (!passages.some(({ triples }) => triples !== undefined)) return null;
  const byId = new Map(verdicts.map((verdict) => [verdict.passage.id, verdict]));
  const counted = passages.flatMap(({ passage, triples: gold, group }) => {
    const verdict = byId.get(passage.id);
    const original = verdict && originalOf(verdict.trace);
    return gold && original ? { group, ...extractionCounts(original.triples, gold) } : [];
  });
  const figuresOf = (counts: readonly ExtractionCounts[]) => extractionFigures(counts, options);
  return { overall: figuresOf(counted), parts: byPart(counted, ({ group }) => group, figuresOf) };
}

export const extractionCounts = (own: readonly FactParts[], gold: readonly FactParts[]) => ({
  own: own.length,
  gold: gold.length,
  matched: byRule((rule) => matchCount(own, gold, rule)),
});

export function extractionFigures(counts: readonly ExtractionCounts[], { seed }: { seed: number }) {
  const options = { seed, itemCount: counts.length };
  return {
    n: counts.length,
    own: counts.reduce((sum, { own }) => sum + own, 0),
    gold: counts.reduce((sum, { gold }) => sum + gold, 0),
    rules: byRule((rule) => measure(extractionStatistics(counts, rule), options)),
  };
}

function extractionStatistics(counts: readonly ExtractionCounts[], rule: MatchRuleName) {
  const sums = (pick: (one: ExtractionCounts, matched: number) => [number, number], reason: string) =>
    ratioOfSums(
      counts.map((one) => pick(one, one.matched[rule])),
      reason,
    );
  return {
    precision: sums(({ own }, matched) => [matched, own], 'no triple extracted'),
    recall: sums(({ gold }, matched) => [matched, gold], 'no triple to find'),
    f1: sums(({ own, gold }, matched) => [2 * matched, own + gold], 'no triple at all'),
  };
}

const byRule = <T>(make: (rule: MatchRuleName) => T): Record<MatchRuleName, T> =>
  Object.fromEntries(MATCH_RULE_NAMES.map((rule) => [rule, make(rule)])) as Record<MatchRuleName, T>;
