/** `npm run faults`: what becomes of 8 calls, 4 at once, when a service fails in each of many ways. */
import { FAULTS, sufferFault } from '../support/faults.ts';
import { printTable } from './bench-table.ts';

/** The default settings, but for a timeout that one can wait for. */
const SETTINGS = { timeoutSeconds: 2 };

// Loaded before anything is timed.
await import('openai');
const outcomes = await Promise.all(FAULTS.map((fault) => sufferFault(fault, SETTINGS)));
printTable({
  name: 'Faults: 8 calls, 4 at once; timeout 2 s, other settings by default',
  columns: [
    'fault',
    'requests hit',
    'answered',
    'lost',
    'repeated',
    'requests',
    'seconds',
    'a lost call says',
  ],
  rows: outcomes.map(({ fault, answered, lost, repeated, requests, seconds, error }) => [
    fault.name,
    Number.isFinite(fault.times) ? fault.times : 'all',
    answered,
    lost,
    repeated,
    requests,
    seconds.toFixed(1),
    remedy(error),
  ]),
});

/** The message without what is the same for all, shortened to a cell. */
function remedy(error: string | null): string {
  if (error === null) return '';
  const text = error.replace(/^test: model "test-model" at \S+ /, '');
  return text.length > 70 ? `${text.slice(0, 69)}…` : text;
}
