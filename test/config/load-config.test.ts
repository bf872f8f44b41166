import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentOf } from '../../src/config/environment.ts';
import { type LoadConfigOptions, loadConfig } from '../../src/config/load-config.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { assignmentLayer } from '../../src/config/settings.ts';
import { ConfigError } from '../../src/errors.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const flags = (...assignments: string[]) => assignments.map((assignment) => assignmentLayer(assignment));

async function faultOf(options: LoadConfigOptions): Promise<string> {
  const error = await loadConfig(options).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).message;
}

describe('layers', () => {
  it('take flags over environment over file over preset over defaults', async () => {
    const cwd = await temporaryFolder({
      'hallugraph.config.yaml': 'preset: local\nseed: 1\nconcurrency: 2\nsampling:\n  n: 3\n',
    });
    const env = { HALLUGRAPH_SEED: '10', HALLUGRAPH_CONCURRENCY: '20', HALLUGRAPH_EMBEDDER__BATCH_SIZE: '7' };
    const { config, sources } = await loadConfig({ cwd, env, flags: flags('seed=100') });
    expect(config).toMatchObject({
      preset: 'local',
      seed: 100,
      concurrency: 20,
      sampling: { n: 3, ask: false, temperature: 1 },
      embedder: { batchSize: 7 },
    });
    expect(sources).toMatchObject({
      seed: '--set seed',
      concurrency: 'HALLUGRAPH_CONCURRENCY',
      'sampling.n': 'hallugraph.config.yaml:5',
      'sampling.ask': 'preset local',
      'sampling.temperature': 'default',
    });
  });

  it('let the uppermost layer choose the preset', async () => {
    const cwd = await temporaryFolder({ 'hallugraph.config.yaml': 'preset: local\n' });
    const env = { HALLUGRAPH_PRESET: 'paper-wikibio' };
    const { config } = await loadConfig({ cwd, env });
    expect(config.scoring.threshold).toEqual({ rule: 'meanPlusVariance', k: 2 });
  });

  it('take the analyst of a preset only where nobody has chosen another generator', async () => {
    const cwd = await temporaryFolder();
    const modelsOf = async (...own: string[]) => {
      const { models } = (await loadConfig({ cwd, flags: flags('preset=paper-phd', ...own) })).config;
      return [models.generator.model, models.analyst?.model];
    };
    expect(await modelsOf()).toEqual(['gpt-3.5-turbo', 'gpt-4']);
    expect(await modelsOf('models.generator.maxRetries=1')).toEqual(['gpt-3.5-turbo', 'gpt-4']);
    expect(await modelsOf('models.generator.model=own')).toEqual(['own', undefined]);
    expect(await modelsOf('models.generator.baseUrl=http://localhost:1')).toEqual([
      'gpt-3.5-turbo',
      undefined,
    ]);
    expect(await modelsOf('models.generator.model=own', 'models.analyst.model=other')).toEqual([
      'own',
      'other',
    ]);
  });

  it('keep the last of equal flags', async () => {
    const cwd = await temporaryFolder();
    expect((await loadConfig({ cwd, flags: flags('seed=1', 'seed=2') })).config.seed).toBe(2);
  });

  it('are not what Kubernetes sets for a Service of this name', async () => {
    const cwd = await temporaryFolder();
    const address = 'tcp://10.0.0.1:8080';
    const env = {
      HALLUGRAPH_SERVICE_HOST: '10.0.0.1',
      HALLUGRAPH_SERVICE_PORT: '8080',
      HALLUGRAPH_SERVICE_PORT_HTTP: '8080',
      HALLUGRAPH_PORT: address,
      HALLUGRAPH_PORT_8080_TCP: address,
      HALLUGRAPH_PORT_8080_TCP_PROTO: 'tcp',
      HALLUGRAPH_PORT_8080_TCP_ADDR: '10.0.0.1',
      HALLUGRAPH_PORT_53_UDP_PORT: '53',
      HALLUGRAPH_API_SERVICE_HOST: '10.0.0.2',
      HALLUGRAPH_API_PORT: address,
    };
    const { config } = await loadConfig({ cwd, env });
    expect(config).toEqual((await loadConfig({ cwd, env: {} })).config);
    await expect(loadConfig({ cwd, env: { HALLUGRAPH_PORT: '8080' } })).rejects.toThrow('HALLUGRAPH_PORT');
  });

  it('are the same whatever the order of the environment', async () => {
    const cwd = await temporaryFolder();
    const env = { HALLUGRAPH_SAMPLING: '{n: 1, limit: 2}', HALLUGRAPH_SAMPLING__N: '5' };
    const reversed = Object.fromEntries(Object.entries(env).reverse());
    expect((await loadConfig({ cwd, env })).config.sampling).toMatchObject({ n: 5, limit: 2 });
    expect((await loadConfig({ cwd, env: reversed })).config).toEqual(
      (await loadConfig({ cwd, env })).config,
    );
  });
});

