import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addUsage, sentTokens, validUsage } from '../../../src/models/budget/usage.ts';
import type { Usage } from '../../../src/passage.ts';

const usage = { requests: 1, inputTokens: 2, outputTokens: 3 };

it('adds counts, and says where one was an estimate', () => {
  expect(addUsage(usage, usage)).toEqual({ requests: 2, inputTokens: 4, outputTokens: 6 });
  expect(addUsage(usage, { ...usage, estimated: true })).toEqual({
    ...{ requests: 2, inputTokens: 4, outputTokens: 6, estimated: true },
  });
});

it('reads what cannot be a count as 0 and an estimate', () => {
  expect(validUsage({ requests: 1, inputTokens: -10, outputTokens: '0x00' })).toEqual({
    ...{ requests: 1, inputTokens: 0, outputTokens: 0, estimated: true },
  });
  expect(validUsage(usage)).toEqual(usage);
});

it('counts whatever a service sends and whatever stands in old records without ever going down', () => {
  const anything = fc.anything();
  fc.assert(
    fc.property(anything, (count) => {
      const tokens = sentTokens(count);
      expect(Number.isSafeInteger(tokens) && tokens >= 0).toBe(true);
    }),
  );
  const records = fc.record({ requests: anything, inputTokens: anything, outputTokens: anything });
  fc.assert(
    fc.property(records, (record) => {
      const { requests, inputTokens, outputTokens } = addUsage(usage, record as unknown as Usage);
      for (const [sum, before] of [
        [requests, 1],
        [inputTokens, 2],
        [outputTokens, 3],
      ] as const)
        expect(sum).toBeGreaterThanOrEqual(before);
    }),
  );
});
