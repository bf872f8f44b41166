import { expect, it } from 'vitest';
import { bytesWithin } from '../../src/common/bytes-within.ts';

function streamOf(...chunks: string[]) {
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(Buffer.from(chunk));
    },
    cancel() {
      cancelled = true;
    },
  });
  return { stream, isCancelled: () => cancelled };
}

it('gives all bytes up to the limit', async () => {
  expect(String(await bytesWithin(streamOf('ab', 'c').stream, 3))).toBe('abc');
  expect(await bytesWithin(null, 3)).toHaveLength(0);
});

it('cancels a longer stream', async () => {
  const { stream, isCancelled } = streamOf('ab', 'cd', 'ef');
  expect(await bytesWithin(stream, 3)).toBe(null);
  expect(isCancelled()).toBe(true);
});
