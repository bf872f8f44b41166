/**
 * What settings found on two of the data sets reach on the third: the figure that no choice was fitted to.
 *
 * The search is that of `tune`, from equal weights on; its objective is the mean over the data sets of the mean of their
 * figures.
 */
import { judged, objectiveStatistic, scored } from '../../../src/benchmark/tune/judged.ts';
import { search } from '../../../src/benchmark/tune/search.ts';
import { normalised, type Setting } from '../../../src/benchmark/tune/setting.ts';
import { type Component, FAMILIES } from '../../../src/passage.ts';
import { randomFor } from '../../../src/common/random.ts';
import { once } from '../../../src/statistics/metric.ts';
import { mean } from '../../../src/statistics/summary.ts';
import { type Weights, weightsBy } from '../../../src/scoring/weighted-sum.ts';
import type { SetName } from './data-sets.ts';
import { componentSetOf, FIGURE_SETS, FIGURES } from './figures.ts';
import type { RecordedSet } from './recorded-set.ts';
import { CONFIG, setting } from './variant.ts';

/** The data sets; the claim sets of two models are one. */
export const DATA_SETS = {
  WikiBio: ['wikibio'],
  PHD: ['phd'],
  claims: ['factscore', 'popqa'],
} as const satisfies Record<string, readonly SetName[]>;
export type DataSet = keyof typeof DATA_SETS;
const NAMES = Object.keys(DATA_SETS) as DataSet[];

export interface Search {
  /** The data set that the searches did not see; null where they saw all. */
  heldOut: DataSet | null;
  found: Setting[];
  /** Means over the searches, in the order of {@link FIGURES}. */
  figures: (number | null)[];
}

export const SEARCHES = 3;
const TRIALS = 400;

/** Those that need no model. */
export const SEARCHED: readonly Component[] = FAMILIES.zeroResource.filter((name) => name !== 'stated');
const SHARE = { min: 0, max: 1 };
const SPACE = {
  scoring: {
    ...Object.fromEntries(SEARCHED.map((name) => [`weights.${name}`, SHARE])),
    ...{ context: SHARE, claimContext: SHARE, wholeSentence: SHARE },
  },
  comparison: {},
};
const START = setting(normalised(weightsBy((name) => Number(SEARCHED.includes(name)))) as Weights, {
  ...{ context: 0.5, claimContext: 0.5, wholeSentence: 0.5 },
});

export function leaveOneOut(sets: readonly RecordedSet[]): Search[] {
  const readers = new Map(sets.map((set) => [set.name, figureReader(set)]));
  const figuresOf = (names: readonly SetName[], own: Setting) =>
    names.flatMap((name) => readers.get(name)?.(own) ?? []);
  return [null, ...NAMES].map((heldOut) => {
    const seen = NAMES.filter((name) => name !== heldOut);
    const found = Array.from({ length: SEARCHES }, (_, number) => {
      const random = randomFor(CONFIG.seed, 'choices', heldOut ?? 'all', number);
      const evaluate = (own: Setting) => ({
        value: mean(seen.map((name) => mean(figuresOf(DATA_SETS[name], own)))),
        standardError: 0,
      });
      const options = { space: SPACE, start: START, setCount: 1, trials: TRIALS, tolerance: 0 };
      const best = search({ ...options, evaluate, random }).setting;
      // without claims to tell, a claim takes the context of a sentence
      return heldOut === 'claims' ? { ...best, claimContext: best.context } : best;
    });
    const reached = found.map((own) => figuresOf(FIGURE_SETS, own));
    return {
      heldOut,
      found,
      figures: FIGURES.map((_, index) => mean(reached.map((row) => row[index] ?? null))),
    };
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
