/** A worker that does what the prompt of a passage says, and evaluates all other passages. */
import { writeFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { evaluateTask as evaluate, type PassageTask } from '../../../src/detector/threads/passage-worker.ts';

export async function evaluateTask(task: PassageTask) {
  const [order, argument = ''] = String(task.passage.prompt).split(' ');
  switch (order) {
    case 'exit':
      return process.exit(3);
    case 'exit-once':
      try {
        writeFileSync(argument, 'was here', { flag: 'wx' });
      } catch {
        break;
      }
      return process.exit(3);
    case 'throw-later':
      setImmediate(() => {
        throw new Error('nobody catches this');
      });
      return new Promise(() => {});
    case 'hang':
      for (;;);
    case 'fill': {
      const filled: unknown[] = [];
      for (;;) filled.push(Array.from({ length: 1000 }, () => ({ filled })));
    }
    case 'thread':
      task.passage = { ...task.passage, response: `${threadId}` };
      break;
    case 'environment':
      task.passage = { ...task.passage, prompt: 'q', response: JSON.stringify(process.env) };
  }
  return evaluate(task);
}
