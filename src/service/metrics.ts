/** Metrics of the service, for Prometheus. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Label } from '../passage.ts';
import type { Method, Spent } from './methods.ts';

export type Metrics = ReturnType<typeof createMetrics>;

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** @param inWork how many passages are in work */
export function createMetrics(inWork: () => number) {
  // The default registry is shared by the whole process.
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <Name extends string>(name: string, help: string, labelNames: readonly Name[]) =>
    new Counter({ name: `hallugraph_${name}_total`, help, labelNames, registers });
  const requests = counter('requests', 'Requests by the status of their answer', ['route', 'status']);
  const passages = counter('passages', 'Passages by their label', ['method', 'label']);
  const modelRequests = counter('model_requests', 'Requests to models for passages that were answered', []);
  const tokens = counter('model_tokens', 'Tokens of these requests', ['direction']);
  const usd = counter('model_usd', 'Price of these requests in US dollars, where it is known', []);
  const seconds = new Histogram({
    name: 'hallugraph_request_duration_seconds',
    help: 'Time to the end of answers with status 200',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  new Gauge({
    name: 'hallugraph_passages_in_work',
    help: 'Passages in work',
    registers,
    collect() {
      this.set(inWork());
    },
  });
  return {
    /** Counts a request. @returns called with the status of its response */
    request(route: string) {
      const end = seconds.startTimer({ route });
      return (status: number) => {
        requests.inc({ route, status });
        if (status === 200) end();
      };
    },
    passage(method: Method, label: Label, spent: readonly Spent[]) {
      passages.inc({ method, label });
      for (const { usage, calls } of spent) {
        modelRequests.inc(usage.requests);
        tokens.inc({ direction: 'input' }, usage.inputTokens);
        tokens.inc({ direction: 'output' }, usage.outputTokens);
        usd.inc(calls?.usd ?? 0);
      }
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
