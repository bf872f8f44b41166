/**
 * `npm run faults`: what becomes of 8 calls, 4 at once, when a service fails in each of many ways, and of commands where
 * files are damaged, a service makes up what it counts, or a client sends what it should not. With `--out FILE` it writes the tables as Markdown, too, without
 * times, which differ from run to run.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import pMap from 'p-map';
import { FAULTS, type FaultOutcome, sufferFault } from '../support/faults.ts';
import { type BenchTable, printTable } from './bench-table.ts';
import { sufferAttacks } from './attacks.ts';
import { sufferDamage } from './damage.ts';
import type { DamageOutcome } from './workplace.ts';

/** The default settings, but for a timeout that one can wait for. */
const SETTINGS = { timeoutSeconds: 10 };
const DAMAGE_COLUMNS = ['damage', 'tries', 'well', 'told', 'failed'] as const;
/** Few, lest waiting for the processor passes for a service that hangs. */
const AT_ONCE = 4;

const { out } = parseArgs({ options: { out: { type: 'string' } } }).values;
// Loaded before anything is timed.
await import('openai');
const outcomes = await pMap(FAULTS, (fault) => sufferFault(fault, SETTINGS), { concurrency: AT_ONCE });
printTable(withTimes(outcomes));
const damages = [...(await sufferDamage()), ...(await sufferAttacks())];
printTable({ name: 'Damage', columns: [...DAMAGE_COLUMNS], rows: damages.map((one) => Object.values(one)) });
if (out !== undefined) await writeFile(out, document(outcomes, damages));

function withTimes(all: readonly FaultOutcome[]): BenchTable {
  const columns = ['fault', 'requests hit', 'answered', 'lost', 'repeated', 'a lost call says'];
  return {
    name: 'Faults: 8 calls, 4 at once; timeout 10 s, other settings by default',
    columns: columns.toSpliced(-1, 0, 'requests', 'seconds'),
    rows: all.map((outcome) => cells(outcome).toSpliced(-1, 0, outcome.requests, outcome.seconds.toFixed(1))),
  };
}

function cells({ fault, answered, lost, repeated, error }: FaultOutcome): (string | number)[] {
  const hit = Number.isFinite(fault.times) ? fault.times : 'all';
  return [fault.name, hit, answered, lost, repeated, remedy(error)];
}

/** The message without what is the same for all, shortened to a cell. */
function remedy(error: string | null): string {
  if (error === null) return '';
  const text = error.replace(/^test: model "test-model" at \S+ /, '');
  return text.length > 70 ? `${text.slice(0, 69)}…` : text;
}

function rowOf(row: readonly (string | number)[]): string {
  return `| ${row.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
}

function document(all: readonly FaultOutcome[], damages: readonly DamageOutcome[]): string {
  return `# What becomes of calls when a service fails

Written by \`npm run faults -- --out docs/faults.md\`, not by hand.

For each fault, 8 calls, 4 at once, go to a test server that answers its first requests with the fault (a number), or
all of them, and the others normally. The timeout is 10 s, all other settings are the defaults. *Lost* are calls that
failed in the end, with a message that says what to do. *Repeated* are answers that the service gave again for a call that it
had answered before. A lost call ends a run or its passage; written records are kept: \`--resume\` continues, and repeats no
answered request, as \`test/cli/kill.slow.test.ts\` shows by killing a run at many points.

| fault | requests hit | answered | lost | repeated | a lost call says |
|---|--:|--:|--:|--:|---|
${all.map((outcome) => rowOf(cells(outcome))).join('\n')}

## Damaged files, impossible counts, and attacks

Each case is tried several times on a run of three passages, with different damage, drawn by a fixed seed. *Well*: the command
ends with status 0; damaged cached answers are requested again and give the same facts, and missing or changed records of a run
are reported. *Told*: it ends with an error that says what is wrong, or within the budget. *Failed*: an internal error, another
result, or more spent than allowed. Only the bad message or body is refused, while a concurrent call is answered; lost jobs are
reported by \`status\`, and processed once the run is submitted again.

${rowOf(DAMAGE_COLUMNS)}
|---|--:|--:|--:|--:|
${damages.map((outcome) => rowOf(Object.values(outcome))).join('\n')}
`;
}
