/** `bench` for papers: tables and plots as files, and methods of one's own. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDetector } from '../../src/detector/create-detector.ts';
import { brooke } from '../support/brooke.ts';
import { temporaryFolder, textIn, writeFiles } from '../support/temporary-folder.ts';
import { refusal, run, succeeded, words } from './test-host.ts';

const RIGHT = 'Rupert Brooke was an English poet. He was born in Rugby in 1887. He died in 1915.';
const PASSAGES = [
  { ...brooke.passage, id: 'wrong', samples: brooke.samples, label: 'non-factual' },
  { ...brooke.passage, id: 'right', response: RIGHT, samples: brooke.samples, label: 'factual' },
];

let cwd: string;
beforeEach(async () => {
  cwd = await temporaryFolder({ 'in.jsonl': PASSAGES });
});

const hallugraph = (...args: string[]) => run(args, { cwd, createDetector });
const bench = (...args: string[]) =>
  hallugraph('bench', 'jsonl', '--data', 'in.jsonl', '--preset', 'local', '-q', ...args);
const read = (file: string) => textIn(cwd, file);

describe('bench --tables --plots', () => {
  it('writes every table as CSV and LaTeX, all figures as numbers, and every chart as SVG', async () => {
    const flags =
      '--methods selfcheck-unigram-max --ablate --tables paper/tables --plots paper/plots --out r';
    const { stderr } = await succeeded(bench(...words(flags)));
    expect(stderr).toBe('');
    const tables = await readdir(path.join(cwd, 'paper/tables'));
    expect(tables).toEqual(expect.arrayContaining(['metrics.csv', 'passages.csv', 'passages.tex']));
    expect(await read('paper/tables/passages.tex')).toMatch(/\\begin\{tabular\}\{lr+\}\n\\toprule/);
    expect(await read('paper/tables/passages.csv')).toMatch(/^group,method,ROC-AUC/);
    const metrics = (await read('paper/tables/metrics.csv')).trim().split('\n');
    expect(metrics[0]).toBe('method,kind,level,metric,value,low,high,items,unscored,base_rate');
    expect(metrics).toContainEqual(
      expect.stringMatching(/^hallugraph,hallugraph,passage,rocAuc,1,[\d.]*,[\d.]*,2,0,0\.5$/),
    );
    const plots = await readdir(path.join(cwd, 'paper/plots'));
    expect(plots.sort()).toEqual([
      'passages-distribution-hallugraph.svg',
      'passages-distribution-selfcheck-unigram-max.svg',
      'passages-forest.svg',
      'passages-precision-recall.svg',
      'passages-roc.svg',
    ]);
    expect(await read('paper/plots/passages-roc.svg')).toContain('selfcheck-unigram-max');
  });

  it('writes the same files again, with the nodes of graphs where they are asked for', async () => {
    await bench('--tables', 't', '--out', 'r');
    const before = await read('t/metrics.csv');
    await succeeded(hallugraph(...words('bench --resume r -q --tables t --plots p --figures')));
    expect(await read('t/metrics.csv')).toBe(before);
    expect(await readdir(path.join(cwd, 'p'))).toContain('node-states-nodes.svg');
  });

  it('ends with status 2 where a folder cannot be made', async () => {
    expect(await refusal(bench('--tables', 'in.jsonl', '--out', 'r'))).toContain('in.jsonl');
  });
});

describe('bench --methods ./mine.ts', () => {
  it('puts a method of its own beside the others, again where the run goes on', async () => {
    await writeFiles(cwd, {
      'mine.ts': `export default ({ passage }: { passage: { response: string } }) => Number(passage.response.includes('1921'));`,
    });
    const { stdout } = await succeeded(
      bench(...words('--methods ./mine.ts,selfcheck-unigram-max --out r -f json')),
    );
    const { mine } = JSON.parse(stdout).methods;
    expect(mine).toMatchObject({ origin: 'baseline', levels: { passage: { n: 2, metrics: { rocAuc: 1 } } } });
    const again = await hallugraph('bench', '--resume', 'r', '-f', 'json');
    expect(Object.keys(JSON.parse(again.stdout).methods)).toContain('mine');
    expect((await bench('--methods', './mine.ts', '--dry-run')).stdout).toContain('| mine ');
  });

  it.each([
    ['export default 3', 'expected a function'],
    [`export const hallugraph = () => 1`, 'another row "hallugraph"'],
    [`export default { id: '../up', score: () => 1 }`, 'cannot be the name of a method'],
    ['export default () => "high"', 'passage "wrong"'],
  ])('refuses %s', async (code, message) => {
    await writeFiles(cwd, { 'mine.ts': code });
    expect(await refusal(bench('--methods', './mine.ts', '--out', 'r'))).toContain(message);
  });
});
