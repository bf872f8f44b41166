import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FetchOptions, fetchDataset } from '../../datasets/fetch-dataset.ts';
import { InputError, RunError } from '../../src/errors.ts';
import { fileServer } from './file-server.ts';
import { FILE, registryOf } from './registry-of.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

async function cache() {
  const folder = await temporaryFolder();
  const path = join(folder, 'letters', 'letters.jsonl');
  const options: FetchOptions = { folder, retryDelay: 1 };
  return {
    path,
    options,
    names: async () => (await readdir(join(folder, 'letters')).catch(() => [])).sort(),
    content: () => readFile(path, 'utf8'),
  };
}

describe('fetching a data set', () => {
  it('downloads a file, checks it and keeps what is known of it', async () => {
    const server = await fileServer(FILE);
    const { options, path, names, content } = await cache();
    const [file] = await fetchDataset(registryOf([`${server.url}/a`]), options);
    expect(file).toMatchObject({ path, how: 'downloaded', sha256: sha256(FILE), size: FILE.length });
    expect(file?.held).toEqual(['content as published (3 passages, 3 factual passages)']);
    expect(await content()).toBe(FILE);
    expect(await names()).toEqual(['letters.jsonl', 'letters.jsonl.meta.json']);
    expect(JSON.parse(await readFile(`${path}.meta.json`, 'utf8'))).toEqual({
      url: `${server.url}/a`,
      sha256: sha256(FILE),
      size: FILE.length,
      etag: expect.stringMatching(/^"/),
      licence: 'CC0',
    });
  });

  it('only checks what is there already', async () => {
    const server = await fileServer(FILE);
    const { options, path } = await cache();
    const entry = registryOf([server.url]);
    await fetchDataset(entry, options);
    const [again] = await fetchDataset(entry, options);
    expect(again?.how).toBe('already there');
    expect(again?.held).toContain('checksum of the first download');
    expect(server.requests).toHaveLength(1);
    await writeFile(path, `${FILE}\n`);
    await expect(fetchDataset(entry, options)).rejects.toThrow(/checksum of the first download/);
    const [forced] = await fetchDataset(entry, { ...options, force: true });
    expect(forced?.how).toBe('downloaded');
    expect(server.requests).toHaveLength(2);
  });

  it('begins anew where the connection failed', async () => {
    const server = await fileServer(FILE, { first: [0] });
    const { options, content, names } = await cache();
    const [file] = await fetchDataset(registryOf([server.url]), options);
    expect(file?.how).toBe('downloaded');
    expect(await content()).toBe(FILE);
    expect(server.requests).toHaveLength(2);
    expect(await names()).toEqual(['letters.jsonl', 'letters.jsonl.meta.json']);
  });

  it('tries again after an error that may pass', async () => {
    const server = await fileServer(FILE, { first: [500, 429, 503] });
    const { options, content } = await cache();
    await fetchDataset(registryOf([server.url]), options);
    expect(await content()).toBe(FILE);
    expect(server.requests).toHaveLength(4);
  });

  it('gives up after five tries', async () => {
    const server = await fileServer(FILE, { first: Array(9).fill(500) });
    const { options, names } = await cache();
    await expect(fetchDataset(registryOf([server.url]), options)).rejects.toMatchObject({
      code: 'fetch',
      exitCode: 3,
      status: 500,
    });
    expect(server.requests).toHaveLength(5);
    expect(await names()).toEqual([]);
  });

  it('tries the next address where a file is absent, and says so when all are', async () => {
    const server = await fileServer(FILE, { absent: ['/home', '/gone'] });
    const { options, path } = await cache();
    const [file] = await fetchDataset(registryOf([`${server.url}/home`, `${server.url}/copy`]), options);
    expect(file?.path).toBe(path);
    expect(JSON.parse(await readFile(`${path}.meta.json`, 'utf8')).url).toBe(`${server.url}/copy`);
    const absent = registryOf([`${server.url}/home`, `${server.url}/gone`]);
    await expect(fetchDataset(absent, { ...options, force: true })).rejects.toThrow(/gone: .* 404 Not Found/);
    expect(server.requests.map((request) => request.path)).toEqual(['/home', '/copy', '/home', '/gone']);
  });

  it('says in a word that there is no connection, at once', async () => {
    const server = await fileServer(FILE);
    await server.close();
    const { options, names } = await cache();
    const failure = fetchDataset(registryOf([server.url]), { ...options, retryDelay: 60_000 });
    await expect(failure).rejects.toThrow(/cannot be reached \(connection refused\): no network/);
    await expect(failure).rejects.toMatchObject({ exitCode: 3, retryable: false });
    expect(await names()).toEqual([]);
  });

  it('asks a mirror by names', async () => {
    const server = await fileServer(FILE);
    const { options } = await cache();
    await fetchDataset(registryOf(['http://home.invalid/a']), { ...options, mirror: `${server.url}/mirror` });
    expect(server.requests.map((request) => request.path)).toEqual(['/mirror/letters/letters.jsonl']);
    const other = await cache();
    const wrong = fetchDataset(registryOf(['http://home.invalid/a']), {
      ...other.options,
      mirror: 'no address',
    });
    await expect(wrong).rejects.toThrow(InputError);
  });
});

describe('a file that is not the one expected', () => {
  const gitSha1 = createHash('sha1').update(`blob ${FILE.length}\0${FILE}`).digest('hex');
  const wrong = '0'.repeat(64);

  it.each([
    ['published', 'published checksum', { sha256: sha256(FILE) }, {}],
    ['given of a large file', 'checksum given by the server', {}, { 'x-linked-etag': `"${sha256(FILE)}"` }],
    [
      'given of a small file',
      'checksum given by the server',
      {},
      { 'x-repo-commit': 'a', etag: `"${gitSha1}"` },
    ],
  ])('compares with a checksum that is %s', async (_, what, file, headers) => {
    const server = await fileServer(FILE, { headers });
    const { options } = await cache();
    const [fetched] = await fetchDataset(registryOf([server.url], file), options);
    expect(fetched?.held).toContain(what);
  });

  it('sees the checksum given before a redirect', async () => {
    const server = await fileServer(FILE, {
      redirects: { '/a': '/b' },
      headers: { 'x-linked-etag': `"${sha256(FILE)}"` },
    });
    const { options } = await cache();
    const [fetched] = await fetchDataset(registryOf([`${server.url}/a`]), options);
    expect(fetched?.held).toContain('checksum given by the server');
    expect(server.requests.map((request) => request.path)).toEqual(['/a', '/b']);
  });

  it.each([
    ['another published checksum', { sha256: wrong }, {}, /published checksum is 0+, not/],
    [
      'another checksum of the server',
      {},
      { 'x-linked-etag': `"${wrong}"` },
      /given by the server is 0+, not/,
    ],
    ['other counts', { content: { passages: 4, nonFactual: 0 } }, {}, /holds 3 passages instead of 4$/],
    ['another form', { format: 'phd' as const }, {}, /letters\/a, line 1: field "entity": missing/],
  ])('is refused for %s, and nothing is left of it', async (_, file, headers, message) => {
    const server = await fileServer(FILE, { headers });
    const { options, names } = await cache();
    const failure = fetchDataset(registryOf([`${server.url}/letters/a`], file), options);
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toThrow(InputError);
    expect(await names()).toEqual([]);
  });

  it('is refused when the home gives another than the first time', async () => {
    const server = await fileServer(FILE);
    const { options, path } = await cache();
    const entry = registryOf([server.url]);
    await fetchDataset(entry, options);
    await rm(path);
    server.content = Buffer.from(`${FILE}\n`);
    await expect(fetchDataset(entry, options)).rejects.toThrow(/checksum of the first download/);
    await fetchDataset(entry, { ...options, force: true });
    expect(await readFile(path, 'utf8')).toBe(`${FILE}\n`);
  });

  it('stops after too many redirects', async () => {
    const server = await fileServer(FILE, { redirects: { '/a': '/a' } });
    const { options } = await cache();
    await expect(fetchDataset(registryOf([`${server.url}/a`]), options)).rejects.toThrow(/redirected/);
  });
});

describe('a redirect to another origin', () => {
  it('is followed to a known home of the data set alone, without headers of ours', async () => {
    const other = await fileServer(FILE);
    const server = await fileServer(FILE, { redirects: { '/a': `${other.url}/b?signature=planted` } });
    const { options, content } = await cache();
    const entry = registryOf([`${server.url}/a`]);
    const refused = fetchDataset(entry, options);
    await expect(refused).rejects.toMatchObject({ exitCode: 3, retryable: false });
    await expect(refused).rejects.toThrow(
      `${server.url}/a: redirected to ${other.url}/b, which is not a known`,
    );
    expect([server.requests.length, other.requests.length]).toEqual([1, 0]);
    await fetchDataset({ ...entry, origins: [other.url] }, options);
    expect(await content()).toBe(FILE);
    expect(other.requests).toMatchObject([{ path: '/b?signature=planted' }]);
    const names = [
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'host',
      'sec-fetch-mode',
      'user-agent',
    ];
    expect(Object.keys(other.requests[0]?.headers ?? {}).sort()).toEqual(names);
  });

  it('is not followed from a mirror', async () => {
    const other = await fileServer(FILE);
    const server = await fileServer(FILE, { redirects: { '/letters/letters.jsonl': other.url } });
    const { options } = await cache();
    const entry = { ...registryOf([other.url]), origins: [other.url] };
    await expect(fetchDataset(entry, { ...options, mirror: server.url })).rejects.toThrow(
      /not a known origin/,
    );
    expect(other.requests).toEqual([]);
  });
});

describe('fetching that is disturbed', () => {
  it('leaves the whole file when it is fetched twice at the same time', async () => {
    const server = await fileServer(FILE);
    const { options, names, content } = await cache();
    const fetchIt = () => fetchDataset(registryOf([server.url]), options);
    await Promise.all([fetchIt(), fetchIt(), fetchIt()]);
    expect(await content()).toBe(FILE);
    expect(await names()).toEqual(['letters.jsonl', 'letters.jsonl.meta.json']);
  });

  it('stops at an interrupt and leaves nothing', async () => {
    const controller = new AbortController();
    const server = await fileServer(FILE, {
      first: [0],
      onRequest: (count) => {
        if (count === 2) controller.abort();
      },
    });
    const { options, names } = await cache();
    const stopped = fetchDataset(registryOf([server.url]), { ...options, signal: controller.signal });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    expect(await names()).toEqual([]);
  });

  it('says that the cache cannot be written', async () => {
    const server = await fileServer(FILE);
    const { options, path } = await cache();
    await writeFile(join(options.folder, 'letters'), 'a file where the folder should be');
    await expect(fetchDataset(registryOf([server.url]), options)).rejects.toThrow(
      `${dirname(path)}: cannot be made (not a directory)`,
    );
    await expect(fetchDataset(registryOf([server.url]), options)).rejects.toThrow(RunError);
  });

  it('says that what is kept beside a file is damaged', async () => {
    const server = await fileServer(FILE);
    const { options, path } = await cache();
    await fetchDataset(registryOf([server.url]), options);
    await writeFile(`${path}.meta.json`, '{');
    await expect(fetchDataset(registryOf([server.url]), options)).rejects.toThrow(/meta\.json: is damaged/);
  });
});
