import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { openResponseCache } from '../../src/models/cache/response-cache.ts';
import { answersFolder } from '../../src/models/cache/answer-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { refusal, run, succeeded } from './test-host.ts';

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
  const { stdout } = await succeeded(run('cache info --dir answers', { cwd }));
  expect(stdout).toContain(`folder   ${path.join(cwd, 'answers')}\nanswers  3\n`);
  expect(stdout).toContain('oldest   2026-01-29T12:00:00.000Z\nnewest   2026-01-31T12:00:00.000Z\n');
  const { stdout: json } = await run('cache info --dir answers -f json', { cwd });
  expect(JSON.parse(json)).toEqual({
    folder: path.join(cwd, 'answers'),
    diskBytes: expect.any(Number),
    entries: 3,
    oldest: NOW - 2 * DAY,
    newest: NOW,
  });
});

it('info of a cache that is not there makes none', async () => {
  const cwd = await temporaryFolder();
  const { status, stdout } = await run('cache info --dir none', { cwd });
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('answers  0\n') });
  expect(existsSync(path.join(cwd, 'none'))).toBe(false);
});

it('clear deletes all answers and says so', async () => {
  const cwd = await temporaryFolder();
  const folder = path.join(cwd, 'answers');
  await fill(folder, 3);
  const env = { HALLUGRAPH_CACHE: cwd };
  expect(await run('cache clear', { cwd, env })).toMatchObject({
    status: 0,
    stdout: `Deleted 3 answers in ${folder}\n`,
  });
  expect((await run('cache info', { cwd, env })).stdout).toContain('answers  0\n');
});

it('check deletes what is damaged and nothing else', async () => {
  const cwd = await temporaryFolder();
  const folder = path.join(cwd, 'answers');
  await fill(folder, 3);
  const names = await readdir(folder, { recursive: true });
  const [damaged = '', misplaced = '', whole = ''] = names.filter((name) => name.endsWith('.json'));
  await truncate(path.join(folder, damaged), 90);
  await copyFile(path.join(folder, whole), path.join(folder, misplaced));
  const check = 'cache check --dir answers';
  expect((await run(check, { cwd })).stdout).toBe(`Deleted 2 damaged answers in ${folder}; 1 whole\n`);
  expect(existsSync(path.join(folder, whole))).toBe(true);
  expect((await run(check, { cwd })).stdout).toBe(`Deleted 0 damaged answers in ${folder}; 1 whole\n`);
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
  const cwd = await temporaryFolder({ 'hallugraph.config.yaml': 'cache:\n  dir: kept\n  ttlDays: 3\n' });
  await fill(path.join(cwd, 'kept'), 5);
  expect((await run('cache prune', { cwd })).stdout).toMatch(/^Deleted 1 answer in .*kept; 4 left\n$/);
  const elsewhere = await temporaryFolder();
  expect(await refusal(run('cache prune', { cwd: elsewhere }))).toContain('--older-than');
  await refusal(run('cache prune --older-than soon', { cwd }));
});

it('says what is wrong with a folder that cannot be used', async () => {
  const cwd = await temporaryFolder();
  await mkdir(path.join(cwd, 'odd'));
  await writeFile(answersFolder(path.join(cwd, 'odd')), 'a file in its place');
  expect(await refusal(run('cache info --dir odd', { cwd }))).toContain('cannot be used');
});
