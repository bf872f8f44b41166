import { expect, it } from 'vitest';
import { withoutGoneKeys } from '../../src/config/gone-keys.ts';
import { configJsonSchema, keysAt } from '../../src/config/json-schema.ts';
import { leafPaths } from '../../src/config/layers.ts';
import { PRESETS, type PresetName } from '../../src/config/presets.ts';
import { resolveConfig } from '../../src/config/resolve.ts';

it.each(Object.keys(PRESETS) as PresetName[])('takes no key that there is from a run of %s', (preset) => {
  const config = resolveConfig({ preset });
  expect(withoutGoneKeys(config)).toEqual(config);
});

it('takes what an earlier version wrote, and leaves no group behind that is none', () => {
  const values = { sampling: { n: 5, stopping: true }, scoring: { weights: { head: 1 } } };
  const kept = withoutGoneKeys(values);
  expect(kept).toEqual({ sampling: { n: 5 }, scoring: { weights: { head: 1 } } });
  const unknown = leafPaths(kept).filter(
    (path) => !keysAt(configJsonSchema(), path.slice(0, -1)).includes(path.at(-1) ?? ''),
  );
  expect(unknown).toEqual([]);
});
