/** What the README shows works as shown. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(resolve(root, 'README.md'), 'utf8');
const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven'];
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text]) => text as string,
  );

describe('the README', () => {
  it('shows code that runs against the built package and finds the planted error', async () => {
    const [code] = blocks('ts');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', code as string],
      { cwd: root },
    );
    const flagged = stdout.split('\n').filter((line) => line.startsWith('hallucinated'));
    expect(flagged.join('\n')).toContain('1921');
    expect(stdout).toMatch(/^factual/m);
  });

  it('shows what the quickstart prints', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hallugraph-readme-'));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        'dist/src/cli/main.js',
        ...['evaluate', 'datasets/samples/passages.jsonl', '--preset', 'local', '--quiet'],
        ...['--out', join(folder, 'run')],
      ],
      { cwd: root },
    );
    await rm(folder, { recursive: true });
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

  it('names npm scripts that exist', () => {
    const scripts = [...readme.matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name as string);
    expect(scripts).toContain('quickstart');
    for (const name of scripts) expect(Object.keys(packageJson.scripts)).toContain(name);
  });

  it('shows commands that the command line knows', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['dist/src/cli/main.js', '--help'], {
      cwd: root,
    });
    const commands = new Set(
      [...readme.matchAll(/^hallugraph ([a-z]+)/gm)].map(([, name]) => name as string),
    );
    expect(commands.size).toBeGreaterThan(2);
    for (const name of commands) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  });
});
