import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type HallugraphError, RunError } from '../../src/errors.ts';
import { readManifest, writeManifest } from '../../src/run/manifest.ts';
import { createRun, newRunPath, resumeRun } from '../../src/run/run-folder.ts';
import { temporaryFolder, textIn, writeFiles } from '../support/temporary-folder.ts';
import { sampleManifest } from '../report/sample-report.ts';
import { PASSAGES } from './stub-detector.ts';

const MANIFEST = sampleManifest(PASSAGES);

const newFolder = async () => path.join(await temporaryFolder(), 'run');
describe('createRun', () => {
  it('makes missing folders and refuses one with something in it', async () => {
    const folder = path.join(await newFolder(), 'deep');
    await (await createRun(folder, MANIFEST)).close();
    expect((await readdir(folder)).sort()).toEqual(['run.json']);
    await expect(createRun(folder, MANIFEST)).rejects.toBeInstanceOf(RunError);
  });

  it('refuses a file', async () => {
    const folder = await newFolder();
    await writeFile(folder, '');
    await expect(createRun(folder, MANIFEST)).rejects.toBeInstanceOf(RunError);
  });
});

describe('a folder whose run was killed before run.json was there', () => {
  const lock = (pid: number) => JSON.stringify({ pid, host: hostname() });
  const GONE = lock(2 ** 22 + 1);
  const temporary = `${randomUUID()}.tmp`;

  async function folderOf(content: Record<string, string>): Promise<string> {
    const folder = await newFolder();
    await mkdir(folder);
    await writeFiles(folder, content);
    return folder;
  }

  it.each<[string, Record<string, string>]>([
    ['the lock was taken', { 'run.lock': GONE }],
    ['a dead lock was being taken over', { 'run.lock': GONE, 'run.lock.turn': GONE }],
    ['the lock was about to be taken', { [`run.lock.${temporary}`]: '{"pi' }],
    ['the input was being kept', { 'run.lock': GONE, 'input.jsonl': '{"id": "p' }],
    [
      'run.json was being written',
      { 'run.lock': GONE, 'input.jsonl': '{}\n', [`run.json.${temporary}`]: '{' },
    ],
  ])('can be used again: %s', async (_, content) => {
    const folder = await folderOf(content);
    const run = await createRun(folder, MANIFEST, '{"id": "p1"}\n');
    expect((await readdir(folder)).sort()).toEqual(['input.jsonl', 'run.json', 'run.lock']);
    expect(await textIn(folder, 'input.jsonl')).toBe('{"id": "p1"}\n');
    await run.close();
    await (await resumeRun(folder)).close();
  });

  it('holds no input that is not of the new run', async () => {
    const folder = await folderOf({ 'run.lock': GONE, 'input.jsonl': '{}\n' });
    await (await createRun(folder, MANIFEST)).close();
    expect((await readdir(folder)).sort()).toEqual(['run.json']);
  });

  it('cannot be resumed, and says what to do', async () => {
    const folder = await folderOf({ 'run.lock': GONE });
    await expect(resumeRun(folder)).rejects.toThrow('has no run.json; the run did not start');
    await expect(resumeRun(folder)).rejects.toBeInstanceOf(RunError);
  });

  it('by a real kill', async () => {
    const folder = await folderOf({});
    const child = fileURLToPath(new URL('./lock-child.ts', import.meta.url));
    const killed = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), child, folder]);
    expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL']);
    expect((await readdir(folder)).filter((name) => !name.endsWith('.tmp'))).toEqual(['run.lock']);
    await (await createRun(folder, MANIFEST)).close();
  });

  it.each<[string, Record<string, string>]>([
    ['somebody is beginning it', { 'run.lock': lock(process.ppid) }],
    ['there is an input of somebody', { 'input.jsonl': '{}\n' }],
    ['there is something else beside the lock', { 'run.lock': GONE, 'notes.txt': 'mine' }],
    ['there are records', { 'run.lock': GONE, 'records.jsonl': '{}\n' }],
  ])('is left as it is where %s', async (_, content) => {
    const folder = await folderOf(content);
    await expect(createRun(folder, MANIFEST)).rejects.toBeInstanceOf(RunError);
    const left = await Promise.all(
      (await readdir(folder)).map(async (name) => [name, await textIn(folder, name)]),
    );
    expect(Object.fromEntries(left)).toEqual(content);
  });
});

