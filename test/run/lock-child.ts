/** Takes the lock of a folder and is killed at once: `lock-child.ts FOLDER`. */
import { takeLock } from '../../src/files/lock.ts';

await takeLock(`${process.argv[2]}/run.lock`, 'it');
process.kill(process.pid, 'SIGKILL');
