/** Changes of the records of a run that is done, as the commands tell of them. */
import { expect, it } from 'vitest';
import { jsonIn, temporaryFolder, rewrite, writeFiles } from '../support/temporary-folder.ts';
import { run, succeeded } from '../cli/test-host.ts';

const PASSAGE = { id: 'a', prompt: 'q', response: 'A is right.', samples: ['A is right.'] };

async function folderWithRun() {
  const cwd = await temporaryFolder({ 'in.jsonl': [PASSAGE] });
  const cli = (line: string) => run(line, { cwd });
  await succeeded(cli('evaluate in.jsonl --preset local --out r'));
  const change = (from: string, to: string) =>
    rewrite(cwd, 'r/records.jsonl', (text) => text.replace(from, to));
  return { cwd, cli, change, manifest: () => jsonIn(cwd, 'r/run.json') };
}

const CHANGED = 'records.jsonl has changed since the run finished';
const COMMANDS = [
  ...['report r --html page.html', 'rescore r', 'status r', 'diff r r'],
  'correct --run r --replace text --dry-run',
];

it('tells of one letter that was changed, on every command, also once the run was resumed', async () => {
  const { cli, change, manifest } = await folderWithRun();
  const told = async () => {
    const ends = [];
    for (const command of COMMANDS) ends.push(await cli(command));
    expect(ends.map(({ status }) => status)).toEqual(COMMANDS.map(() => 0));
    return ends.map(({ stdout, stderr }) => (stdout + stderr).includes(CHANGED));
  };
  expect(await told()).toEqual(COMMANDS.map(() => false));
  const { digests } = await manifest();
  expect(digests).toEqual({ 'records.jsonl': expect.stringMatching(/^[0-9a-f]{64}$/) });
  await change('A is right.', 'A is might.');
  expect(await told()).toEqual(COMMANDS.map(() => true));
  await cli('evaluate --resume r');
  expect((await manifest()).digests).toEqual(digests);
  expect(await told()).toEqual(COMMANDS.map(() => true));
  await change('A is might.', 'A is right.');
  expect(await told()).toEqual(COMMANDS.map(() => false));
});

it('gives a rescored run a digest of its own', async () => {
  const { cli, manifest } = await folderWithRun();
  await cli('rescore r --set scoring.passage=mean --set scoring.context=0 --out again');
  expect((await cli('rescore again')).stderr).not.toContain('changed');
  expect((await cli('status again')).stdout).not.toContain('changed');
  expect((await manifest()).digests).toBeDefined();
});

it('reads runs of before, which have none', async () => {
  const { cli, change, manifest, cwd } = await folderWithRun();
  const { digests: _, ...old } = await manifest();
  await writeFiles(cwd, { 'r/run.json': JSON.stringify(old) });
  await change('A is right.', 'A is might.');
  expect(await cli('rescore r')).toMatchObject({ status: 0, stderr: expect.not.stringContaining('changed') });
});