describe('newRunPath', () => {
  const now = new Date('2026-01-31T12:34:56Z');

  it('adds a number while a name is taken', async () => {
    const parent = await temporaryFolder();
    const first = await newRunPath(parent, 'my data', now);
    expect(path.basename(first)).toBe('2026-01-31-123456-my-data');
    await mkdir(first);
    await mkdir(`${first}-2`);
    expect(await newRunPath(parent, 'my data', now)).toBe(`${first}-3`);
  });

  it('has one time where the name is that of a run', async () => {
    const parent = await temporaryFolder();
    const copied = await newRunPath(parent, '2025-12-24-080000-my-data', now);
    expect(path.basename(copied)).toBe('2026-01-31-123456-my-data');
  });

  it('stays inside its parent whatever the name', async () => {
    const parent = await temporaryFolder();
    expect(path.dirname(await newRunPath(parent, '../../x', now))).toBe(parent);
  });
});

describe('the lock', () => {
  const lockOf = (folder: string) => path.join(folder, 'run.lock');

  it('keeps a second writer out until the first lets go', async () => {
    const folder = await newFolder();
    const first = await createRun(folder, MANIFEST);
    await expect(resumeRun(folder)).rejects.toBeInstanceOf(RunError);
    await first.close();
    await (await resumeRun(folder)).close();
  });

  it.each([
    ['of a process that is gone', 2 ** 22 + 1],
    ['with the id of this process, left by an earlier one,', process.pid],
  ])('%s is taken over', async (_, pid) => {
    const folder = await newFolder();
    await (await createRun(folder, MANIFEST)).close();
    await writeFile(lockOf(folder), JSON.stringify({ pid, host: hostname() }));
    await (await resumeRun(folder)).close();
  });

  it.each(['{"pid": 1, "host": "another machine"}', 'not JSON', ''])(
    'that cannot be checked is respected: %j',
    async (content) => {
      const folder = await newFolder();
      await (await createRun(folder, MANIFEST)).close();
      await writeFile(lockOf(folder), content);
      await expect(resumeRun(folder)).rejects.toBeInstanceOf(RunError);
    },
  );
});

describe('the manifest', () => {
  it('is read as it was written', async () => {
    const folder = await temporaryFolder();
    await writeManifest(folder, MANIFEST);
    expect(await readManifest(folder)).toEqual(MANIFEST);
    expect(await readdir(folder)).toEqual(['run.json']);
  });

  it.each(['', '{', '[]', '{"schemaVersion": 2}', JSON.stringify({ ...MANIFEST, config: { seed: 'x' } })])(
    'is refused when it is not one: %#',
    async (content) => {
      const folder = await temporaryFolder({ 'run.json': content });
      const error = await readManifest(folder).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(RunError);
      expect((error as HallugraphError).message).toContain('run.json');
    },
  );

  it('is read without the settings that older versions had', async () => {
    const isotonic = { method: 'isotonic', scores: [0.5], probabilities: [0.2] };
    const { models, budget, encoder, uncertainty, verification, scoring } = MANIFEST.config;
    const older = {
      ...MANIFEST.config,
      models: { generator: { ...models.generator, provider: 'openai', dtype: 'q4', offline: false } },
      budget: { ...budget, degrade: ['samples'] },
      encoder: { ...encoder, bases: 0 },
      uncertainty: { ...uncertainty, probability: 'min', entropy: 'max' },
      verification: { ...verification, ask: 'undecided', decided: 0.9, carriers: 6 },
      scoring: {
        ...scoring,
        calibration: { ...scoring.calibration, passage: isotonic },
        ...{ combine: 'families', conflictVote: true, passage: 'flaggedShare' },
        threshold: { ...scoring.threshold, long: { from: 0.25, below: 0.3 } },
      },
    };
    const folder = await temporaryFolder({ 'run.json': JSON.stringify({ ...MANIFEST, config: older }) });
    expect(await readManifest(folder)).toEqual(MANIFEST);
  });

  it('is refused where a model ran in the process, so that no service is asked in its place', async () => {
    const generator = { ...MANIFEST.config.models.generator, provider: 'transformers' };
    const older = { ...MANIFEST.config, models: { generator } };
    const folder = await temporaryFolder({ 'run.json': JSON.stringify({ ...MANIFEST, config: older }) });
    await expect(readManifest(folder)).rejects.toThrow('run.json: models.generator.provider: ');
  });

  it('is read without a calibration of facts that older versions had', async () => {
    const calibration = { fact: { method: 'platt', slope: -1, intercept: 0 } };
    const older = { ...MANIFEST.config, scoring: { ...MANIFEST.config.scoring, calibration } };
    const folder = await temporaryFolder({ 'run.json': JSON.stringify({ ...MANIFEST, config: older }) });
    expect((await readManifest(folder)).config.scoring.calibration).toEqual({ fact: 'none' });
  });

  it('is refused when there is none', async () => {
    await expect(readManifest(await temporaryFolder())).rejects.toBeInstanceOf(RunError);
    await expect(readManifest('/nowhere/at/all')).rejects.toBeInstanceOf(RunError);
  });
});
