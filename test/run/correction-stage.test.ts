import { expect, it } from 'vitest';
import { createCorrector } from '../../src/detector/corrector.ts';
import { recorded } from '../../src/records/record-line.ts';
import { CORRECTIONS, readCorrections, recordOfCorrection } from '../../src/run/correction-stage.ts';
import { openJournal } from '../../src/run/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { brooke } from '../support/brooke.ts';

const { samples } = brooke;
const WRONG = { ...brooke.passage, samples };
const RIGHT = { id: 'right', prompt: 'Who?', response: 'Rupert Brooke died in 1915.', samples };

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** Corrections of a passage that is changed and of one that is not. */
async function corrections() {
  const corrector = createCorrector({ preset: 'local' }, { env: {} });
  try {
    return [await corrector.correctPassage(WRONG), await corrector.correctPassage(RIGHT)];
  } finally {
    await corrector.close();
  }
}

it('come back as they were written, without the verdicts that stand elsewhere', async () => {
  const made = await corrections();
  expect(made.map(({ original, corrected }) => original === corrected)).toEqual([false, true]);
  const folder = await temporaryFolder();
  const journal = await openJournal(folder, CORRECTIONS);
  for (const correction of made) await journal.append(recorded(recordOfCorrection(correction)));
  await journal.close();
  const before = made.map((correction) => correction.before);
  expect(await readCorrections(folder, each(before))).toEqual(JSON.parse(JSON.stringify(made)));
  const [changed, unchanged] = made.map(recordOfCorrection);
  expect(unchanged?.after).toBeNull();
  expect(changed?.after).toEqual(made[0]?.after);
  expect(Object.keys(changed ?? {})).not.toContain('before');
});

it('cost what correcting took, and detection again where it ran', () => {
  const usage = (requests: number) => ({ requests, inputTokens: 0, outputTokens: 0 });
  const verdict = (requests: number) => ({ usage: usage(requests) });
  const record = { usage: usage(3), after: verdict(5), direct: { after: verdict(7) } };
  const costs = (changes: object) => CORRECTIONS.costsOf({ ...record, ...changes } as never);
  expect(costs({}).map((one) => one.usage?.requests)).toEqual([3, 5, 7]);
  expect(costs({ after: null, direct: undefined }).map((one) => one.usage?.requests)).toEqual([3]);
});

it.each([
  ['{}'],
  [
    '{"id":"a","original":"x","corrected":"y","changes":[],"introduced":[],"usage":{"requests":1},"after":{}}',
  ],
])('are refused by their line: %s', async (line) => {
  const folder = await temporaryFolder({ [CORRECTIONS.file]: `${line}\n` });
  const before = (await corrections()).map((correction) => correction.before);
  await expect(readCorrections(folder, each(before))).rejects.toThrow(
    'corrections.jsonl:1: not the correction of a passage',
  );
});
