import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { resolveConfig } from '../../src/config/resolve.ts';
import { temporaryFolder, textIn, writeFiles } from '../support/temporary-folder.ts';
import { refusal, run, succeeded } from './test-host.ts';

const FILE = 'hallugraph.config.yaml';

describe('config', () => {
  it('init writes a file that is valid and never overwrites one unasked', async () => {
    const cwd = await temporaryFolder();
    await succeeded(run('config init --preset local', { cwd }));
    const { stdout } = await succeeded(run('config validate', { cwd }));
    expect(stdout).toBe(`${FILE} is valid\n`);
    await writeFiles(cwd, { [FILE]: 'seed: 3\n' });
    await refusal(run('config init', { cwd }));
    expect(await textIn(cwd, FILE)).toBe('seed: 3\n');
    await succeeded(run('config init --force', { cwd }));
    expect(parse(await textIn(cwd, FILE))).toEqual({ preset: 'default' });
  });

  it('show prints the configuration in force, complete', async () => {
    const cwd = await temporaryFolder();
    const args = ['config', 'show', '--preset', 'local', '--set', 'seed=4'];
    const expected = JSON.parse(JSON.stringify(resolveConfig({ preset: 'local', seed: 4 })));
    expect(parse((await run(args, { cwd })).stdout)).toEqual(expected);
    expect(JSON.parse((await run([...args, '--format', 'json'], { cwd })).stdout)).toEqual(expected);
  });

  it('show --sources names the layer of each value', async () => {
    const cwd = await temporaryFolder({ [FILE]: 'preset: local\n' });
    const { stdout } = await run('config show --sources --set seed=4', { cwd });
    expect(stdout).toMatch(/^preset: local +# hallugraph\.config\.yaml:1$/m);
    expect(stdout).toMatch(/^seed: 4 +# --set seed$/m);
    expect(stdout).toMatch(/^sampling\.ask: false +# preset local$/m);
    expect(stdout).toMatch(/^sampling\.n: 10 +# default$/m);
    const dotted = ['config', 'show', '--sources', '--set', 'prices={gpt-4.1: {input: 1, output: 2}}'];
    expect((await run(dotted, { cwd })).stdout).toMatch(/^prices\.gpt-4\.1\.output: 2 +# --set prices$/m);
  });

  it('validate says what is wrong', async () => {
    const cwd = await temporaryFolder({ [FILE]: 'seed: 1\nencoder:\n  layer: 2\n' });
    const stderr = await refusal(run('config validate', { cwd }));
    expect(stderr).toBe(`error: ${FILE}:3: encoder.layer: unknown key; did you mean layers?\n`);
  });

  it('validate takes the file to read', async () => {
    const cwd = await temporaryFolder({ 'other.yaml': 'seed: 1\n', 'wrong.yaml': 'sed: 1\n' });
    const validate = (...args: string[]) => run(['config', 'validate', ...args], { cwd });
    expect(await validate('other.yaml')).toMatchObject({ status: 0, stdout: 'other.yaml is valid\n' });
    expect((await validate('wrong.yaml')).stderr).toBe(
      'error: wrong.yaml:1: sed: unknown key; did you mean seed?\n',
    );
    expect((await validate('nope.yaml')).stderr).toMatch(/^error: nope\.yaml/);
    await refusal(validate('other.yaml', '--config', 'wrong.yaml'));
  });

  it('schema prints JSON Schema or writes it', async () => {
    const cwd = await temporaryFolder();
    const { stdout } = await run('config schema', { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ type: 'object', additionalProperties: false });
    await run('config schema --out schema.json', { cwd });
    expect(await textIn(cwd, 'schema.json')).toBe(stdout);
  });
});
