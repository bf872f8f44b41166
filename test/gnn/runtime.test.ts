import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { queued } from '../../gnn/runtime.ts';

describe('work in turn', () => {
  it('does not begin before earlier work has ended, even when that failed', async () => {
    const events: string[] = [];
    const work = (name: string, fails = false) =>
      queued(async () => {
        events.push(`${name} begins`);
        await setImmediate();
        events.push(`${name} ends`);
        if (fails) {
          throw new Error(name);
        }
        return name;
      });
    const results = await Promise.allSettled([work('first', true), work('second'), work('third')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(events).toEqual(
      ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });
});
