/**
 * How well a run uses the requests it may have in flight: passages of 7 triples and 10 samples to ask for, against the
 * test server, which takes 200 ms for each answer.
 *
 *   ideal time = max(chain · latency, requests · latency ÷ slots)
 *   efficiency = ideal time ÷ measured time
 *
 * with `chain` the requests of one passage that have to wait for one another, counted while it runs alone, and `slots`
 * the requests that may be in flight. The overhead is the processor time of the run's own process for each request.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startOpenAiServer } from '../support/openai-server.ts';
import { quint } from '../support/quint.ts';
import { simulate } from '../support/simulated-model.ts';
import type { BenchTable } from './bench-table.ts';
import { childResult } from './child-result.ts';
import type { Taken } from './taken.ts';

const LATENCY_MILLISECONDS = 200;
const SLOTS = 16;
const PASSAGES = 100;
const REPETITIONS = 2;

const SETTINGS: Record<string, object> = {
  'by default': {},
  '4 passages at once': { concurrency: 4 },
  '32 passages at once': { concurrency: 32 },
};

export async function benchPipeline(): Promise<BenchTable> {
  const { chain } = await measure({}, 1);
  const rows: BenchTable['rows'] = [];
  for (const [name, settings] of Object.entries(SETTINGS)) {
    for (let repetition = 1; repetition <= REPETITIONS; repetition++) {
      const { requests, seconds, cpuSeconds, mostInFlight } = await measure(settings, PASSAGES);
      const rounds = Math.max(chain, requests / SLOTS);
      const ideal = (rounds * LATENCY_MILLISECONDS) / 1000;
      rows.push([
        `${name} (${repetition})`,
        requests,
        mostInFlight,
        ideal.toFixed(1),
        seconds.toFixed(1),
        (ideal / seconds).toFixed(3),
        ((1000 * cpuSeconds) / requests).toFixed(2),
      ]);
    }
  }
  return {
    name: `Pipeline: ${PASSAGES} passages, ${LATENCY_MILLISECONDS} ms an answer, ${SLOTS} requests at once, ${chain} in a chain`,
    columns: ['passages', 'requests', 'most at once', 'ideal s', 's', 'efficiency', 'CPU ms a request'],
    rows,
  };
}

interface Measured extends Taken {
  requests: number;
  mostInFlight: number;
  /** Times at which a request came after the first one of those before it was answered. */
  chain: number;
}

async function measure(settings: object, passages: number): Promise<Measured> {
  const answer = simulate(quint.model);
  let inFlight = 0;
  let mostInFlight = 0;
  const arrivals: number[] = [];
  const server = await startOpenAiServer({
    async handler(request) {
      arrivals.push(performance.now());
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      await sleep(LATENCY_MILLISECONDS);
      inFlight -= 1;
      return answer(request);
    },
  });
  try {
    const all = { models: { generator: { maxConcurrency: SLOTS } }, ...settings };
    const args = [server.url, passages, JSON.stringify(all)];
    const own = await childResult<Omit<Measured, 'mostInFlight' | 'chain'>>('pipeline-child.ts', args);
    return { ...own, mostInFlight, chain: chainOf(arrivals.slice(-own.requests)) };
  } finally {
    await server.close();
  }
}

function chainOf(arrivals: readonly number[]): number {
  let rounds = 0;
  let roundEnds = Number.NEGATIVE_INFINITY;
  for (const time of arrivals) {
    if (time < roundEnds) continue;
    rounds += 1;
    roundEnds = time + LATENCY_MILLISECONDS;
  }
  return rounds;
}
