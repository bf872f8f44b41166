import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { renewedThreads } from '../../../src/detector/threads/renewed-threads.ts';

type Task = Parameters<ReturnType<typeof renewedThreads>['balancer']>[0];

/** A thread that only counts. */
function thread(id: number) {
  const ended: number[] = [];
  const worker = Object.assign(new EventEmitter(), {
    ...{ threadId: id, terminate: async () => ended.push(id) },
  }) as unknown as Worker;
  return { id, currentUsage: 0, ended, worker };
}

const task = (isAbortable: boolean) => ({ isAbortable }) as Task;

it('gives a passage to the least busy thread, one that may be ended to an idle one alone', () => {
  const [one, other] = [thread(1), thread(2)];
  const { balancer } = renewedThreads(100, 3);
  const take = (isAbortable = false) => balancer(task(isAbortable), [one, other] as never);
  [one.currentUsage, other.currentUsage] = [2, 1];
  expect(take()).toBe(other);
  expect(take(true)).toBeNull();
  [one.currentUsage, other.currentUsage] = [3, Number.POSITIVE_INFINITY];
  expect(take()).toBeNull();
  one.currentUsage = 0;
  expect(take(true)).toBe(one);
});

it('gives a thread no more passages than it may have, and ends it once, when it is idle', () => {
  const [one, other] = [thread(1), thread(2)];
  const { balancer, renew } = renewedThreads(2, 3);
  const take = (...threads: (typeof one)[]) => balancer(task(false), threads as never);
  expect([take(one), take(one), take(one)]).toEqual([one, one, null]);
  expect(take(one, other)).toBe(other);
  one.currentUsage = 1;
  renew([one.worker, other.worker]);
  expect(one.ended).toEqual([]);
  one.currentUsage = 0;
  renew([one.worker, other.worker]);
  renew([one.worker, other.worker]);
  expect([one.ended, other.ended]).toEqual([[1], []]);
});
