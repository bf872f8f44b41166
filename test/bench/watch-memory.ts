/**
 * Imported by every thread of a process under `--expose-gc`; the main one says on standard error in the end what memory all
 * took, in bytes.
 */
import { writeSync } from 'node:fs';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';
import type { Memory } from './memory.ts';

/** How often each heap is looked at, after a full collection. */
const LOOK_MILLISECONDS = 500;

const peaks = { used: 0, thread: 0 };
const channel = new BroadcastChannel('memory');
channel.unref();
setInterval(() => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const used = heapUsed + arrayBuffers;
  if (isMainThread) peaks.used = Math.max(peaks.used, used);
  else channel.postMessage(used);
}, LOOK_MILLISECONDS).unref();
if (isMainThread) {
  channel.onmessage = (event) => {
    peaks.thread = Math.max(peaks.thread, (event as { data: number }).data);
  };
  process.on('exit', () => {
    const rss = process.resourceUsage().maxRSS * 1024;
    writeSync(2, `${JSON.stringify({ rss, ...peaks } satisfies Memory)}\n`);
  });
}
