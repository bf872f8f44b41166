/**
 * Passages a second of the preset local by threads, and of peers on the same passages, each in a process of its own with
 * its start; and of the preset default with a model that answers at once, which is what calls cost apart from waiting. The
 * rows of a round run one after the other, so that what else the machine does hits them alike; the median of the rounds
 * counts. `npm run build` makes what is measured.
 *
 * The passages are WikiBio's where the shared data is there, else made ones. `BENCH_BEFORE` names a built checkout of other
 * code, and `BENCH_NLI` the folder of an NLI model, to measure those as well. What NLI costs rests on the shape of the model
 * alone: one of random weights does, written to ONNX by Python's `transformers` and `torch`, with a tokenizer of any English.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { quantile } from '../../src/statistics/summary.ts';
import { jsonLines } from '../support/json-lines.ts';
import { startOpenAiServer } from '../support/openai-server.ts';
import { quint } from '../support/quint.ts';
import { simulate } from '../support/simulated-model.ts';
import type { BenchTable } from './bench-table.ts';
import { childResult } from './child-result.ts';
import { megabytes } from './memory.ts';
import type { Taken } from './taken.ts';
import { hasPublishedText, publishedPassages } from './published-text.ts';
import { shortPassages } from './short-passages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ROUNDS = 3;
const PASSAGES = 60;
/** Of a whole run. */
const RUN_PASSAGES = 119;
/** After so many a process has loaded and compiled what it needs. */
const FIRST = RUN_PASSAGES - PASSAGES;
/** NLI reads each sentence with each sample: minutes a passage by a large model. */
const NLI_PASSAGES = 1;
const ASKING_PASSAGES = 40;
const { BENCH_BEFORE: before, BENCH_NLI: nli } = process.env;

interface Method {
  name: string;
  passages: number;
  /** Those before that are not counted. */
  first?: number;
  run(file: string): Promise<Taken>;
}

const child = (...args: (string | number)[]): Promise<Taken> => childResult('throughput-child.ts', args);

/** @param first passages that go before, as in a long run */
const local = (name: string, threads: number, folder = ROOT, first = 0): Method => ({
  ...{ name: first > 0 ? `${name}, after ${first} passages` : name, passages: PASSAGES, first },
  run: (file) => child('local', file, threads, folder, first),
});

/** As a user waits for it: by the command line, from its input to its records and its table. */
const wholeRun = (name: string, folder = ROOT): Method => ({
  ...{ name, passages: RUN_PASSAGES },
  run: (file) => child('run', file, '', folder),
});

/** Powers of two below the number of processors, and that. */
function threadCounts(): number[] {
  const processors = Math.max(2, availableParallelism());
  const powers = Array.from({ length: Math.ceil(Math.log2(processors)) }, (_, index) => 2 ** index);
  return [...powers.slice(1), processors];
}

const METHODS: Method[] = [
  local('local', 0),
  ...(before ? [local('local, as it was before', 0, path.resolve(before))] : []),
  ...threadCounts().map((count) => local(`local, ${count} threads`, count)),
  local(`local, ${availableParallelism()} threads`, availableParallelism(), ROOT, FIRST),
  ...(before ? [local('local, as it was before', 0, path.resolve(before), FIRST)] : []),
  wholeRun('a whole run'),
  ...(before ? [wholeRun('a whole run, as it was before', path.resolve(before))] : []),
  {
    ...{ name: 'SelfCheckGPT unigram', passages: PASSAGES },
    run: (file) => child('selfcheck-unigram-avg', file, 0, ROOT),
  },
  ...(nli
    ? [
        {
          ...{ name: 'SelfCheckGPT NLI', passages: NLI_PASSAGES },
          run: (file: string) => child('selfcheck-nli', file, 0, ROOT, 0, path.resolve(nli)),
        },
      ]
    : []),
  { name: 'default, a model that answers at once', passages: ASKING_PASSAGES, run: askAtOnce },
];

export async function benchThroughput(): Promise<BenchTable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallugraph-throughput-'));
  const taken = METHODS.map((): Taken[] => []);
  try {
    const all = hasPublishedText() ? await publishedPassages() : [...shortPassages(RUN_PASSAGES)];
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, { passages, first = 0, run }] of METHODS.entries()) {
        const file = path.join(folder, 'in.jsonl');
        await writeFile(file, jsonLines(all.slice(0, first + passages)));
        taken[index]?.push(await run(file));
        await rm(`${file}.run`, { recursive: true, force: true });
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const rates = METHODS.map(({ passages }, index) => passages / middle(taken[index], 'seconds'));
  return {
    name: `Passages a second, with the start of the process's parts (${ROUNDS} rounds, ${availableParallelism()} processors)`,
    columns: ['', 'passages', 'a second', '÷ local', 'CPU ms each', 'MiB'],
    rows: METHODS.map(({ name, passages }, index) => [
      ...[name, passages, (rates[index] as number).toFixed(2)],
      ((rates[index] as number) / (rates[0] as number)).toFixed(2),
      ((1000 * middle(taken[index], 'cpuSeconds')) / passages).toFixed(0),
      megabytes(middle(taken[index], 'rss')),
    ]),
  };
}

const middle = (all: readonly Taken[] = [], key: keyof Taken): number =>
  quantile(
    all.map((one) => one[key]).sort((a, b) => a - b),
    0.5,
  );

/** Passages of 7 triples and 10 samples, which are asked for. */
async function askAtOnce(): Promise<Taken> {
  const server = await startOpenAiServer({ handler: simulate(quint.model) });
  try {
    return await childResult('pipeline-child.ts', [server.url, ASKING_PASSAGES, '{}']);
  } finally {
    await server.close();
  }
}
