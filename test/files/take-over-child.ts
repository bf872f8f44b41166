/** Says that it is ready, waits for a line, and tries to take a lock: `take-over-child.ts FILE`. */
import { once } from 'node:events';
import { takeLock } from '../../src/files/lock.ts';

process.stdout.write('ready\n');
await once(process.stdin, 'data');
const taken = await takeLock(process.argv[2] as string, 'it').then(
  () => true,
  () => false,
);
process.stdout.write(taken ? 'taken\n' : 'refused\n');
// Whoever has it keeps it until all have tried.
await once(process.stdin, 'data');
process.exit();
