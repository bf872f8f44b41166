/**
 * What settings found on two of the data sets reach on the third: the figure that no choice was fitted to.
 *
 * The search draws weights of all parts and the three shares at random, then steps around the best. Its objective is
 * the mean over the data sets of the mean of their figures.
 */

import type { Setting } from '../../../src/benchmark/tune/setting.ts';
import { judged, objectiveStatistic, scored } from '../../../src/benchmark/tune/judged.ts';
import { COMPONENTS, type Component } from '../../../src/passage.ts';
import { type Random, randomFor } from '../../../src/random.ts';
import { once } from '../../../src/statistics/metric.ts';
import type { SetName } from './data-sets.ts';
import { componentSetOf, FIGURE_SETS, FIGURES } from './figures.ts';
import type { RecordedSet } from './recorded-set.ts';
import { CONFIG, PRESET, setting } from './variant.ts';

/** The data sets; the claim sets of two models are one. */
export const DATA_SETS = {
  WikiBio: ['wikibio'],
  PHD: ['phd'],
  claims: ['factscore', 'popqa'],
} as const satisfies Record<string, readonly SetName[]>;
export type DataSet = keyof typeof DATA_SETS;
const NAMES = Object.keys(DATA_SETS) as DataSet[];

export interface Search {
  /** The data set that the search did not see; null where it saw all. */
  heldOut: DataSet | null;
  found: Setting[];
  /** Means over the searches, in the order of {@link FIGURES}. */
  figures: number[];
}

const SEARCHES = 5;
const DRAWS = 300;
const STEPS = 600;
const STEP_SIZES = { first: 0.2, last: 0.02 };

export function leaveOneOut(sets: readonly RecordedSet[]): Search[] {
  const readers = new Map(sets.map((set) => [set.name, figureReader(set)]));
  const figuresOf = (names: readonly SetName[], own: Setting): number[] =>
    names.flatMap((name) => readers.get(name)?.(own) ?? []);
  return [null, ...NAMES].map((heldOut) => {
    const seen = NAMES.filter((name) => name !== heldOut);
    const objective = (own: Setting) => mean(seen.map((name) => mean(figuresOf(DATA_SETS[name], own))));
    const found = Array.from({ length: SEARCHES }, (_, number) =>
      search(objective, heldOut, randomFor(CONFIG.seed, 'choices', heldOut ?? 'all', number)),
    );
    const reached = found.map((own) => figuresOf(FIGURE_SETS, own));
    const figures = FIGURES.map((_, index) => mean(reached.map((row) => row[index] as number)));
    return { heldOut, found, figures };
  });
}

/** The figures of one set for any setting, in the order of FIGURES; 0 where one is not defined, so that no search stays there. */
function figureReader(recorded: RecordedSet): (own: Setting) => number[] {
  const set = componentSetOf(recorded);
  const members = new Set(recorded.records.keys());
  const own = FIGURES.filter(({ set: name }) => name === recorded.name);
  return (setting) => {
    const items = judged(scored([set], setting), {}, members, members);
    return own.map(({ objective }) => objectiveStatistic(objective, items)(once(members.size)).value ?? 0);
  };
}

/** The best of DRAWS random settings and the preset's, improved by STEPS steps. */
function search(objective: (own: Setting) => number, heldOut: DataSet | null, random: Random): Setting {
  let best = { own: draw(heldOut, random), value: Number.NEGATIVE_INFINITY };
  const attempt = (own: Setting) => {
    const value = objective(own);
    if (value > best.value) best = { own, value };
  };
  for (let trial = 0; trial < DRAWS; trial++) attempt(draw(heldOut, random));
  for (let step = 0; step < STEPS; step++) {
    const size = STEP_SIZES.first * (STEP_SIZES.last / STEP_SIZES.first) ** (step / STEPS);
    attempt(near(best.own, size, heldOut, random));
  }
  return best.own;
}

type Numbers = Record<Component | 'context' | 'claimContext' | 'wholeSentence', number>;

const draw = (heldOut: DataSet | null, random: Random): Setting =>
  settingFrom(
    {
      ...byComponent(() => -Math.log(1 - random())),
      context: random(),
      claimContext: random(),
      wholeSentence: random(),
    },
    heldOut,
  );

/** Every number moved by up to `size`, every second weight left as it is. */
function near(own: Setting, size: number, heldOut: DataSet | null, random: Random): Setting {
  const move = () => (2 * random() - 1) * size;
  return settingFrom(
    {
      ...byComponent((name) => Math.max(0, own.weights[name] + (random() < 0.5 ? move() : 0))),
      context: own.context + move(),
      claimContext: own.claimContext + move(),
      wholeSentence: own.wholeSentence + move(),
    },
    heldOut,
  );
}

/** Weights of sum 1 and shares in [0, 1]; without claims to tell, a claim takes the context of a sentence. */
function settingFrom(
  { context, claimContext, wholeSentence, ...weights }: Numbers,
  heldOut: DataSet | null,
): Setting {
  const sum = COMPONENTS.reduce((total, name) => total + weights[name], 0);
  return setting(
    byComponent((name) => weights[name] / sum),
    {
      context: share(context),
      claimContext: share(heldOut === 'claims' ? context : claimContext),
      wholeSentence: share(wholeSentence),
      passage: PRESET.setting.passage,
    },
  );
}

const byComponent = (numberOf: (name: Component) => number) =>
  Object.fromEntries(COMPONENTS.map((name) => [name, numberOf(name)])) as Record<Component, number>;

const share = (value: number): number => Math.max(0, Math.min(1, value));

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
