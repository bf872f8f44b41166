/** What consistency C of Eq. 2 adds to the score, and C in its variants. */
import { COMPONENTS } from '../../../src/passage.ts';
import type { ComparedAnew, Comparison } from './compare-anew.ts';
import { CONFIG, type Group, PRESET, setting, type Variant } from './variant.ts';

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
