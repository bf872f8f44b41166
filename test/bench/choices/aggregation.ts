/** How scores of facts become scores of sentences, claims and passages. */
import { type Group, PRESET, setting } from './variant.ts';

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
