/**
 * `npm run measure -- check FOLDER [--out FILE]`: what the label of the preset check is worth on answers and summaries whose
 * references are in FOLDER (ragtruth/, qags/, summeval/), and what a threshold reaches that is chosen without a set.
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { openDataset } from '../../../datasets/open-dataset.ts';
import { decide } from '../../../src/benchmark/threshold-protocols.ts';
import { createDetector } from '../../../src/detector/create-detector.ts';
import { threeDecimals } from '../../../src/format/figures.ts';
import { confusionOf, f1 } from '../../../src/statistics/confusion.ts';
import { compactTable } from '../bench-table.ts';
import { dataFolder } from '../measure-arguments.ts';
import { verdictsOnLabelled } from '../verdicts-of.ts';

const SETS = {
  'RAGTruth QA': 'ragtruth',
  'QAGS-CNN/DM': 'qags/mturk_cnndm.jsonl',
  'QAGS-XSum': 'qags/mturk_xsum.jsonl',
  SummEval: 'summeval/summeval.jsonl',
};

interface CheckedResponse {
  /** Position in its set. */
  unit: number;
  /** −support. */
  score: number;
  /** Whether it is wrong. */
  positive: boolean;
  /** By the preset. */
  isFlagged: boolean;
}

const folder = dataFolder('ragtruth/, qags/ and summeval/');
const detector = createDetector({ preset: 'check' }, { threads: availableParallelism() });
async function checked(file: string): Promise<CheckedResponse[]> {
  const { passages } = await openDataset({ path: path.join(folder, file) });
  const labelled = passages.filter(({ label }) => label !== null);
  const verdicts = await verdictsOnLabelled(detector, labelled);
  return verdicts.map(({ score, label }, unit) => ({
    unit,
    // a response without a score is none that is flagged
    score: -(score ?? 1),
    ...{ positive: labelled[unit]?.label === 'non-factual', isFlagged: label === 'hallucinated' },
  }));
}

/** 0 where nothing is flagged or wrong. */
function f1Of(rows: readonly CheckedResponse[], flags: readonly boolean[]): number {
  const items = rows.map(({ positive }, index) => ({ positive, predicted: flags[index] as boolean }));
  return f1(confusionOf(items)).value ?? 0;
}
const flagsBelow = (rows: readonly CheckedResponse[], threshold: number): boolean[] =>
  rows.map(({ score }) => -score < threshold);

const STEPS = Array.from({ length: 46 }, (_, step) => (5 + 2 * step) / 100);

/** The threshold on support with the best mean F1 on some sets; of equal ones the lowest. */
function bestOnSets(sets: readonly (readonly CheckedResponse[])[]): number {
  const totalOf = (threshold: number) =>
    sets.reduce((sum, rows) => sum + f1Of(rows, flagsBelow(rows, threshold)), 0);
  return STEPS.reduce((best, threshold) => (totalOf(threshold) > totalOf(best) ? threshold : best));
}

const OUT_OF_FOLD = { rule: 'cross-validated', folds: 5, objective: 'f1' } as const;
const SEED = 1;

const sets: { name: string; rows: CheckedResponse[] }[] = [];
for (const [name, file] of Object.entries(SETS)) sets.push({ name, rows: await checked(file) });
await detector.close();

const HEADER = ['data', 'responses', 'wrong', 'all called wrong', 'the preset', 'out of fold'];

export const text = `# The label of a check without a model

Made by \`npm run measure -- check FOLDER --out docs/check.md\`. The preset \`check\` calls a response hallucinated where the support
of its least supported sentence is below .65. That suits summaries, which keep the words of their references. An answer of
RAGTruth restates its reference, and rewording is no sign of an error there.

F1 of hallucinated responses. Out of fold: the threshold is from the other four of five folds of the same set. Without the set:
it is the one with the best mean F1 on the other three sets.

${compactTable([
  [...HEADER, 'without the set', 'chosen then'],
  ...sets.map(({ name, rows }) => {
    const others = sets.filter((set) => set.name !== name).map((set) => set.rows);
    const chosen = bestOnSets(others);
    const all = rows.map(() => true);
    const own = rows.map(({ isFlagged }) => isFlagged);
    const { predicted } = decide(rows, OUT_OF_FOLD, { own: null, seed: SEED });
    const f1s = [all, own, predicted, flagsBelow(rows, chosen)].map((flags) => f1Of(rows, flags));
    const wrong = rows.filter(({ positive }) => positive).length / rows.length;
    return [name, rows.length, ...[wrong, ...f1s, chosen].map(threeDecimals)];
  }),
])}

The responses of RefChecker have no reference texts here. If you have labelled answers, \`calibrate\` gives a threshold for them.
`;
