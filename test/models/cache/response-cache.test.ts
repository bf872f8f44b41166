import { spawnSync } from 'node:child_process';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import Database from 'libsql';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openResponseCache, type ResponseCacheOptions } from '../../../src/models/cache/response-cache.ts';
import { cacheFilePath } from '../../../src/models/cache/response-cache-database.ts';
import { cacheFolder } from '../../../src/models/cache/response-cache-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function open(folder: string, options: Partial<ResponseCacheOptions> = {}) {
  const problems: string[] = [];
  const cache = await openResponseCache({ folder, onProblem: (words) => problems.push(words), ...options });
  onTestFinished(() => cache.close());
  return { cache, problems };
}

const entries = (...texts: string[]) => new Map(texts.map((text, index) => [index, text]));

it('finds the draws that were asked for among those stored', async () => {
  const { cache } = await open(await temporaryFolder());
  cache.store('k', entries('a', 'b', 'c'));
  cache.store('other', entries('z'));
  expect(cache.find('k', { first: 1, n: 5 })).toEqual(
    new Map([
      [1, 'b'],
      [2, 'c'],
    ]),
  );
  expect(cache.find('missing', { first: 0, n: 5 })).toEqual(new Map());
});

it('gives every text back as it was', async () => {
  const { cache } = await open(await temporaryFolder());
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 50 }), { minLength: 1, maxLength: 5 }),
      (texts) => {
        cache.store('k', entries(...texts));
        expect(cache.find('k', { first: 0, n: texts.length })).toEqual(entries(...texts));
      },
    ),
    { numRuns: 30 },
  );
  cache.store('odd', entries('nul \u0000 in it', 'half a pair \ud800', '\u2028'));
  expect([...cache.find('odd', { first: 0, n: 3 }).values()]).toEqual([
    'nul \u0000 in it',
    'half a pair \ud800',
    '\u2028',
  ]);
});

it('takes an entry for missing once it is too old', async () => {
  const folder = await temporaryFolder();
  const now = vi.spyOn(Date, 'now').mockReturnValue(0);
  onTestFinished(() => void now.mockRestore());
  const { cache } = await open(folder, { ttlDays: 1 });
  cache.store('k', entries('a'));
  now.mockReturnValue(86_400_000);
  expect(cache.find('k', { first: 0, n: 1 }).size).toBe(1);
  now.mockReturnValue(86_400_001);
  expect(cache.find('k', { first: 0, n: 1 }).size).toBe(0);
  cache.store('k', entries('b'));
  expect(cache.find('k', { first: 0, n: 1 })).toEqual(entries('b'));
});

it.each([
  ['its text was changed', 'UPDATE answer SET text = \'"changed"\' WHERE draw = 0'],
  ['its text is no longer JSON', "UPDATE answer SET text = 'x' WHERE draw = 0"],
  ['it stands under another key', "UPDATE answer SET key = 'k', draw = 0 WHERE key = 'other'"],
])('takes an entry for missing when %s, and rewrites it', async (_, sql) => {
  const folder = await temporaryFolder();
  const { cache, problems } = await open(folder);
  cache.store('other', entries('z'));
  cache.store('k', new Map(sql.includes('other') ? [[1, 'b']] : entries('a', 'b')));
  const database = new Database(cacheFilePath(folder));
  database.exec(sql);
  database.close();
  expect(cache.find('k', { first: 0, n: 2 })).toEqual(new Map([[1, 'b']]));
  cache.store('k', entries('a'));
  expect(cache.find('k', { first: 0, n: 2 })).toEqual(entries('a', 'b'));
  expect(problems).toEqual([]);
});

it.each<[string, (file: string) => Promise<void>]>([
  ['is something else', (file) => writeFile(file, 'not a database'.repeat(500))],
  ['is overwritten in the middle', async (file) => overwrite(file, 4096)],
  ['is cut off', (file) => truncate(file, 5000)],
])('begins anew when its file %s', async (_, damage) => {
  const folder = await temporaryFolder();
  const before = await open(folder);
  for (let key = 0; key < 200; key++) before.cache.store(`k${key}`, entries('text '.repeat(100)));
  before.cache.close();
  writeBack(folder);
  await damage(cacheFilePath(folder));

  const { cache, problems } = await open(folder);
  for (let key = 0; key < 200; key++) cache.find(`k${key}`, { first: 0, n: 1 });
  expect(problems).toEqual([expect.stringContaining('was damaged and begins anew')]);
  cache.store('k', entries('a'));
  expect(cache.find('k', { first: 0, n: 1 })).toEqual(entries('a'));
  expect(await readdir(folder)).toEqual(['v1']);
});

/** Everything from the log into the file, or the log would mend it. */
function writeBack(folder: string): void {
  const database = new Database(cacheFilePath(folder));
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

async function overwrite(file: string, from: number): Promise<void> {
  const content = await readFile(file);
  await writeFile(file, content.fill(0xa5, from));
}

it('gives a claim to one at a time, and to the next when it is released or its process is gone', async () => {
  const folder = await temporaryFolder();
  const [one, two] = [await open(folder, { leaseMilliseconds: 200 }), await open(folder)];
  expect(one.cache.claim('k')).toBe(true);
  expect(two.cache.claim('k')).toBe(false);
  expect(two.cache.claim('another')).toBe(true);
  await sleep(500);
  expect(two.cache.claim('k')).toBe(false);
  one.cache.release('k');
  expect(two.cache.claim('k')).toBe(true);
  two.cache.release('k');

  expect(one.cache.claim('k')).toBe(true);
  one.cache.close();
  await sleep(500);
  expect(two.cache.claim('k')).toBe(true);
});

it('ends the claims of processes that are gone when it is opened', async () => {
  const folder = await temporaryFolder();
  await open(folder);
  const database = new Database(cacheFilePath(folder));
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const owners = {
    gone: `${hostname()} ${gone} a`,
    here: `${hostname()} ${process.pid} b`,
    far: `far ${gone} c`,
  };
  for (const [key, owner] of Object.entries(owners)) {
    database.prepare('INSERT INTO claim VALUES (?, ?, ?)').run(key, owner, Date.now() + 60_000);
  }
  database.close();
  const { cache } = await open(folder);
  expect(Object.keys(owners).map((key) => cache.claim(key))).toEqual([true, false, false]);
});

it('holds nothing and refuses nothing once it is closed', async () => {
  const { cache } = await open(await temporaryFolder());
  cache.close();
  cache.store('k', entries('a'));
  expect(cache.find('k', { first: 0, n: 1 })).toEqual(new Map());
  expect(cache.claim('k')).toBe(true);
  cache.close();
});

it.each([
  ['dir', { HALLUGRAPH_CACHE: '/env', XDG_CACHE_HOME: '/xdg' }, '/here/dir'],
  ['/dir', {}, '/dir'],
  [undefined, { HALLUGRAPH_CACHE: 'env', XDG_CACHE_HOME: '/xdg' }, '/here/env/answers'],
  [undefined, { HALLUGRAPH_CACHE: ' ', XDG_CACHE_HOME: '/xdg' }, '/xdg/hallugraph/answers'],
])('lies at dir %s in environment %j in %s', (dir, env, expected) => {
  expect(cacheFolder(dir, env, '/here')).toBe(expected);
});
