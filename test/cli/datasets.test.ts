import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileServer } from '../datasets/file-server.ts';
import { temporaryFolder, writeFiles } from '../support/temporary-folder.ts';
import { type HostOptions, refusal, run, succeeded } from './test-host.ts';

const datasets = (args: string[], options: HostOptions) => run(['datasets', ...args], options);

const IDS = JSON.stringify(Array.from({ length: 60 }, (_, index) => ({ entity: `Name ${index} (` })));

describe('datasets list', () => {
  it('says of each data set its home, licence, citation and where it is', async () => {
    const cwd = await temporaryFolder();
    const env = { HALLUGRAPH_CACHE: cwd };
    const { stdout } = await succeeded(datasets(['list'], { cwd, env }));
    expect(stdout).toContain('wikibio\n  WikiBio GPT-3 hallucination: ');
    expect(stdout).toContain('licence  CC BY-SA 3.0');
    expect(stdout).toContain('licence  none stated');
    expect(stdout).toContain('here     no');
    const file = 'datasets/sub-wikibio/sub_wikibio_dataset.json';
    await writeFiles(cwd, { [file]: IDS });
    const { stdout: json } = await datasets(['list', '--format', 'json'], { cwd, env });
    const entries: { name: string; path: string | null }[] = JSON.parse(json);
    expect(entries.find(({ name }) => name === 'sub-wikibio')?.path).toBe(path.join(cwd, file));
    expect(entries.find(({ name }) => name === 'phd')?.path).toBeNull();
  });
});

describe('datasets fetch', () => {
  it('says how to get what cannot be downloaded', async () => {
    const stderr = await refusal(datasets(['fetch', 'summeval'], { cwd: await temporaryFolder() }));
    expect(stderr).toContain(
      'summeval cannot be downloaded: its home shares the annotations without the articles',
    );
  });

  it('gets a data set from a mirror, says its licence, and keeps its checksum', async () => {
    const cwd = await temporaryFolder();
    const server = await fileServer(IDS);
    const env = { HALLUGRAPH_DATASETS_URL: server.url, XDG_CACHE_HOME: path.join(cwd, 'cache') };
    const { stdout, stderr } = await succeeded(datasets(['fetch', 'sub-wikibio'], { cwd, env }));
    expect(stderr).toBe('');
    const file = path.join(cwd, 'cache', 'hallugraph', 'datasets', 'sub-wikibio', 'sub_wikibio_dataset.json');
    expect(await readFile(file, 'utf8')).toBe(IDS);
    expect(stdout).toContain('licence  none stated');
    expect(stdout).toContain('cite     Fang et al.');
    expect(stdout).toContain(`file     ${file} (downloaded)`);
    expect(stdout).toContain('agrees   content as published (60 ids)');
    expect(stdout).toContain('note     no checksum is published: this one is stored');
    const again = await datasets(['fetch', 'sub-wikibio'], { cwd, env });
    expect(again.stdout).toContain('(already there)');
    expect(again.stdout).toContain('agrees   checksum of the first download');
    expect(again.stdout).not.toContain('note');
  });

  it('ends with 3 when a server gives nothing, and 2 when it gives something else', async () => {
    const cwd = await temporaryFolder();
    const server = await fileServer('[1]', { absent: ['/wikibio/wiki_bio_gpt3_hallucination.json'] });
    const env = { HALLUGRAPH_DATASETS_URL: server.url };
    const absent = await datasets(['fetch', 'wikibio', '--dir', 'here'], { cwd, env });
    expect(absent).toMatchObject({ status: 3, stdout: '' });
    expect(absent.stderr).toContain('the server answered 404');
    const other = await datasets(['fetch', 'sub-wikibio', '--dir', 'here'], { cwd, env });
    expect(other).toMatchObject({ status: 2, stdout: '' });
    expect(other.stderr).toContain('holds 1 ids instead of 60');
    await server.close();
    const offline = await datasets(['fetch', 'phd', '--dir', 'here'], { cwd, env });
    expect(offline.status).toBe(3);
    expect(offline.stderr).toMatch(
      /^error: 127\.0\.0\.1:\d+ cannot be reached \(connection refused\): no network/,
    );
  });

  it('ends with 130 at an interrupt', async () => {
    const cwd = await temporaryFolder();
    let interrupt = () => {};
    const server = await fileServer(IDS, {
      first: [0],
      onRequest: (count) => (count > 1 ? interrupt() : undefined),
    });
    const { status, stderr } = await datasets(['fetch', 'sub-wikibio', '--dir', cwd], {
      cwd,
      env: { HALLUGRAPH_DATASETS_URL: server.url },
      onInterrupt: (listener) => {
        interrupt = listener;
        return () => {};
      },
    });
    expect(status).toBe(130);
    expect(stderr).toBe('Stopped; datasets fetch sub-wikibio downloads the missing files\n');
  });

  it('knows only the names of the registry', async () => {
    const stderr = await refusal(datasets(['fetch', 'phd', 'none'], { cwd: await temporaryFolder() }));
    expect(stderr).toContain('there is no data set "none"; there are phd, phd-benchmark, wikibio');
  });
});

describe('datasets verify', () => {
  it('prints what a file holds', async () => {
    const cwd = await temporaryFolder({
      'mine.jsonl':
        '{"id":"a","prompt":"p","label":"factual","samples":["1"]}\n{"id":"b","prompt":"p","samples":["1"]}\n',
    });
    const { stdout } = await succeeded(datasets(['verify', 'mine.jsonl'], { cwd }));
    expect(stdout).toContain(`${path.join(cwd, 'mine.jsonl')}\n  form     jsonl\n`);
    expect(stdout).toContain('content  2 passages, 1 factual passages, 2 samples\n  samples  1 a passage\n');
    expect(stdout).toMatch(/sha256 {3}[0-9a-f]{64} \(\d+ bytes\)/);
  });

  it('ends with 2 for a file that is not what its name says', async () => {
    const cwd = await temporaryFolder({ 'sub_wikibio_dataset.json': '["1"]' });
    const { status, stdout, stderr } = await datasets(['verify', 'sub_wikibio_dataset.json'], { cwd });
    expect(status).toBe(2);
    expect(stdout).toContain('content  1 ids');
    expect(stderr).toMatch(
      /sub_wikibio_dataset\.json differs from the published file: holds 1 ids instead of 60\n$/,
    );
    const absent = await datasets(['verify', 'absent.json'], { cwd });
    expect(absent).toMatchObject({ status: 2, stdout: '' });
  });
});
