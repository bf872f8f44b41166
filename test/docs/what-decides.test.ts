/** The table of docs/settings.md on what decides in each preset is what scoring does. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { resolveConfig } from '../../src/config/resolve.ts';
import { PRESETS, type PresetName } from '../../src/config/presets.ts';
import { COMPONENTS, type Component } from '../../src/passage.ts';
import { isOfAgreement } from '../../src/scoring/families.ts';
import { partName } from '../../src/scoring/part-names.ts';

/** Whether a part can change the label of a fact. */
function decidesOnFacts(part: Component, facts: string): string {
  if (facts === 'parts') return 'yes';
  if (facts === 'pooled')
    return isOfAgreement(part) ? 'yes, by the log odds of these five' : 'yes, by its log odds';
  if (facts === 'evidence') return part === 'stated' || part === 'tail' ? 'yes, the weaker of both' : 'no';
  return part === 'support' || part === 'numbers' ? 'by what each sample says' : 'no';
}

function rowsOf(preset: PresetName): string[] {
  const { scoring } = resolveConfig({ preset });
  const parts = COMPONENTS.filter((part) => scoring.weights[part] > 0).toSorted(
    (one, other) => scoring.weights[other] - scoring.weights[one],
  );
  return parts.map((part) => {
    const weight = `${scoring.weights[part]}`.replace(/^0/, '');
    return `| \`${preset}\` | ${partName(part)} | ${weight} | ${decidesOnFacts(part, scoring.facts)} | yes |`;
  });
}

it('docs/settings.md says what decides in each preset', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/settings.md'), 'utf8');
  const [, table = ''] = /## What decides\n[\s\S]*?\n\| --- [^\n]*\n([\s\S]*?)\n\n/.exec(text) ?? [];
  expect(table.split('\n')).toEqual((Object.keys(PRESETS) as PresetName[]).flatMap(rowsOf));
});
