/** What the published parts of the score add: consistency C of Eq. 2 in its variants, heads and relations rebuilt from samples. */
import { passageRows } from '../../../src/benchmark/tune/component-set.ts';
import { COMPONENTS } from '../../../src/passage.ts';
import type { ComparedAnew, Comparison } from './compare-anew.ts';
import { type Group, PRESET, setting, type Variant } from './variant.ts';

interface Tried {
  name: string;
  /** Default: as recorded. */
  comparison?: Comparison;
  scoring?: Parameters<typeof setting>[1];
}

const ENCODERS: Tried[] = [
  { name: 'identity (−Graph)', comparison: { encoder: { kind: 'identity' } } },
  { name: 'GCN (−Relations)', comparison: { encoder: { kind: 'gcn' } } },
  { name: 'RGCN, α .1', comparison: { encoder: { neighbourWeight: 0.1 } } },
  { name: 'RGCN, α .5', comparison: { encoder: { neighbourWeight: 0.5 } } },
  { name: 'RGCN, 1 layer', comparison: { encoder: { layers: 1 } } },
  { name: 'RGCN, 3 layers', comparison: { encoder: { layers: 3 } } },
  { name: 'RGCN, no inverse edges', comparison: { encoder: { inverseEdges: false } } },
  {
    name: 'RGCN, glorot, 16 wide, relu',
    comparison: { encoder: { initialiser: 'glorot', hidden: 16, activation: 'relu' } },
  },
];

const SLOW_ENCODERS: Tried[] = [{ name: 'RGCN, glorot', comparison: { encoder: { initialiser: 'glorot' } } }];

const OPTIONS: Tried[] = [
  { name: 'conflict votes −1', scoring: { conflictVote: true } },
  { name: 'raw', scoring: { consistency: 'raw' } },
  { name: 'θ_r .2', comparison: { consistency: { relationThreshold: 0.2 } } },
  { name: 'θ_r .5', comparison: { consistency: { relationThreshold: 0.5 } } },
  { name: 'θ_t .5', comparison: { consistency: { tailThreshold: 0.5 } } },
  { name: 'θ_t .6', comparison: { consistency: { tailThreshold: 0.6 } } },
  { name: 'θ_t .8', comparison: { consistency: { tailThreshold: 0.8 } } },
  { name: 'a year may be near another', comparison: { consistency: { exactNumbers: false } } },
  { name: 'no entity aliases', comparison: { graph: { aliases: false } } },
];

/** All ways to compare that the groups below need. */
export interface ConsistencyChoices {
  comparisons: Comparison[];
  /** C beside the preset's parts, and C alone. */
  groups(compared: ComparedAnew): Group[];
}

/** @param slow with the weights that take many times as long as the others */
export function consistencyChoices({ slow }: { slow: boolean }): ConsistencyChoices {
  const tried = [...ENCODERS, ...(slow ? SLOW_ENCODERS : []), ...OPTIONS];
  return {
    comparisons: tried.flatMap(({ comparison }) => comparison ?? []),
    groups: (compared) => [besideOthers(tried, compared), alone(tried, compared)],
  };
}

const WEIGHT = 0.1;

function besideOthers(tried: readonly Tried[], compared: ComparedAnew): Group {
  const withC = (one: Tried): Variant => variantOf(one, { consistency: WEIGHT }, compared);
  const withoutAliases = tried.filter(({ comparison }) => comparison?.graph?.aliases === false);
  return {
    title: 'Published parts beside the others',
    about:
      'C, the head or the relation rebuilt from samples, added to the preset with weight .1, the other weights as they are; C as the preset has it first ' +
      '(RGCN, residual weights, α .3, 2 layers, θ_r 0, θ_t .7, C / n), then with one thing about it changed.',
    reference: PRESET,
    variants: [
      { name: '+ head from samples', setting: setting({ head: WEIGHT }) },
      { name: '+ relation from samples', setting: setting({ relation: WEIGHT }) },
      { name: '+ C', setting: setting({ consistency: WEIGHT }) },
      ...tried.filter(({ name }) => name !== 'raw').map((one) => withC({ ...one, name: `+ C, ${one.name}` })),
      ...withoutAliases.map((one) => variantOf(one, {}, compared)),
    ],
  };
}

const NO_WEIGHTS = Object.fromEntries(COMPONENTS.map((name) => [name, 0]));

function alone(tried: readonly Tried[], compared: ComparedAnew): Group {
  const context = { context: 0, claimContext: 0 };
  const onlyC = (one: Tried): Variant => variantOf(one, { ...NO_WEIGHTS, consistency: 1 }, compared, context);
  return {
    title: 'Consistency alone',
    about:
      'The score is C and nothing else, without context, so that what a row names is all that differs; differences ' +
      'are from the first row.',
    reference: onlyC({ name: 'C as in the preset' }),
    variants: tried.map(onlyC),
  };
}

function variantOf(
  { name, comparison, scoring }: Tried,
  weights: Parameters<typeof setting>[0],
  compared: ComparedAnew,
  others: Tried['scoring'] = {},
): Variant {
  const variant = { name, setting: setting(weights, { ...others, ...scoring }) };
  if (comparison === undefined) return variant;
  return {
    ...variant,
    rows: ({ verdict, rows }) => {
      const anew = compared.get(verdict)?.get(comparison);
      return anew ? passageRows({ ...verdict, trace: { ...verdict.trace, ...anew } }) : rows;
    },
  };
}
