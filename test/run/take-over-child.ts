/** Says that it is ready, waits for a line, and tries to take the lock of a folder: `take-over-child.ts FOLDER`. */
import { once } from 'node:events';
import { acquireLock } from '../../src/run/lock.ts';

process.stdout.write('ready\n');
await once(process.stdin, 'data');
const taken = await acquireLock(process.argv[2] as string).then(
  () => true,
  () => false,
);
process.stdout.write(taken ? 'taken\n' : 'refused\n');
// Whoever has it keeps it until all have tried.
await once(process.stdin, 'data');
process.exit();
