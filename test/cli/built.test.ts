/** The program as it is installed: `npm run build` makes it, and `npm test` builds first. */
import { exec, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, lstat, readFile, rm, symlink, truncate } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { MAIN, outputOf, runProgram, SAMPLES, startProgram } from '../support/program.ts';
import { jsonIn, temporaryFolder, textIn, writeFiles } from '../support/temporary-folder.ts';

const EVALUATE = ['evaluate', SAMPLES, '--preset', 'local', '-n', '4'];

const hallugraph = (args: readonly string[], cwd: string) => outputOf(args, { cwd });

const recordsOf = (cwd: string, run: string) => textIn(cwd, `${run}/records.jsonl`).catch(() => '');

it('tells its version', async () => {
  expect((await hallugraph(['--version'], await temporaryFolder())).stdout).toBe(`${packageJson.version}\n`);
});

it('comes with the JSON Schema of its configuration', async () => {
  const schema = await readFile(new URL('../../dist/config.schema.json', import.meta.url), 'utf8');
  expect((await hallugraph(['config', 'schema'], await temporaryFolder())).stdout).toBe(schema);
});

it('writes equal records whatever the concurrency, and standard output that is one JSON document', async () => {
  const cwd = await temporaryFolder();
  const one = await hallugraph([...EVALUATE, '-q', '-j', '1', '--out', 'one', '--format', 'json'], cwd);
  await hallugraph([...EVALUATE, '-q', '-j', '8', '--out', 'eight'], cwd);
  expect(JSON.parse(one.stdout).passages).toHaveLength(4);
  expect(one.stderr).toBe('');
  expect(await recordsOf(cwd, 'eight')).toBe(await recordsOf(cwd, 'one'));
});

it('goes on after a torn line, and ends with the same bytes', async () => {
  const cwd = await temporaryFolder();
  await hallugraph([...EVALUATE, '--out', 'r'], cwd);
  const whole = await recordsOf(cwd, 'r');
  const file = path.join(cwd, 'r', 'records.jsonl');
  await truncate(file, Buffer.byteLength(whole.slice(0, whole.indexOf('\n') + 1)));
  await appendFile(file, '{"passage":{"id":"gab');
  await hallugraph(['evaluate', '--resume', 'r'], cwd);
  expect(await recordsOf(cwd, 'r')).toBe(whole);
});

it('writes a spreadsheet to standard output', async () => {
  const cwd = await temporaryFolder();
  const args = [MAIN, ...EVALUATE, '--quiet', '--format', 'xlsx'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, encoding: 'buffer' });
  expect(Object.keys(unzipSync(new Uint8Array(stdout)))).toContain('xl/worksheets/sheet2.xml');
});

it('ends with status 2 and one line for wrong input', async () => {
  const cwd = await temporaryFolder();
  expect(await runProgram(['evaluate', 'missing.jsonl', '--preset', 'local'], { cwd })).toEqual({
    ...{ status: 2, stdout: '' },
    stderr: expect.stringMatching(/^error: .*\n$/),
  });
});

it.skipIf(process.platform === 'win32')(
  'says of verdicts that were not written to the end that the run is not done',
  async () => {
    const cwd = await temporaryFolder();
    await hallugraph([...EVALUATE, '-q', '--out', 'run'], cwd);
    const rescore = `"${process.execPath}" "${MAIN}" rescore run --out again`;
    await expect(promisify(exec)(`ulimit -f 40; exec ${rescore}`, { cwd })).rejects.toMatchObject({
      code: 2,
      stderr: 'error: cannot write records (disk full?)\n',
    });
    expect((await jsonIn(cwd, 'again/run.json')).status).toBe('running');
    expect((await hallugraph(['status', 'again'], cwd)).stdout).toMatch(/^again \(rescore\): killed\n/);
  },
);

describe.skipIf(!existsSync('/dev/full'))('on a full disk (needs /dev/full)', () => {
  it('ends with status 2 and one line where results cannot be written', async () => {
    const cwd = await temporaryFolder();
    const command = `"${process.execPath}" "${MAIN}" config show > /dev/full`;
    await expect(promisify(exec)(command, { cwd })).rejects.toMatchObject({
      code: 2,
      stderr: 'error: cannot write to standard output (no space left on device)\n',
    });
  });

  it('writes a report through links, to a device as well, and replaces neither', async () => {
    const cwd = await temporaryFolder();
    await hallugraph([...EVALUATE, '-n', '1', '-q', '--out', 'run'], cwd);
    await writeFiles(cwd, { 'page.html': 'old' });
    await symlink('page.html', path.join(cwd, 'link.html'));
    await symlink('/dev/full', path.join(cwd, 'device.html'));
    await hallugraph(['report', 'run', '--html', 'link.html'], cwd);
    expect(await textIn(cwd, 'page.html')).toContain('<!doctype html>');
    expect(await runProgram(['report', 'run', '--html', 'device.html'], { cwd })).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /^error: .*device\.html: cannot be written \(no space left on device\)\n$/,
      ),
    });
    for (const name of ['link.html', 'device.html']) {
      expect((await lstat(path.join(cwd, name))).isSymbolicLink()).toBe(true);
    }
  });
});

it.runIf(existsSync('/bin/sh'))(
  'ends with status 2 where too few files may be open, and says so',
  async () => {
    const cwd = await temporaryFolder();
    const command = `ulimit -n 40; exec '${process.execPath}' '${MAIN}' evaluate '${SAMPLES}' --preset local`;
    const error = await promisify(exec)(command, { cwd }).catch((failed) => failed);
    expect(error).toMatchObject({ code: 2, stderr: expect.stringContaining('Allow more open files') });
  },
);

it('says a run failed whose records were deleted while it went on', async () => {
  const cwd = await temporaryFolder();
  const { child, ended } = startProgram([...EVALUATE.slice(0, -2), '--out', 'r', '-j', '1'], { cwd });
  const file = path.join(cwd, 'r', 'records.jsonl');
  while (child.exitCode === null && (await recordsOf(cwd, 'r')) === '') await sleep(5);
  await rm(file);
  const { status, stderr } = await ended;
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining('was deleted or replaced'),
  });
});
