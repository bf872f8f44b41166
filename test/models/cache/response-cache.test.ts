import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answerBytes, claimsFolder } from '../../../src/models/cache/answer-folder.ts';
import { sha256 } from '../../../src/models/cache/cache-key.ts';
import { openResponseCache, type ResponseCacheOptions } from '../../../src/models/cache/response-cache.ts';
import { cacheFolder } from '../../../src/models/cache/response-cache.ts';
import { randomFor } from '../../../src/common/random.ts';
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

/** The one file of an answer, of the first of `texts`. */
async function onlyFile(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  return path.join(folder, names.find((name) => name.endsWith('.json')) as string);
}

it.each<[string, (file: string) => Promise<void>]>([
  [
    'its text was changed',
    async (file) => writeFile(file, (await readFile(file, 'utf8')).replace('"a"', '"b"')),
  ],
  ['it is empty', (file) => truncate(file, 0)],
  ['it is cut off', (file) => truncate(file, 100)],
  ['it goes on', (file) => appendFile(file, 'x')],
  ['it is something else', (file) => writeFile(file, Buffer.alloc(4096, 0xa5))],
  ['it has a checksum of its own', (file) => writeFile(file, bytesOf('{"key":5}'))],
  ['it is another answer', (file) => writeFile(file, answerBytes({ key: 'other', draw: 0 }, 'z'))],
])('drops an answer when %s, tells it once, and takes another', async (_, damage) => {
  const folder = await temporaryFolder();
  const { cache, problems } = await open(folder);
  cache.store('k', entries('a'));
  const file = await onlyFile(folder);
  for (let time = 0; time < 2; time++) {
    await damage(file);
    expect(cache.find('k', { first: 0, n: 1 })).toEqual(new Map());
    expect(existsSync(file)).toBe(false);
    cache.store('k', entries('a'));
    expect(cache.find('k', { first: 0, n: 1 })).toEqual(entries('a'));
  }
  expect(problems).toEqual([`an answer in the cache was damaged and is dropped: ${file}`]);
});

function bytesOf(answer: string): string {
  return `{"sha256":"${createHash('sha256').update(answer).digest('hex')}","answer":${answer}}\n`;
}

it('goes on beside what cannot be read', async () => {
  const folder = await temporaryFolder();
  const { cache, problems } = await open(folder);
  cache.store('k', entries('a'));
  const file = await onlyFile(folder);
  await rm(file);
  await mkdir(file);
  cache.store('k', entries('a'));
  expect(cache.find('k', { first: 0, n: 1 })).toEqual(new Map());
  cache.store('other', entries('b'));
  expect(cache.find('other', { first: 0, n: 1 })).toEqual(entries('b'));
  expect(problems).toHaveLength(1);
});

it.skipIf(process.platform === 'win32')(
  'waits for nobody to write to a pipe in place of an answer',
  async () => {
    const folder = await temporaryFolder();
    const { cache, problems } = await open(folder);
    cache.store('k', entries('a'));
    const file = await onlyFile(folder);
    await rm(file);
    spawnSync('mkfifo', [file]);
    expect(cache.find('k', { first: 0, n: 1 })).toEqual(new Map());
    expect(problems).toHaveLength(1);
    cache.store('k', entries('b'));
    expect(cache.find('k', { first: 0, n: 1 })).toEqual(entries('b'));
  },
);

it('gives back what was stored or nothing, whatever bit of a file is flipped', async () => {
  const folder = await temporaryFolder();
  const { cache } = await open(folder);
  cache.store('k', entries('caf\u00e9 \ud83d\ude00 NUL \0'));
  const file = await onlyFile(folder);
  const whole = await readFile(file);
  const random = randomFor('flipped bits');
  for (let time = 0; time < 500; time++) {
    const bytes = Buffer.from(whole);
    const at = Math.floor(random() * bytes.length);
    bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(random() * 8));
    await writeFile(file, bytes);
    expect(cache.find('k', { first: 0, n: 1 })).toEqual(new Map());
  }
});

it('keeps within its room by deleting what was not asked for longest', async () => {
  const folder = await temporaryFolder();
  const text = 'x'.repeat(1000);
  const hour = 3_600_000;
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
  onTestFinished(() => void now.mockRestore());
  // Draws of one key lie in one folder, which has room for four of them.
  const { cache } = await open(folder, { maxBytes: 256 * 5000 });
  for (let draw = 0; draw < 4; draw++) {
    cache.store('k', new Map([[draw, text]]));
    now.mockReturnValue(Date.now() + 2 * hour);
  }
  expect(cache.find('k', { first: 0, n: 1 }).size).toBe(1);
  now.mockReturnValue(Date.now() + 2 * hour);
  cache.store('k', new Map([[4, text]]));
  expect([...cache.find('k', { first: 0, n: 5 }).keys()]).toEqual([0, 2, 3, 4]);
});

it('gives a claim to one at a time, and to the next when it is released or its process is gone', async () => {
  const folder = await temporaryFolder();
  const options = { leaseMilliseconds: 200 };
  const [one, two] = [await open(folder, options), await open(folder, options)];
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

it('takes over the claims of processes that are gone', async () => {
  const folder = await temporaryFolder();
  await open(folder);
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const owners = {
    gone: `${hostname()} ${gone} a`,
    here: `${hostname()} ${process.pid} b`,
    far: `far ${gone} c`,
  };
  const later = new Date(Date.now() + 60_000);
  for (const [key, owner] of Object.entries(owners)) {
    const file = path.join(claimsFolder(folder), sha256(key));
    await writeFile(file, owner);
    await utimes(file, later, later);
  }
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
