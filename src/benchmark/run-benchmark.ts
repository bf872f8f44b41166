/**
 * Compares methods with the gold labels and with each other. Pure: scores are inputs, so a report can be repeated
 * from the records of a run.
 */
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { InputError } from '../errors.ts';
import { addUsage } from '../models/budget/usage.ts';
import type { Usage } from '../passage.ts';
import type { BenchmarkReport, Comparison, MethodReport } from './benchmark-report.ts';
import { byPart } from './by-part.ts';
import { type GoldItem, goldItems, isLabelled, levelItems } from './level-items.ts';
import { type DecidedItem, levelMetrics } from './level-metrics.ts';
import { LEVELS, type Level, type MethodScores } from './method-scores.ts';
import { pairedDifferences } from './paired-bootstrap.ts';
import { decide, type ThresholdProtocol, type ThresholdSource } from './threshold-protocols.ts';
import { silentMethod, warningsOf } from './warnings.ts';

export interface BenchmarkOptions {
  dataset: string;
  passages: readonly LabelledPassage[];
  /** The others are compared with the first. */
  methods: readonly MethodScores[];
  /** Seed of bootstrap and folds. */
  seed: number;
  /** Default: each method's own thresholds. */
  threshold?: ThresholdProtocol;
  /** Requested methods that could not run, and why. */
  absent?: BenchmarkReport['absent'];
  neighbours?: BenchmarkReport['neighbours'];
}

interface Setting {
  passages: readonly LabelledPassage[];
  seed: number;
  threshold: ThresholdProtocol;
}

type DecidedLevels = Partial<Record<Level, ThresholdSource & { items: (DecidedItem | null)[] }>>;

/** @throws InputError when two methods share a name, or scores do not fit the labels */
export function runBenchmark(options: BenchmarkOptions): BenchmarkReport {
  const { dataset, seed, methods, threshold = { rule: 'own' } } = options;
  refuseSharedNames(methods);
  const passages = options.passages.filter(isLabelled);
  const setting = { passages, seed, threshold };
  const decided = methods.map((method) => decideLevels(method, setting));
  const report: BenchmarkReport = {
    dataset,
    seed,
    protocol: threshold,
    n: passages.length,
    unlabelled: options.passages.length - passages.length,
    methods: Object.fromEntries([
      ...methods.map((method, index) => {
        const levels = levelReports(decided[index] as DecidedLevels, setting);
        return [method.method, { origin: method.origin, levels, usage: usageOf(method, setting) }];
      }),
      ['allPositive', allPositiveReport(setting)],
    ]),
    comparisons: compareWithFirst(methods, decided, seed),
    absent: [
      ...methods
        .filter((_, index) => Object.keys(decided[index] as DecidedLevels).length === 0)
        .map((method) => silentMethod(method, passages)),
      ...(options.absent ?? []),
    ],
    groups: groupReports(decided[0] ?? {}, setting),
    neighbours: options.neighbours ?? [],
    warnings: [],
  };
  return { ...report, warnings: warningsOf(report) };
}

function refuseSharedNames(methods: readonly MethodScores[]): void {
  const names = new Set(['allPositive']);
  for (const { method } of methods) {
    if (names.has(method)) throw new InputError(`benchmark: two methods are called "${method}"`);
    names.add(method);
  }
}

function decideLevels(method: MethodScores, setting: Setting): DecidedLevels {
  const levels: DecidedLevels = {};
  for (const level of LEVELS) {
    const items = levelItems(setting.passages, method, level);
    const scored = items.filter((item) => item !== null);
    if (scored.length === 0) continue;
    const own = method.thresholds[level];
    const { predicted, ...rest } = decide(scored, setting.threshold, { own, seed: setting.seed });
    const called = new Map(scored.map((item, index) => [item, predicted[index] as boolean]));
    levels[level] = {
      items: items.map((item) => item && { ...item, predicted: called.get(item) as boolean }),
      ...rest,
    };
  }
  return levels;
}

function levelReports(decided: DecidedLevels, { seed }: Setting): MethodReport['levels'] {
  return Object.fromEntries(
    Object.entries(decided).map(([level, { items: all, ...rule }]) => {
      const items = all.filter((item) => item !== null);
      return [level, levelMetrics({ items, abstained: all.length - items.length, seed, ...rule })];
    }),
  );
}

function usageOf({ scores }: MethodScores, { passages }: Setting): Usage | null {
  const labelled = new Set(passages.map(({ passage }) => passage.id));
  const known = scores.flatMap(({ id, usage }) => (usage && labelled.has(id) ? usage : []));
  return known.length === 0 ? null : known.reduce(addUsage);
}

/** The baseline that calls everything non-factual, with equal scores. */
function allPositiveReport(setting: Setting): MethodReport {
  const decided: DecidedLevels = {};
  for (const level of LEVELS) {
    const items = goldItems(setting.passages, level).map((item) => ({
      ...{ ...item, gold: null, score: 1, probability: null, flagged: null },
      predicted: true,
    }));
    if (items.length > 0) decided[level] = { items, threshold: null, thresholdRule: 'all-positive' };
  }
  return { origin: 'trivial', levels: levelReports(decided, setting), usage: null };
}

function compareWithFirst(
  methods: readonly MethodScores[],
  decided: readonly DecidedLevels[],
  seed: number,
): Comparison[] {
  const [first] = methods;
  if (!first) return [];
  return methods.slice(1).flatMap(({ method }, index) =>
    LEVELS.flatMap((level) => {
      const [own, reference] = [decided[index + 1]?.[level], decided[0]?.[level]];
      if (!own || !reference) return [];
      const differences = pairedDifferences(own.items, reference.items, { seed });
      return differences.map((difference) => ({ method, reference: first.method, level, ...difference }));
    }),
  );
}

/** The first method on each named part, with the decisions made on the whole data set. */
function groupReports(decided: DecidedLevels, setting: Setting): BenchmarkReport['groups'] {
  const { passages } = setting;
  const parts = byPart(
    passages,
    ({ group }) => group,
    (members) => ({
      n: members.length,
      levels: levelReports(partOf(decided, new Set(members), passages), setting),
    }),
  );
  return parts.map(({ part: group, figures }) => ({ group, ...figures }));
}

/** The items of some passages; levels without a scored item there are left out. */
function partOf(
  decided: DecidedLevels,
  members: ReadonlySet<LabelledPassage>,
  passages: readonly LabelledPassage[],
): DecidedLevels {
  const parts = LEVELS.flatMap((level) => {
    const own = decided[level];
    if (!own) return [];
    const gold = goldItems(passages, level);
    const items = own.items.filter((_item, index) => {
      const { unit } = gold[index] as GoldItem;
      return members.has(passages[unit] as LabelledPassage);
    });
    return items.some((item) => item !== null) ? [[level, { ...own, items }]] : [];
  });
  return Object.fromEntries(parts);
}
