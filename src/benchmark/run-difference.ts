/** What changed from one run (A) to another (B), over the same passages. Pure: both are records of finished work. */
import type { ComparedRun, Pair, VerdictPair } from './compared-run.ts';
import { isDeepStrictEqual } from 'node:util';
import type { LabelledPassage } from '../../datasets/labelled-passage.ts';
import { groupBy } from '../common/group-by.ts';
import { leafPaths, valueAt } from '../config/layers.ts';
import type { Config } from '../config/config-types.ts';
import type { Label } from '../passage.ts';
import type { Interval } from '../statistics/bootstrap.ts';
import { measure } from '../statistics/measure-metrics.ts';
import { meanStatistic } from '../statistics/metric.ts';
import { mean } from '../statistics/summary.ts';
import { changeOf, type FactChanges, factChanges } from './fact-changes.ts';
import { type GoldChanges, goldChanges } from './gold-changes.ts';

export interface RunDifference {
  runs: Pair<{ name: string; command: string; version: string; preset: string; passages: number }>;
  /** Settings that differ, by their paths. */
  settings: ({ setting: string } & Pair<unknown>)[];
  passages: {
    both: number;
    /** Ids of passages of one run alone. */
    only: Pair<string[]>;
    /** Passages of both with different responses. */
    otherResponse: number;
  };
  /** Passages of both runs by their two labels; combinations that do not occur are left out. */
  labels: (Pair<Label> & { passages: number })[];
  /** Passages whose label changed, the largest change of score first. */
  flips: PassageFlip[];
  facts: FactChanges;
  /** Mean support of the passages that both score, and B − A with a 95 % bootstrap interval over passages. */
  scores: Pair<number | null> & { n: number; difference: number | null; interval: Interval };
  /** Against gold labels; null where there are none. */
  gold: GoldChanges | null;
  warnings: string[];
}

export interface PassageFlip {
  id: string;
  label: Pair<Label>;
  score: Pair<number | null>;
  /** Null for a passage without a label. */
  gold: LabelledPassage['label'];
}

export interface DifferenceInput extends Pair<ComparedRun> {
  labelled?: readonly LabelledPassage[];
  seed: number;
  warnings?: readonly string[];
}

export function runDifference({ a, b, labelled = [], seed, warnings = [] }: DifferenceInput): RunDifference {
  const ofB = new Map(b.verdicts.map((verdict) => [verdict.passage.id, verdict]));
  const pairs = a.verdicts.flatMap((verdict): VerdictPair[] => {
    const other = ofB.get(verdict.passage.id);
    return other ? [{ a: verdict, b: other }] : [];
  });
  const shared = new Set(pairs.map((pair) => pair.a.passage.id));
  const onlyOf = ({ verdicts }: ComparedRun) =>
    verdicts.map(({ passage }) => passage.id).filter((id) => !shared.has(id));
  const unlike = pairs.filter((pair) => pair.a.passage.response !== pair.b.passage.response).length;
  return {
    runs: { a: aboutRun(a), b: aboutRun(b) },
    settings: changedSettings(a.config, b.config),
    passages: { both: pairs.length, only: { a: onlyOf(a), b: onlyOf(b) }, otherResponse: unlike },
    labels: labelCounts(pairs),
    flips: flipsOf(pairs, labelled),
    facts: factChanges(pairs),
    scores: scoreChange(pairs, seed),
    gold: goldChanges({ a, b, pairs, labelled, seed }),
    warnings: [...warnings],
  };
}

const aboutRun = ({ name, command, version, config, verdicts }: ComparedRun) => ({
  ...{ name, command, version, preset: config.preset },
  passages: verdicts.length,
});

function changedSettings(a: Config, b: Config): RunDifference['settings'] {
  const paths = new Map([...leafPaths(a), ...leafPaths(b)].map((path) => [path.join('.'), path]));
  // what is one value in the one run and has parts in the other is one setting
  const isPart = (path: readonly string[]) =>
    path.some((_, length) => length > 0 && paths.has(path.slice(0, length).join('.')));
  return [...paths].flatMap(([setting, path]) => {
    if (isPart(path)) return [];
    const values = { a: valueAt(a, path), b: valueAt(b, path) };
    return isDeepStrictEqual(values.a, values.b) ? [] : [{ setting, ...values }];
  });
}

function labelCounts(pairs: readonly VerdictPair[]): RunDifference['labels'] {
  const labels = pairs.map(({ a, b }) => ({ a: a.label, b: b.label }));
  return [...groupBy(labels, ({ a, b }) => `${a} ${b}`)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, group]) => ({ ...(group[0] as Pair<Label>), passages: group.length }));
}

function flipsOf(pairs: readonly VerdictPair[], labelled: readonly LabelledPassage[]): PassageFlip[] {
  const gold = new Map(labelled.map(({ passage, label }) => [passage.id, label]));
  const flips = pairs
    .filter(({ a, b }) => a.label !== b.label)
    .map(({ a, b }) => ({
      id: a.passage.id,
      label: { a: a.label, b: b.label },
      score: { a: a.score, b: b.score },
      gold: gold.get(a.passage.id) ?? null,
    }));
  return flips.toSorted((one, other) => changeOf(other.score) - changeOf(one.score));
}

function scoreChange(pairs: readonly VerdictPair[], seed: number): RunDifference['scores'] {
  const scored = pairs.flatMap(({ a, b }) =>
    a.score === null || b.score === null ? [] : [{ a: a.score, b: b.score }],
  );
  const changes = scored.map(({ a, b }) => b - a);
  const change = meanStatistic(changes, 'no passage that both runs score');
  const count = scored.length;
  const { values, intervals } = measure({ change }, { seed, itemCount: count });
  return {
    a: mean(scored.map(({ a }) => a)),
    b: mean(scored.map(({ b }) => b)),
    ...{ n: count, difference: values.change, interval: intervals.change },
  };
}
