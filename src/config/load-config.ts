/** Loads the configuration: flags over environment over file over preset over defaults. */
import { checkConfig } from './check-config.ts';
import { findConfigFile, readConfigFile } from './config-file.ts';
import { type Layer, layerOf, leafPaths, placeOf } from './layers.ts';
import { withBase } from './resolve.ts';
import type { Config } from './config-types.ts';
import { environmentLayers } from './settings.ts';

export interface LoadConfigOptions {
  /** Where the upward search for a config file begins; default: the working folder. */
  cwd?: string;
  file?: string | undefined;
  /** Layers from the command line, later over earlier. */
  flags?: readonly Layer[];
  /** Layer below the config file, such as the default preset of a command. */
  base?: Layer | undefined;
  /** Variables named HALLUGRAPH_... are settings; default: those of the process. */
  env?: Readonly<Record<string, string | undefined>>;
}

export interface LoadedConfig {
  config: Config;
  /** Which layer each value comes from, by dotted path. */
  sources: Record<string, string>;
  file: string | null;
}

/** @throws ConfigError when a layer cannot be read or the result is not a valid configuration */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<LoadedConfig> {
  const { cwd = process.cwd(), file, flags = [], env = process.env, base } = options;
  const configFile = file === undefined ? await findConfigFile(cwd) : await readConfigFile(file, cwd);
  const own = [
    ...(base ? [base] : []),
    ...(configFile ? [configFile.layer] : []),
    ...environmentLayers(env),
    ...flags,
  ];
  const layers = withBase(own);
  const config = checkConfig(layers);
  return { config, sources: sourcesOf(config, layers), file: configFile?.path ?? null };
}

function sourcesOf(config: Config, layers: readonly Layer[]): Record<string, string> {
  const entries = leafPaths(config).map((path) => {
    const layer = layerOf(layers, path);
    return [path.join('.'), layer ? placeOf(layer, path) : 'default'];
  });
  return Object.fromEntries(entries);
}
