/** Threads that are replaced after so many passages, so that what they keep cannot grow without end. */
import type { Worker } from 'node:worker_threads';
import type { Piscina } from 'piscina';

type Balancer = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer']>;
type Thread = ReturnType<Balancer>;

export interface RenewedThreads {
  /** The least busy thread that may take another passage; null for none. A passage that may be ended gets one for itself. */
  balancer: Balancer;
  /** Ends those that have had all their passages and are idle; to be called after each. */
  renew(threads: readonly Worker[]): void;
}

/** @param most passages of a thread, all together @param atOnce passages in work in a thread */
export function renewedThreads(most: number, atOnce: number): RenewedThreads {
  const given = new Map<number, { thread: NonNullable<Thread>; count: number }>();
  const ending = new WeakSet<Worker>();
  const countOf = (id: number) => given.get(id)?.count ?? 0;
  return {
    balancer({ isAbortable }, threads) {
      const free = threads.filter(
        ({ id, currentUsage }) => countOf(id) < most && currentUsage < (isAbortable ? 1 : atOnce),
      );
      const [thread = null] = free.sort((one, other) => one.currentUsage - other.currentUsage);
      if (thread !== null) given.set(thread.id, { thread, count: countOf(thread.id) + 1 });
      return thread;
    },
    renew(threads) {
      for (const [id, { thread, count }] of given) {
        const worker = threads.find(({ threadId }) => threadId === id);
        if (worker === undefined) given.delete(id);
        else if (count >= most && thread.currentUsage === 0 && !ending.has(worker)) {
          ending.add(worker);
          void worker.terminate();
        }
      }
    },
  };
}
