/**
 * `npm run measure -- service [memory] [--write]`: what `hallugraph serve` of the preset local bears, on loopback, with clients in
 * a process of their own on the same machine; `memory` measures its memory alone. `--write` puts what was measured between its
 * markers in docs/service.md.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parsedLines } from '../../support/json-lines.ts';
import { compactTable } from '../bench-table.ts';
import { shortPassages } from '../short-passages.ts';
import { writeBetween } from '../write-between.ts';
import { type Load, load } from './load.ts';
import { type Served, serveLocally } from './served.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const DOCUMENT = path.join(ROOT, 'docs/service.md');
const SAMPLES = path.join(ROOT, 'datasets/samples/passages.jsonl');

/** Passages in work at once. */
const PLACES = 4;
const SHORT = 1000;
const LONG = 120;
const CROWD = 10 * PLACES;
const CROWD_REQUESTS = 4000;
const MANY = 50_000;
const INTERVALS = 20;
/** Of these, during which what was read of names is kept up to its limits. */
const WARM_UP = 5;

const samples = parsedLines(readFileSync(SAMPLES, 'utf8'));
const long = Array.from({ length: LONG }, (_, index) => samples[index % samples.length]);

const percentile = ({ milliseconds }: Load, share: number): string =>
  (milliseconds[Math.ceil(share * milliseconds.length) - 1] ?? Number.NaN).toFixed(0);
const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1).replace(/^-0\.0$/, '0.0');

async function served<T>(work: (service: Served) => Promise<T>): Promise<T> {
  const service = await serveLocally(PLACES);
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}

/** Requests a second and latencies, without refusals. */
const speed = () =>
  served(async ({ url }) => {
    await load(url, shortPassages(100), PLACES);
    const row = async (name: string, passages: Iterable<unknown>, count: number) => {
      const measured = await load(url, passages, count);
      const latencies = [0.5, 0.95, 0.99].map((share) => percentile(measured, share));
      return [name, count, (measured.milliseconds.length / measured.seconds).toFixed(0), ...latencies];
    };
    return compactTable([
      ['passages', 'clients', 'requests a second', 'median ms', '95 %', '99 %'],
      await row('short', shortPassages(SHORT), 1),
      await row('short', shortPassages(SHORT), PLACES),
      await row('samples', long, 1),
      await row('samples', long, PLACES),
    ]);
  });

/** Ten times as many clients as there are places. */
const crowd = () =>
  served(async ({ url }) => {
    const { outcomes } = await load(url, shortPassages(CROWD_REQUESTS), CROWD);
    const { 200: answered = 0, 429: refused = 0, lost = 0, ...others } = outcomes;
    const rest = Object.values(others).reduce((sum, count) => sum + count, 0);
    return `${CROWD} clients at once, of whom ${PLACES} are taken, sent ${CROWD_REQUESTS} requests: ${answered} were answered (200), ${refused} refused (429), ${rest} ended in another status, ${lost} were lost.`;
  });

/** Of least squares: what y grows by from one to the next. */
function slope(values: readonly number[]): number {
  const [middle, mean] = [(values.length - 1) / 2, values.reduce((a, b) => a + b, 0) / values.length];
  const products = values.map((value, index) => (index - middle) * (value - mean));
  const squares = values.map((_, index) => (index - middle) ** 2);
  const sum = (own: readonly number[]) => own.reduce((a, b) => a + b, 0);
  return sum(products) / sum(squares);
}

/** Many requests, a tenth of which their clients give up. */
const memory = () =>
  served(async (service) => {
    const passages = shortPassages(MANY);
    const looks: NodeJS.MemoryUsage[] = [];
    const outcomes: Record<string, number> = {};
    const count = MANY / INTERVALS;
    for (let interval = 0; interval < INTERVALS; interval++) {
      const own = (function* () {
        for (let index = 0; index < count; index++) yield passages.next().value;
      })();
      const { outcomes: ended } = await load(service.url, own, PLACES, 10);
      for (const [name, number] of Object.entries(ended)) outcomes[name] = (outcomes[name] ?? 0) + number;
      looks.push(await service.memory());
      console.error(`${(interval + 1) * count} requests: ${mebibytes(looks.at(-1)?.rss ?? 0)} MiB`);
    }
    const settled = looks.slice(WARM_UP);
    const growth = (values: number[]): string => `${mebibytes((slope(values) * 1000) / count)} a 1000`;
    return [
      compactTable([
        ['requests so far', 'process (RSS), MiB', 'heap of the main thread after a collection, MiB'],
        ...looks.map(({ rss, heapUsed }, index) => [
          (index + 1) * count,
          ...[rss, heapUsed].map((bytes) => mebibytes(bytes)),
        ]),
        [
          `growth after the first ${WARM_UP * count}`,
          ...[growth(settled.map(({ rss }) => rss)), growth(settled.map(({ heapUsed }) => heapUsed))],
        ],
      ]),
      `What became of them: ${Object.entries(outcomes)
        .map(([name, number]) => `${name} ${number}`)
        .join(', ')}.`,
    ].join('\n\n');
  });

const isWritten = process.argv.includes('--write');
const show = (name: string, paragraphs: readonly string[]) => {
  const text = paragraphs.join('\n\n');
  console.log(text);
  if (isWritten) writeBetween(DOCUMENT, name, text);
};
if (!process.argv.includes('memory')) {
  const machine = `Measured with ${availableParallelism()} processors, which the clients share; "short" are passages of two facts with three samples, "samples" those of datasets/samples.`;
  show('figures', [machine, await speed(), await crowd()]);
}
show('memory', [
  `${MANY} short passages, all different, ${PLACES} at once, one in ten given up by its client:`,
  await memory(),
]);
