/** Takes the lock of a folder and is killed at once: `lock-child.ts FOLDER`. */
import { acquireLock } from '../../src/run/lock.ts';

await acquireLock(process.argv[2] as string);
process.kill(process.pid, 'SIGKILL');