describe('config files', () => {
  it.each([
    ['hallugraph.config.yaml', 'seed: 7'],
    ['hallugraph.config.yml', '\ufeffseed: 7'],
    ['hallugraph.config.json', '{\r\n\t"seed": 7\r\n}'],
    ['hallugraph.config.ts', 'const seed: number = 7; export default { seed };'],
    ['hallugraph.config.js', 'module.exports = { seed: 7 };'],
    ['hallugraph.config.mjs', 'export default { seed: 7 };'],
  ])('%s is found from a folder below', async (name, content) => {
    const cwd = await temporaryFolder({ [name]: content });
    const below = path.join(cwd, 'one/two');
    await mkdir(below, { recursive: true });
    const { config, file } = await loadConfig({ cwd: below });
    expect(config.seed).toBe(7);
    expect(file).toBe(path.join(cwd, name));
  });

  it('named by a caller win over those found', async () => {
    const cwd = await temporaryFolder({ 'hallugraph.config.yaml': 'seed: 1', 'other.yaml': 'seed: 2' });
    expect((await loadConfig({ cwd, file: 'other.yaml' })).config.seed).toBe(2);
  });

  it('with nothing in them are found all the same', async () => {
    const name = 'hallugraph.config.yaml';
    const above = await temporaryFolder({ [name]: 'seed: 7\n', [`below/${name}`]: '' });
    const cwd = path.join(above, 'below');
    const { config, file } = await loadConfig({ cwd });
    expect({ seed: config.seed, file }).toEqual({ seed: 0, file: path.join(cwd, 'hallugraph.config.yaml') });
  });

  it('may hold groups with nothing in them', async () => {
    const cwd = await temporaryFolder({
      'hallugraph.config.yaml': 'segmentation:\n  # groupSize: 3\nseed:\n',
    });
    expect((await loadConfig({ cwd })).config).toMatchObject({ seed: 0, segmentation: { groupSize: 5 } });
  });

  it.each(['', '# nothing\n'])('may be empty (%j)', async (content) => {
    const cwd = await temporaryFolder({ 'own.yaml': content });
    expect((await loadConfig({ cwd, file: 'own.yaml' })).config.seed).toBe(0);
  });

  it.each([
    ['missing.yaml', 'a file that is not there'],
    ['folder.yaml', 'a folder'],
    ['own.toml', 'an unknown kind'],
    ['list.yaml', 'a list'],
    ['broken.ts', 'code that throws'],
    ['number.mjs', 'code that exports no object'],
  ])('%s is refused: %s', async (file) => {
    const cwd = await temporaryFolder({
      'own.toml': '',
      'list.yaml': '- 1\n',
      'broken.ts': 'throw new Error("boom");',
      'number.mjs': 'export default 1;',
    });
    await mkdir(path.join(cwd, 'folder.yaml'));
    expect(await faultOf({ cwd, file })).toContain(file);
  });
});

