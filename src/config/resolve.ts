/** Completes a configuration: the caller's settings over a preset over the defaults. */
import { checkConfig } from './check-config.ts';
import { type Layer, layerOf, valueAt } from './layers.ts';
import { PRESETS } from './presets.ts';
import { type Config, type ConfigInput, configSchema } from './schema.ts';

/** @throws ConfigError when it is not valid */
export function resolveConfig(input: ConfigInput = {}): Config {
  return checkConfig(withBase([{ name: 'config', values: input }]));
}

/** Defaults, then the preset that the uppermost layer names, then the layers themselves. */
export function withBase(own: readonly Layer[]): Layer[] {
  const named = layerOf(own, ['preset']);
  const name = named ? valueAt(named.values, ['preset']) : 'default';
  const defaults: Layer = { name: 'default', values: configSchema.parse({}) };
  if (typeof name !== 'string' || !Object.hasOwn(PRESETS, name)) return [defaults, ...own];
  const values = withModelsOf(own, PRESETS[name as keyof typeof PRESETS]);
  return [defaults, { name: `preset ${name}`, values }, ...own];
}

/** Settings that select another model, possibly of another service. */
const WHICH_MODEL = ['model', 'baseUrl', 'azureApiVersion'];

/**
 * The preset without its analyst where the layers name a generator and no analyst: no data goes to a preset's model
 * when the caller has chosen one.
 */
function withModelsOf(own: readonly Layer[], { models, ...preset }: ConfigInput): ConfigInput {
  if (models === undefined) return preset;
  const isWritten = (...path: string[]) => layerOf(own, ['models', ...path]) !== undefined;
  const isChosen = WHICH_MODEL.some((key) => isWritten('generator', key)) && !isWritten('analyst');
  return { ...preset, models: isChosen ? { generator: models.generator } : models };
}
