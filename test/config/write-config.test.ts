import { lstat, readdir, readFile, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { PRESETS, type PresetName } from '../../src/config/presets.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { ConfigInput } from '../../src/config/schema.ts';
import { configYaml, writeConfigFile } from '../../src/config/write-config.ts';
import { ConfigError } from '../../src/errors.ts';
import { temporaryFolder, textIn } from '../support/temporary-folder.ts';

const CHANGED: ConfigInput = {
  preset: 'local',
  seed: 7,
  scoring: {
    weights: { head: 0.3 },
    threshold: { rule: 'meanPlusVariance', k: 2 },
    calibration: { passage: { method: 'platt', slope: -8.25, intercept: 1 / 3 } },
  },
};

async function load(text: string) {
  const cwd = await temporaryFolder();
  await writeConfigFile(path.join(cwd, 'made.yaml'), text);
  return (await loadConfig({ cwd, file: 'made.yaml' })).config;
}

describe('configYaml', () => {
  it('holds what differs from the preset and nothing else', () => {
    expect(configYaml({ config: resolveConfig(CHANGED) })).toBe(
      [
        'preset: local',
        'seed: 7',
        'scoring:',
        '  weights:',
        '    head: 0.3',
        '  threshold:',
        '    rule: meanPlusVariance',
        '    k: 2',
        '  calibration:',
        '    passage:',
        '      method: platt',
        '      slope: -8.25',
        '      intercept: 0.3333333333333333',
        '',
      ].join('\n'),
    );
  });

  it.each(Object.keys(PRESETS) as PresetName[])('says nothing but the name of an unchanged %s', (preset) => {
    expect(configYaml({ config: resolveConfig({ preset }) })).toBe(`preset: ${preset}\n`);
  });

  it('loads as the same configuration, whatever preset it is written against', async () => {
    for (const preset of Object.keys(PRESETS) as PresetName[]) {
      const config = resolveConfig({ ...CHANGED, preset });
      expect(await load(configYaml({ config }))).toEqual(config);
    }
  });

  it('puts provenance beside what is there, without what is null', async () => {
    const config = resolveConfig({ provenance: { tune: { seed: 1 }, calibration: 'old' } });
    const text = configYaml({ config, provenance: { calibration: { alpha: 0.1, why: null } } });
    expect((await load(text)).provenance).toEqual({ tune: { seed: 1 }, calibration: { alpha: 0.1 } });
  });

  it('refuses what a file over the preset cannot say', () => {
    const config = resolveConfig({ preset: 'local' });
    const impossible = { ...config, scoring: { ...config.scoring, context: Number.NaN } };
    expect(() => configYaml({ config: impossible })).toThrow(ConfigError);
  });
});

describe('writeConfigFile', () => {
  it('replaces a file and leaves nothing else behind', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, 'made.yaml');
    await writeConfigFile(file, 'seed: 1\n');
    await writeConfigFile(file, 'seed: 2\n');
    expect(await readFile(file, 'utf8')).toBe('seed: 2\n');
    expect(await readdir(folder)).toEqual(['made.yaml']);
  });

  it('follows a link, and writes to a device without replacing it', async () => {
    const folder = await temporaryFolder({ 'real.yaml': '' });
    await symlink('real.yaml', path.join(folder, 'link.yaml'));
    await symlink('/dev/null', path.join(folder, 'device.yaml'));
    for (const name of ['link.yaml', 'device.yaml']) {
      await writeConfigFile(path.join(folder, name), 'seed: 1\n');
      expect((await lstat(path.join(folder, name))).isSymbolicLink()).toBe(true);
    }
    expect(await textIn(folder, 'real.yaml')).toBe('seed: 1\n');
    expect((await stat('/dev/null')).isFile()).toBe(false);
    expect((await readdir(folder)).sort()).toEqual(['device.yaml', 'link.yaml', 'real.yaml']);
  });

  it('names the file that cannot be written', async () => {
    const folder = await temporaryFolder();
    await expect(writeConfigFile(path.join(folder, 'none', 'made.yaml'), '')).rejects.toThrow(ConfigError);
  });
});
