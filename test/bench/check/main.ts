/**
 * `npm run measure -- check FOLDER [--out FILE]`: what the label of the preset check is worth on answers and summaries whose
 * references are in FOLDER (ragtruth/, qags/, summeval/), and what a threshold reaches that is chosen without a set.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openDataset } from '../../../datasets/open-dataset.ts';
import { createDetector } from '../../../src/detector/create-detector.ts';
import { compactTable } from '../bench-table.ts';
import { bestOnSets, type CheckedResponse, f1Of, flagsBelow, outOfFold } from './rules.ts';

const SETS = {
  'RAGTruth QA': 'ragtruth',
  'QAGS-CNN/DM': 'qags/mturk_cnndm.jsonl',
  'QAGS-XSum': 'qags/mturk_xsum.jsonl',
  SummEval: 'summeval/summeval.jsonl',
};

const { positionals, values } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
const [subject, folder] = positionals;
if (subject !== 'check' || folder === undefined) {
  console.error('usage: npm run measure -- check FOLDER [--out FILE]');
  process.exit(2);
}

const detector = createDetector({ preset: 'check' }, { threads: availableParallelism() });
async function checked(file: string): Promise<CheckedResponse[]> {
  const { passages } = await openDataset({ path: path.join(folder as string, file) });
  const labelled = passages.filter(({ label }) => label !== null);
  const rows: CheckedResponse[] = [];
  for await (const { score, label } of detector.evaluateAll(labelled.map(({ passage }) => passage))) {
    const { label: gold } = labelled[rows.length] as (typeof labelled)[number];
    rows.push({
      // a response without a score is none that is flagged
      score: score ?? 1,
      ...{ isWrong: gold === 'non-factual', isFlagged: label === 'hallucinated' },
    });
  }
  return rows;
}

const sets: { name: string; rows: CheckedResponse[] }[] = [];
for (const [name, file] of Object.entries(SETS)) sets.push({ name, rows: await checked(file) });
await detector.close();

const figure = (value: number): string => value.toFixed(3).replace(/^0/, '');
const share = (rows: readonly CheckedResponse[], of: (row: CheckedResponse) => boolean) =>
  figure(rows.filter(of).length / rows.length);

const text = `# The label of a check without a model

Made by \`npm run measure -- check FOLDER --out docs/check.md\`. The preset \`check\` calls a response hallucinated where the support
of its least supported sentence is below .65. That suits summaries, which keep the words of their references. An answer of
RAGTruth restates its reference, and rewording is no sign of an error there.

F1 of hallucinated responses. Out of fold: the threshold is from the other four of five folds of the same set. Without the set:
it is the one with the best mean F1 on the other three sets.

${compactTable([
  [
    'data',
    'responses',
    'wrong',
    'all called wrong',
    'the preset',
    'out of fold',
    'without the set',
    'chosen then',
  ],
  ...sets.map(({ name, rows }) => {
    const others = sets.filter((set) => set.name !== name).map((set) => set.rows);
    const chosen = bestOnSets(others);
    return [
      ...[name, rows.length, share(rows, ({ isWrong }) => isWrong)],
      figure(
        f1Of(
          rows,
          rows.map(() => true),
        ),
      ),
      figure(
        f1Of(
          rows,
          rows.map(({ isFlagged }) => isFlagged),
        ),
      ),
      figure(outOfFold(rows)),
      ...[figure(f1Of(rows, flagsBelow(rows, chosen))), figure(chosen)],
    ];
  }),
])}

The responses of RefChecker have no reference texts here. If you have labelled answers, \`calibrate\` gives a threshold for them.
`;
console.log(text);
if (values.out !== undefined) writeFileSync(values.out, text);
