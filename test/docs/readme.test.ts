/** What the README shows works as shown; its commands are run by examples.slow.test.ts. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { outputOf, SAMPLES } from '../support/program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(resolve(root, 'README.md'), 'utf8');
const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'];
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text]) => text as string,
  );

describe('the README', () => {
  it('shows code that runs against the built package, and what it prints', async () => {
    const [code] = blocks('ts');
    const [, shown] = blocks('text');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', code as string],
      { cwd: root },
    );
    expect(stdout).toBe(shown);
    expect(stdout).toMatch(/^hallucinated .* 1921 /m);
  });

  it('shows what the quickstart prints', async () => {
    const evaluate = ['evaluate', SAMPLES, '--preset', 'local', '--quiet'];
    const { stdout } = await outputOf(evaluate, { cwd: await temporaryFolder() });
    const [shown] = blocks('text') as [string];
    expect(stdout).toContain(`${shown.trimEnd()}\n`);
    // its figures of the sample passages are those of this run
    const labels = readFileSync(resolve(root, 'datasets/samples/labels.jsonl'), 'utf8').trim().split('\n');
    const found = (gold: string) => {
      const rows = labels.map((line) => JSON.parse(line)).filter(({ label }) => label === gold);
      const flagged = rows.filter(({ id }) => new RegExp(`^ *${id} +hallucinated `, 'm').test(stdout));
      return { all: NUMBERS[rows.length], flagged: NUMBERS[flagged.length] };
    };
    const [wrong, right] = [found('non-factual'), found('factual')];
    expect(readme.replace(/\s+/g, ' ')).toContain(
      `of the ${wrong.all} sample passages with a planted error \`local\` labels ${wrong.flagged} as hallucinated, ` +
        `and ${right.flagged} of the ${right.all} right ones.`,
    );
  });

  it('tells of figures on single facts that their document has', () => {
    const facts = readFileSync(resolve(root, 'docs/facts.md'), 'utf8');
    const figures = readme.match(/\.\d{3} \(\.\d{3}–\.\d{3}\)/g) ?? [];
    expect(figures.length).toBeGreaterThan(3);
    for (const figure of figures) expect(facts).toContain(figure);
  });

  it('names npm scripts that exist', () => {
    const scripts = [...readme.matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name as string);
    expect(scripts).toContain('quickstart');
    for (const name of scripts) expect(Object.keys(packageJson.scripts)).toContain(name);
  });
});
