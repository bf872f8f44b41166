/** The figures in the table of presets of docs/judging.md are those that the reading below it prints. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const text = readFileSync(resolve(import.meta.dirname, '../../docs/judging.md'), 'utf8');
const [presets = '', reading = ''] = text.split(/<!-- \/?readings\b.* -->/);

/** ROC-AUC of a preset on the items of a set, as in `99 sentences, 64 of them wrong:`. */
function printed(preset: string, set: string, items: string): string | undefined {
  const [, ofSet = ''] = reading.split(`**${set}**:`);
  const [, table = ''] = ofSet.split(new RegExp(`\\d+ ${items}, \\d+ of them wrong:`));
  return new RegExp(`\\| \`${preset}\`[^|]*\\| +(\\.\\d{3})`).exec(table)?.[1];
}

it.each([
  ['default', 'phd with samples', 'wikibio, others', 'planted, others'],
  ['thorough', 'phd', 'wikibio', 'planted'],
] as const)('docs/judging.md has the figures of %s', (preset, passages, sentences, facts) => {
  const shown = [
    printed(preset, passages, 'passages'),
    printed(preset, sentences, 'sentences'),
    printed(preset, facts, 'facts'),
  ];
  expect(shown).not.toContain(undefined);
  const row = presets.split('\n').find((line) => line.startsWith(`| \`${preset}\` `));
  expect(row).toContain(` ${shown.join(' / ')} |`);
});

it('docs/judging.md has the figures of gca', () => {
  const [, section = ''] = reading.split('### The preset `gca`');
  const ofSet = (set: string) => section.split(`**${set}**`)[1] ?? '';
  const ranked = (set: string) => /\| `gca` +\| (\.\d{3})/.exec(ofSet(set))?.[1];
  const shown = [
    ranked('phd'),
    ranked('wikibio'),
    /Its own facts: ROC-AUC (\.\d{3})/.exec(ofSet('planted'))?.[1],
  ];
  expect(shown).not.toContain(undefined);
  const row = presets.split('\n').find((line) => line.startsWith('| `gca` '));
  expect(row).toContain(`: ${shown.join(' / ')} |`);
});
