/** Writes a config file: the differences from its preset, and their provenance. */
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'yaml';
import { ConfigError } from '../errors.ts';
import { throwing } from '../files/system-reason.ts';
import { writeOutput } from '../files/write-whole.ts';
import { isOtherKind, isPlainObject, type SettingsTree, withoutEmpty } from './layers.ts';
import { resolveConfig } from './resolve.ts';
import type { Config, ConfigInput } from './schema.ts';

export interface WrittenConfig {
  config: Config;
  /** Entries added to those of the config, replacing those of the same name. */
  provenance?: Readonly<Record<string, unknown>>;
}

/**
 * YAML that loads as `config` with its provenance; equal input gives equal text.
 * @throws ConfigError when the preset sets something that the config leaves out, which a file cannot express
 */
export function configYaml({ config, provenance }: WrittenConfig): string {
  const origin = withoutEmpty({ ...config.provenance, ...provenance }) as SettingsTree;
  const { preset, provenance: _, $schema, ...settings } = config;
  const base = resolveConfig({ preset });
  const file = {
    ...($schema !== undefined && { $schema }),
    preset,
    ...(differences(settings, base) as SettingsTree),
    ...(Object.keys(origin).length > 0 && { provenance: origin }),
  };
  const text = stringify(file, { lineWidth: 0, aliasDuplicateObjects: false });
  const wanted = { ...config, provenance: file.provenance };
  const loaded = resolveConfig(parse(text) as ConfigInput);
  if (!isDeepStrictEqual(withoutEmpty(loaded), withoutEmpty(wanted))) {
    throw new ConfigError(`the configuration cannot be written as differences from preset ${preset}`);
  }
  return text;
}

/** By {@link writeOutput}. @throws ConfigError when it cannot be written */
export const writeConfigFile = (file: string, text: string): Promise<void> =>
  writeOutput(file, text).catch(throwing(ConfigError, `${file} cannot be written`));

/** The part of `values` that differs from `base`; a group with another rule or method is kept as a whole. */
function differences(values: unknown, base: unknown): unknown {
  if (!isPlainObject(values) || !isPlainObject(base) || isOtherKind(base, values)) return values;
  const changed = Object.entries(values).filter(
    ([key, value]) => value !== undefined && !isDeepStrictEqual(value, base[key]),
  );
  return Object.fromEntries(changed.map(([key, value]) => [key, differences(value, base[key])]));
}
