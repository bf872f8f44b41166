import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { openResponseCache } from '../../src/models/cache/response-cache.ts';
import { cacheFilePath } from '../../src/models/cache/response-cache-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './test-host.ts';

/** The host of the tests says that it is this day. */
const NOW = Date.parse('2026-01-31T12:00:00Z');
const DAY = 86_400_000;

/** Answers that are 0, 1 ... days old. */
async function fill(folder: string, count: number): Promise<void> {
  const cache = await openResponseCache({ folder });
  const clock = vi.spyOn(Date, 'now');
  for (let age = 0; age < count; age++) {
    clock.mockReturnValue(NOW - age * DAY);
    cache.store(`key ${age}`, new Map([[0, 'an answer']]));
  }
  clock.mockRestore();
  cache.close();
}

it('info tells how many answers there are, where, and how old', async () => {
  const cwd = await temporaryFolder();
  await fill(path.join(cwd, 'answers'), 3);
  const { status, stdout } = await run(['cache', 'info', '--dir', 'answers'], { cwd });
  expect(status).toBe(0);
  expect(stdout).toContain(`folder   ${path.join(cwd, 'answers')}\nanswers  3\n`);
  expect(stdout).toContain('oldest   2026-01-29T12:00:00.000Z\nnewest   2026-01-31T12:00:00.000Z\n');
  const { stdout: json } = await run(['cache', 'info', '--dir', 'answers', '-f', 'json'], { cwd });
  expect(JSON.parse(json)).toEqual({
    folder: path.join(cwd, 'answers'),
    diskBytes: expect.any(Number),
    entries: 3,
    textBytes: 3 * '"an answer"'.length,
    oldest: NOW - 2 * DAY,
    newest: NOW,
  });
});

it('info of a cache that is not there makes none', async () => {
  const cwd = await temporaryFolder();
  const { status, stdout } = await run(['cache', 'info', '--dir', 'none'], { cwd });
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('answers  0\n') });
  expect(existsSync(path.join(cwd, 'none'))).toBe(false);
});

it('clear deletes all answers and says so', async () => {
  const cwd = await temporaryFolder();
  const folder = path.join(cwd, 'answers');
  await fill(folder, 3);
  const env = { HALLUGRAPH_CACHE: cwd };
  expect(await run(['cache', 'clear'], { cwd, env })).toMatchObject({
    status: 0,
    stdout: `Deleted 3 answers in ${folder}\n`,
  });
  expect((await run(['cache', 'info'], { cwd, env })).stdout).toContain('answers  0\n');
});

it('clear mends a cache that is damaged', async () => {
  const cwd = await temporaryFolder();
  await mkdir(path.join(cwd, 'answers', 'v1'), { recursive: true });
  await writeFile(cacheFilePath(path.join(cwd, 'answers')), 'not a database'.repeat(500));
  expect(await run(['cache', 'clear', '--dir', 'answers'], { cwd })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Deleted 0 answers'),
  });
});

it.each([
  ['60h', 2, 3],
  ['2d', 2, 3],
  ['1w', 0, 5],
  ['0m', 4, 1],
])('prune --older-than %s deletes %i and leaves %i', async (age, deleted, left) => {
  const cwd = await temporaryFolder();
  const folder = path.join(cwd, 'answers');
  await fill(folder, 5);
  const { stdout } = await run(['cache', 'prune', '--dir', 'answers', '--older-than', age], { cwd });
  expect(stdout).toBe(`Deleted ${deleted} answer${deleted === 1 ? '' : 's'} in ${folder}; ${left} left\n`);
});

it('prune goes by the settings, and asks how old where they do not say', async () => {
  const cwd = await temporaryFolder();
  await fill(path.join(cwd, 'kept'), 5);
  await writeFile(path.join(cwd, 'hallugraph.config.yaml'), 'cache:\n  dir: kept\n  ttlDays: 3\n');
  expect((await run(['cache', 'prune'], { cwd })).stdout).toMatch(/^Deleted 1 answer in .*kept; 4 left\n$/);
  const elsewhere = await temporaryFolder();
  expect(await run(['cache', 'prune'], { cwd: elsewhere })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--older-than'),
  });
  expect((await run(['cache', 'prune', '--older-than', 'soon'], { cwd })).status).toBe(2);
});

it('says what is wrong with a folder that cannot be used', async () => {
  const cwd = await temporaryFolder();
  await mkdir(cacheFilePath(path.join(cwd, 'odd')), { recursive: true });
  expect(await run(['cache', 'info', '--dir', 'odd'], { cwd })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('cannot be used'),
  });
});
