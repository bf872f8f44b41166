/**
 * Compares verdicts with gold labels. Pure: the detection was done before, so a report can be made again from the
 * records of a run.
 *
 * Ranking metrics use −score (minus the support F), which has no bounds, instead of the clamped hallucination
 * score. Passages without a score are left out of a method's metrics and counted as abstained.
 */
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { InputError } from '../errors.ts';
import { addUsage, ZERO_USAGE } from '../models/usage.ts';
import type { PassageVerdict, Span } from '../passage.ts';
import type { BenchmarkReport, MethodReport } from './benchmark-report.ts';
import { type PassageItem, passageMetrics } from './passage-metrics.ts';
import { type SentenceItem, sentenceMetrics } from './sentence-metrics.ts';
import { warningsOf } from './warnings.ts';

export interface BenchmarkOptions {
  /** Name of the data set, for the report. */
  dataset: string;
  passages: readonly LabelledPassage[];
  /** One for each labelled passage, in any order; found by `passage.id`. */
  verdicts: readonly PassageVerdict[];
  /** Seed of the bootstrap. */
  seed: number;
  /** Name of the method in the report; default `gca`. */
  method?: string;
}

/** A labelled passage and what the method says of it. */
interface Case {
  labelled: LabelledPassage;
  verdict: PassageVerdict;
}

/** @throws InputError when a labelled passage has no verdict */
export function runBenchmark(options: BenchmarkOptions): BenchmarkReport {
  const { dataset, passages, verdicts, seed, method = 'gca' } = options;
  const cases = pair(passages, verdicts);
  const positives = cases.filter(isPositive).length;
  const report: BenchmarkReport = {
    dataset,
    seed,
    n: cases.length,
    unlabelled: passages.length - cases.length,
    positives,
    baseRate: cases.length === 0 ? null : positives / cases.length,
    methods: { [method]: methodReport(cases, seed), allPositive: allPositiveReport(cases, seed) },
    warnings: [],
  };
  return { ...report, warnings: warningsOf(report) };
}

function pair(passages: readonly LabelledPassage[], verdicts: readonly PassageVerdict[]): Case[] {
  const byId = new Map(verdicts.map((verdict) => [verdict.passage.id, verdict]));
  return passages
    .filter(({ label }) => label !== null)
    .map((labelled) => {
      const verdict = byId.get(labelled.passage.id);
      if (!verdict) throw new InputError(`benchmark: no verdict for passage "${labelled.passage.id}"`);
      return { labelled, verdict };
    });
}

const isPositive = ({ labelled }: Case): boolean => labelled.label === 'non-factual';

function methodReport(cases: readonly Case[], seed: number): MethodReport {
  const passage = passageMetrics(cases.map(passageItem), { seed, threshold: commonThreshold(cases) });
  const labelled = cases.filter(({ labelled }) => labelled.sentences !== undefined);
  const usage = cases.map(({ verdict }) => verdict.usage).reduce(addUsage, ZERO_USAGE);
  if (labelled.length === 0) return { passage, usage };
  return { passage, sentence: sentenceMetrics(labelled.map(sentenceItems), { seed }), usage };
}

/** The baseline that calls every passage non-factual, with the same score for all. */
function allPositiveReport(cases: readonly Case[], seed: number): MethodReport {
  const items = cases.map((one) => ({ score: 1, predicted: true, positive: isPositive(one), gold: null }));
  return { passage: passageMetrics(items, { seed, threshold: null }), usage: null };
}

const passageItem = (one: Case): PassageItem => ({
  score: risk(one.verdict.score),
  predicted: one.verdict.label === 'hallucinated',
  positive: isPositive(one),
  gold: goldScore(one.labelled),
});

/** Support as a hallucination score for ranking. */
const risk = (support: number | null): number | null => (support === null ? null : -support);

/** Mean of the gold sentence scores: 0 all accurate, 1 all major. */
function goldScore({ sentences }: LabelledPassage): number | null {
  if (!sentences || sentences.length === 0) return null;
  return sentences.reduce((sum, { score }) => sum + score, 0) / sentences.length;
}

/** Gold sentences with the score of the verdict's sentence at the same place, if there is one. */
function sentenceItems({ labelled, verdict }: Case): SentenceItem[] {
  const supports = new Map(verdict.sentences.map(({ span, score }) => [spanKey(span), score]));
  return (labelled.sentences ?? []).map(({ span, label }) => ({
    score: risk(supports.get(spanKey(span)) ?? null),
    positive: label === 'non-factual',
  }));
}

const spanKey = ({ start, end }: Span): string => `${start}-${end}`;

/** The threshold all verdicts share; null without one or where they differ. */
function commonThreshold(cases: readonly Case[]): number | null {
  const thresholds = new Set(
    cases.filter(({ verdict }) => verdict.score !== null).map(({ verdict }) => verdict.threshold),
  );
  const [only] = thresholds;
  return thresholds.size === 1 ? (only ?? null) : null;
}
