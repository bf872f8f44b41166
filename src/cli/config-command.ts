/** `hallugraph config`: create, show and validate configuration. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { stringify } from 'yaml';
import { exampleConfig, schemaPathFrom } from '../config/example-config.ts';
import { configJsonSchema } from '../config/json-schema.ts';
import { leafPaths, valueAt } from '../config/layers.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { PRESETS, type PresetName } from '../config/presets.ts';
import { writeConfigFile } from '../config/write-config.ts';
import { ConfigError } from '../errors.ts';
import type { Host } from '../run/host.ts';
import { addSettingOptions, choice, formatOption } from './options.ts';
import { loadSettings, type SettingOptions } from '../run/run-options.ts';

const LAYERS = `
Settings come from, each over the next: flags (--set), environment (HALLUGRAPH_SCORING__WEIGHTS__HEAD=0.5, also
from .env), hallugraph.config.{yaml,yml,json,ts,js,mjs} in this folder or the nearest above, preset, defaults.`;

const FILE_NAME = 'hallugraph.config.yaml';

export function commandModule(config: Command, host: Host): void {
  config.addHelpText('after', LAYERS);
  config
    .command('init')
    .description(`write a commented ${FILE_NAME}`)
    .argument('[file]', 'where to write it', FILE_NAME)
    .addOption(choice('-p, --preset <name>', 'starting point', Object.keys(PRESETS), 'default'))
    .option('--force', 'overwrite an existing file')
    .action(async (file: string, { preset, force }: { preset: PresetName; force?: boolean }) => {
      const place = path.resolve(host.cwd, file);
      if (!force && existsSync(place)) throw new ConfigError(`${file} exists already; --force overwrites it`);
      await writeConfigFile(place, exampleConfig(preset, schemaPathFrom(path.dirname(place))));
      host.stdout.write(`Wrote ${file}\n`);
    });
  addSettingOptions(config.command('show'))
    .description('print the effective configuration')
    .addOption(formatOption(['yaml', 'json'], 'how it is printed'))
    .option('--sources', 'print the source of each value')
    .addHelpText('after', LAYERS)
    .action(async (options: SettingOptions & { format: 'yaml' | 'json'; sources?: boolean }) => {
      const loaded = await loadSettings(options, host);
      const { format, sources } = options;
      host.stdout.write(sources ? withSources(loaded, format) : plain(loaded.config, format));
    });
  addSettingOptions(config.command('validate'))
    .description('validate the effective configuration')
    .argument('[file]', 'config file to read, as with --config')
    .action(async (named: string | undefined, options: SettingOptions) => {
      if (named !== undefined && options.config !== undefined)
        throw new ConfigError(`${named}: --config names another config file already`);
      const { file } = await loadSettings(
        { ...options, ...(named !== undefined && { config: named }) },
        host,
      );
      const none = 'no config file found; the settings in force are';
      host.stdout.write(`${file === null ? none : `${path.relative(host.cwd, file)} is`} valid\n`);
    });
  config
    .command('schema')
    .description('print the JSON Schema of a config file')
    .option('-o, --out <file>', 'write it to a file')
    .action(async ({ out }: { out?: string }) => {
      const text = plain(configJsonSchema(), 'json');
      if (out === undefined) host.stdout.write(text);
      else await writeConfigFile(path.resolve(host.cwd, out), text);
    });
}

function plain(value: unknown, format: 'yaml' | 'json'): string {
  return format === 'json' ? `${JSON.stringify(value, null, 2)}\n` : stringify(value);
}

function withSources({ config, sources }: LoadedConfig, format: 'yaml' | 'json'): string {
  if (format === 'json') return plain({ config, sources }, format);
  const rows = leafPaths(config).map((keys) => {
    const name = keys.join('.');
    return { text: `${name}: ${stringify(valueAt(config, keys)).trimEnd()}`, source: sources[name] };
  });
  const width = Math.max(...rows.map(({ text }) => text.length));
  return rows.map(({ text, source }) => `${text.padEnd(width)}  # ${source}\n`).join('');
}
