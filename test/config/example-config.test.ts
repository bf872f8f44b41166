import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { exampleConfig, schemaPathFrom } from '../../src/config/example-config.ts';
import { configJsonSchema, keysAt } from '../../src/config/json-schema.ts';
import { PRESETS, type PresetName } from '../../src/config/presets.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import type { ConfigInput } from '../../src/config/schema.ts';

const SCHEMA = './config.schema.json';
const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];

describe('exampleConfig', () => {
  it.each(PRESET_NAMES)('sets nothing but the preset %s', (preset) => {
    expect(parse(exampleConfig(preset, SCHEMA))).toEqual({ preset });
  });

  it.each(PRESET_NAMES)('shows the values that hold without it (%s)', (preset) => {
    const [, settings = ''] = exampleConfig(preset, SCHEMA).split(`\npreset: ${preset}\n`);
    const uncommented = parse(settings.replace(/^# /gm, ''));
    // groups that are there only once somebody sets them
    const { nli: _nli, provenance: _provenance, ...groups } = uncommented;
    const { analyst, judge: _judge, ...others } = uncommented.models;
    const models = PRESETS[preset].models?.analyst ? { ...others, analyst } : others;
    const { calibration: _calibration, ...scoring } = uncommented.scoring;
    const written = withoutEmpty({ preset, ...groups, models, scoring }) as ConfigInput;
    expect(resolveConfig(written)).toEqual(resolveConfig({ preset }));
  });

  it('names a schema that is there, seen from the folder of the file', () => {
    const file = new URL('../../dist/config.schema.json', import.meta.url);
    const found = schemaPathFrom(fileURLToPath(new URL('.', import.meta.url)));
    expect(found).toBe('../../dist/config.schema.json');
    expect(schemaPathFrom(fileURLToPath(new URL('../..', import.meta.url)))).toBe(
      './dist/config.schema.json',
    );
    expect(existsSync(file)).toBe(true);
  });

  it('explains every top-level setting', () => {
    for (const key of keysAt(configJsonSchema(), []).filter((name) => name !== '$schema')) {
      expect(exampleConfig('default', SCHEMA)).toMatch(new RegExp(`^(# )?${key}:`, 'm'));
    }
  });
});

describe('presets', () => {
  it.each(PRESET_NAMES)('%s is valid and resolving is idempotent', (preset) => {
    const config = resolveConfig({ preset });
    expect(resolveConfig(config)).toEqual(config);
  });

  it.each(['paper-phd', 'paper-wikibio'] as const)('%s takes the released RGCN on exact names', (preset) => {
    const { encoder, graph, sampling, models, verification } = resolveConfig({ preset });
    expect(encoder).toMatchObject({
      ...{ kind: 'rgcn', initialiser: 'glorot', layers: 2, hidden: 16 },
      ...{ activation: 'relu', lastActivation: false, inverseEdges: false },
    });
    expect([graph.mentions, graph.relationSimilarity]).toEqual(['exact', 0.5]);
    expect(sampling).toMatchObject({ n: 10, limit: 10, temperature: 1 });
    expect([models.generator.model, models.analyst?.model]).toEqual(['gpt-3.5-turbo', 'gpt-4']);
    expect(verification.relationTemperature).toBe(0);
  });

  it('of the paper add up to the published weights', () => {
    const { weights, threshold, consistency } = resolveConfig({ preset: 'paper-phd' }).scoring;
    expect(weights).toMatchObject({ head: 0.7, relation: 0.1, tail: 0.1, consistency: 0.1, support: 0 });
    expect({ threshold, consistency }).toEqual({
      threshold: { rule: 'meanPlusVariance', k: 0 },
      consistency: 'raw',
    });
  });
});

function withoutEmpty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutEmpty(inner)]));
}
