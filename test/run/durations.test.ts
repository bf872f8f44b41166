import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { durationsIn, stopwatch } from '../../src/run/durations.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('keeps what each passage took, over the parts of a run', async () => {
  const folder = await temporaryFolder();
  expect(await durationsIn(folder)).toEqual(new Map());
  for (const ids of [['a "b"\n', 'ü'], ['c']]) {
    const { timed, keep } = stopwatch(async (id: string) => id.length, String);
    expect(await Promise.all(ids.map(timed))).toEqual(ids.map((id) => id.length));
    await keep(folder);
  }
  await appendFile(path.join(folder, 'durations.jsonl'), '{"id":"ü","seconds":7.25}\n{"id":"torn","sec');
  const seconds = await durationsIn(folder);
  expect([...seconds.keys()]).toEqual(['a "b"\n', 'ü', 'c']);
  expect(seconds.get('ü')).toBe(7.25);
  expect(seconds.get('c')).toBeLessThan(60);
});

it('leaves out what failed, and ignores a folder that is gone', async () => {
  const { timed, keep } = stopwatch(() => Promise.reject(new Error('no')), String);
  await expect(timed('a')).rejects.toThrow('no');
  await expect(keep('/nowhere/at/all')).resolves.toBeUndefined();
  expect(await durationsIn(undefined)).toEqual(new Map());
});
