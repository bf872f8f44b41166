import { expect, it } from 'vitest';
import type { Segmentation } from '../../src/passage.ts';
import { originalFirst } from '../../src/triples/extractor.ts';

const RESPONSES = ['original', 'sample-1', 'sample-2'].map((id) => ({ id, text: id }));

async function read(outcome: Segmentation['outcome'], responses = RESPONSES) {
  const calls: string[][] = [];
  const all = await originalFirst(responses, async (some) => {
    calls.push(some.map(({ id }) => id));
    return some.map(({ id }) => ({ responseId: id, outcome, detail: null, triples: [], rejected: [] }));
  });
  return { calls, outcomes: all.map((one) => [one.responseId, one.outcome]) };
}

it.each(['ok', 'no-triples'] as const)('reads the samples after a response that is %s', async (outcome) => {
  const { calls, outcomes } = await read(outcome);
  expect(calls).toEqual([['original'], ['sample-1', 'sample-2']]);
  expect(outcomes).toEqual(RESPONSES.map(({ id }) => [id, outcome]));
});

it.each(['failed', 'refusal', 'empty'] as const)(
  'reads no sample of a response that is %s',
  async (outcome) => {
    const { calls, outcomes } = await read(outcome);
    expect(calls).toEqual([['original']]);
    expect(outcomes).toEqual([
      ['original', outcome],
      ['sample-1', 'failed'],
      ['sample-2', 'failed'],
    ]);
  },
);

it('reads responses without the original as they are', async () => {
  expect((await read('failed', RESPONSES.slice(1))).calls).toEqual([['sample-1', 'sample-2']]);
});