describe('faults', () => {
  it('name the line, the path and what was expected, one line each', async () => {
    const cwd = await temporaryFolder({
      'hallugraph.config.yaml':
        'preset: local\nencoder:\n  layers: 99\n  kind: rgnc\nscoring:\n  context: x\n',
    });
    expect((await faultOf({ cwd })).split('\n')).toEqual([
      'hallugraph.config.yaml:4: encoder.kind: expected one of rgcn, gcn, identity, found "rgnc"',
      'hallugraph.config.yaml:3: encoder.layers: expected at most 8, found 99',
      'hallugraph.config.yaml:6: scoring.context: expected a number, found "x"',
    ]);
  });

  it('give line and column of what is not YAML', async () => {
    const cwd = await temporaryFolder({ 'hallugraph.config.yaml': 'seed: 1\nsampling: [\n' });
    expect(await faultOf({ cwd })).toMatch(/^hallugraph\.config\.yaml:3:1: /);
    const twice = await temporaryFolder({ 'hallugraph.config.json': '{\n"seed": 1,\n"seed": 2}' });
    expect(await faultOf({ cwd: twice })).toMatch(/^hallugraph\.config\.json:3:1: /);
  });

  it('are told for an alias without its anchor, in a file and in a flag', async () => {
    const cwd = await temporaryFolder({ 'hallugraph.config.yaml': 'sampling: *there\n' });
    expect(await faultOf({ cwd })).toBe(
      'hallugraph.config.yaml: Unresolved alias (the anchor must be set before the alias)',
    );
    const flag = flags('scoring.weights={head: *there}');
    expect(await faultOf({ cwd: await temporaryFolder(), flags: flag })).toContain('scoring.weights');
  });

  it('are told for a folder where a config file is looked for', async () => {
    const cwd = await temporaryFolder();
    await mkdir(path.join(cwd, 'hallugraph.config.yaml'));
    expect(await faultOf({ cwd })).toContain('illegal operation on a directory');
  });

  it('show a value that JSON does not know', async () => {
    expect(() => resolveConfig({ seed: 1n as unknown as number })).toThrow(ConfigError);
  });

  it('suggest the key that was meant', async () => {
    const cwd = await temporaryFolder();
    expect(await faultOf({ cwd, flags: flags('scoring.wieghts.head=1') })).toContain('did you mean weights?');
    expect(await faultOf({ cwd, flags: flags('foo=1') })).toContain('foo: unknown key; known are ');
    const env = { HALLUGRAPH_MODELS__GENERATOR__API_KEY: 'sk-secret' };
    const fault = await faultOf({ cwd, env });
    expect(fault).toContain('HALLUGRAPH_MODELS__GENERATOR__API_KEY: models.generator.apiKey');
    expect(fault).toContain('did you mean apiKeyEnv?');
    expect(fault).not.toContain('sk-secret');
  });

  it('tell how to ask a chat model that ran in the process', async () => {
    const cwd = await temporaryFolder({
      'hallugraph.config.yaml': 'models:\n  generator:\n    provider: transformers\n',
    });
    const fault = await faultOf({ cwd });
    expect(fault).toMatch(
      /^hallugraph\.config\.yaml:3: models\.generator\.provider: no longer a setting: .* which baseUrl names$/,
    );
  });

  it('never repeat a key or a password put in the wrong place', async () => {
    const cwd = await temporaryFolder();
    const wrong = flags(
      'models.generator.apiKeyEnv=sk-secret',
      'models.generator.baseUrl=https://me:secret@host/v1',
    );
    const fault = await faultOf({ cwd, flags: wrong });
    expect(fault.split('\n')).toHaveLength(2);
    expect(fault).not.toContain('secret');
  });

  it('tell a key of another rule from an unknown one', async () => {
    const cwd = await temporaryFolder();
    expect(await faultOf({ cwd, flags: flags('scoring.threshold.k=1') })).toContain(
      'not a key of rule fixed',
    );
  });

  it('place a missing value where its group is written', async () => {
    const cwd = await temporaryFolder({
      'hallugraph.config.yaml':
        'preset: paper-phd\nscoring:\n  threshold:\n    rule: fixed\n    triple: 0.5\n',
    });
    expect(await faultOf({ cwd })).toBe(
      'hallugraph.config.yaml:3: scoring.threshold.passage: expected a number, found nothing',
    );
  });

  it.each(['seed', '=1', 'seed=', 'a..b=1', '.seed=1'])('refuse the flag --set %s', (assignment) => {
    expect(() => assignmentLayer(assignment)).toThrow(ConfigError);
  });
});

describe('values of flags and variables', () => {
  it.each([
    ['.5', 0.5],
    ['1e-3', 0.001],
    ['true', true],
    ['gpt-4o', 'gpt-4o'],
    ['"4"', '4'],
    ['a: b', 'a: b'],
    ['https://host/v1?x=1', 'https://host/v1?x=1'],
    ['{rule: fixed}', { rule: 'fixed' }],
    ['@at', '@at'],
  ])('%s', (text, value) => {
    expect(assignmentLayer(`key=${text}`).values).toEqual({ key: value });
  });
});

describe('.env', () => {
  it('adds to the environment and overrides nothing', async () => {
    const cwd = await temporaryFolder({ '.env': 'HALLUGRAPH_SEED=1\nHALLUGRAPH_CONCURRENCY=2\n' });
    const env = environmentOf({ cwd: cwd, env: { HALLUGRAPH_SEED: '5' } });
    expect((await loadConfig({ cwd, env })).config).toMatchObject({ seed: 5, concurrency: 2 });
  });

  it('need not be there', async () => {
    expect(environmentOf({ cwd: await temporaryFolder(), env: { A: '1' } })).toEqual({ A: '1' });
  });
});
