/** What was tried beside the preset: its parts and their weights, how scores are put together, and C of Eq. 2 in its variants. */
import { COMPONENTS } from '../../../src/passage.ts';
import type { ComparedAnew, Comparison } from './compare-anew.ts';
import { CONFIG, type Group, PRESET, setting, type Variant, WEIGHTS } from './variant.ts';

const WEIGHTED = COMPONENTS.filter((name) => WEIGHTS[name] > 0);
const alike = Object.fromEntries(WEIGHTED.map((name) => [name, 1 / WEIGHTED.length]));

export const PARTS: Group = {
  title: 'Parts',
  about:
    'One part of the score left out at a time, the other weights as they are; then all parts weighted alike.',
  reference: PRESET,
  variants: [
    ...WEIGHTED.map((name) => ({ name: `without ${name}`, setting: setting({ [name]: 0 }) })),
    {
      name: 'without agreement and commonGround',
      setting: setting({ agreement: 0, commonGround: 0 }),
    },
    { name: 'equal weights', setting: setting(alike) },
  ],
};

type Others = NonNullable<Parameters<typeof setting>[1]>;

const TRIED: [string, Others][] = [
  ['context 0', { context: 0 }],
  ['context .6', { context: 0.6 }],
  ['wholeSentence 0', { wholeSentence: 0 }],
  ['wholeSentence 1', { wholeSentence: 1 }],
  ['claimContext 0', { claimContext: 0 }],
  ['claimContext .3', { claimContext: 0.3 }],
  ['claimContext .7', { claimContext: 0.7 }],
  ['passage = the worst fact', { passage: 'min' }],
];

export const AGGREGATION: Group = {
  title: 'Aggregation',
  about:
    'The share of a score that is taken from the mean of its passage (context, claimContext), the share that a whole ' +
    'sentence has beside its facts (wholeSentence), and how facts become a passage score.',
  reference: PRESET,
  variants: TRIED.map(([name, others]) => ({ name, setting: setting({}, others) })),
};

export const PUBLISHED: Group = {
  title: 'C beside the others',
  about: 'C added to the preset with weight .1, the other weights as they are.',
  reference: PRESET,
  variants: [{ name: '+ C', setting: setting({ consistency: 0.1 }) }],
};

const COMPARED: [name: string, comparison: Comparison][] = [
  ['identity (−Graph)', { encoder: { kind: 'identity' } }],
  ['GCN (−Relations)', { encoder: { kind: 'gcn' } }],
  ['RGCN, α .1', { encoder: { neighbourWeight: 0.1 } }],
  ['RGCN, α .5', { encoder: { neighbourWeight: 0.5 } }],
  ['RGCN, 1 layer', { encoder: { layers: 1 } }],
  ['RGCN, 3 layers', { encoder: { layers: 3 } }],
  ['RGCN, no inverse edges', { encoder: { inverseEdges: false } }],
  ['RGCN, glorot, 16 wide, relu', { encoder: { initialiser: 'glorot', hidden: 16, activation: 'relu' } }],
  ['θ_r .2', { consistency: { relationThreshold: 0.2 } }],
  ['θ_r .5', { consistency: { relationThreshold: 0.5 } }],
  ['θ_t .5', { consistency: { tailThreshold: 0.5 } }],
  ['θ_t .6', { consistency: { tailThreshold: 0.6 } }],
  ['θ_t .8', { consistency: { tailThreshold: 0.8 } }],
  ['a year may be near another', { consistency: { exactNumbers: false } }],
];

export const COMPARISONS: readonly Comparison[] = COMPARED.map(([, comparison]) => comparison);

const onlyC = (name: string, others: Parameters<typeof setting>[1] = {}): Variant => ({
  name,
  setting: setting(
    { ...Object.fromEntries(COMPONENTS.map((part) => [part, 0])), consistency: 1 },
    { context: 0, claimContext: 0, ...others },
  ),
});

const { relationThreshold, tailThreshold } = CONFIG.consistency;

export const consistencyAlone = (compared: ComparedAnew): Group => ({
  title: 'Consistency alone',
  about:
    'The score is C and nothing else, without context, so that what a row names is all that differs from the first: C as the ' +
    `preset has it (RGCN, residual weights, α .3, 2 layers, θ_r ${relationThreshold}, θ_t ${`${tailThreshold}`.slice(1)}, C / n).`,
  reference: onlyC('C as in the preset'),
  variants: [
    ...COMPARED.map(([name, comparison]) => ({ ...onlyC(name), rows: compared(comparison) })),
    onlyC('raw', { consistency: 'raw' }),
  ],
});
