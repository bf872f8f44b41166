/** What a project that depends on the built package gets. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from './support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');

/**
 * Compiles `source` in a project of its own, checking the declarations of every package it reaches.
 *
 * @param packages further ones, as the text of their declarations
 */
async function compile(
  source: string,
  options: readonly string[],
  packages: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(path.join(folder, 'node_modules'));
  await symlink(ROOT, path.join(folder, 'node_modules/hallugraph'), 'dir');
  await symlink(path.join(ROOT, 'node_modules/vitest'), path.join(folder, 'node_modules/vitest'), 'dir');
  for (const [name, declarations] of Object.entries(packages)) {
    const place = path.join(folder, 'node_modules', name);
    await mkdir(place, { recursive: true });
    await writeFile(path.join(place, 'package.json'), JSON.stringify({ name, types: 'index.d.ts' }));
    await writeFile(path.join(place, 'index.d.ts'), declarations);
  }
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(path.join(folder, 'index.ts'), source);
  const flags = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022', ...options];
  const { stdout } = await promisify(execFile)(process.execPath, [TSC, ...flags, '--listFiles', 'index.ts'], {
    cwd: folder,
    maxBuffer: 1e8,
  }).catch((error: { stdout: string }) => error);
  return stdout;
}

const RESOLUTIONS = [
  ['nodenext', ['--module', 'nodenext']],
  ['bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
] as const;

it('holds every file that its README links', async () => {
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await promisify(execFile)('npm', pack, { cwd: ROOT, maxBuffer: 1e8 });
  const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const files = new Set(packed.files.map((file) => file.path));
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
  // Whose sources are not shipped.
  expect([...files].filter((file) => file.endsWith('.map'))).toEqual([]);
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link as string);
  expect(links).toContain('docs/library.md');
  expect(links.filter((link) => !files.has(link))).toEqual([]);
});

it('describes every key of the configuration in types that say what the schema says', async () => {
  const declared = await readFile(path.join(ROOT, 'dist/src/config/config-types.d.ts'), 'utf8');
  expect(declared).toContain('/** Seed of every random draw. Default: 0. */\n  seed?: number | undefined;');
  const output = await compile(
    `import type { Config, ConfigInput } from 'hallugraph';
     import type * as inferred from './node_modules/hallugraph/dist/src/config/schema.js';
     export const there = (config: Config, input: ConfigInput): [inferred.Config, inferred.ConfigInput] => [config, input];
     export const back = (config: inferred.Config, input: inferred.ConfigInput): [Config, ConfigInput] => [config, input];`,
    ['--module', 'nodenext'],
  );
  expect(output).not.toContain('error TS');
  expect(output).toContain('config-types.d.ts');
});

it('types the matcher of vitest', async () => {
  const output = await compile(
    `import 'hallugraph/vitest';
     import { expect } from 'vitest';
     export const right = [
       expect('text').toBeFactual({ prompt: 'q', samples: ['text'] }),
       expect('text').not.toBeFactual({ prompt: 'q', context: ['text'] }, { preset: 'check' }),
     ] satisfies Promise<void>[];
     // @ts-expect-error a prompt is needed
     export const wrong = expect('text').toBeFactual({});`,
    ['--module', 'nodenext'],
  );
  expect(output).not.toContain('error TS');
  expect(output).toContain('dist/src/vitest.d.ts');
});

it('types the matcher of Jest, for the global expect and that of a package', async () => {
  const matchers = 'interface Matchers<R extends void | Promise<void>, T = unknown> { toBe(expected: T): R }';
  const output = await compile(
    `import 'hallugraph/jest';
     import { expect } from '@jest/globals';
     export const right = expect('text').toBeFactual({ prompt: 'q' }) satisfies Promise<void>;
     // @ts-expect-error a prompt is needed
     export const wrong = expect('text').toBeFactual({});`,
    ['--module', 'nodenext', '--preserveSymlinks'],
    {
      expect: `export declare ${matchers}`,
      '@jest/globals': `import type { Matchers } from 'expect';
        export declare function expect<T>(actual: T): Matchers<void, T>;`,
    },
  );
  expect(output).not.toContain('error TS');
  expect(output).toContain('dist/src/jest.d.ts');
});

it.each(RESOLUTIONS)('compiles where declarations are checked, resolved as %s', async (_, options) => {
  const { exports } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
  const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json'));
  const imports = entries.map(
    (entry, index) => `import * as entry${index} from 'hallugraph${entry.slice(1)}';`,
  );
  const uses = entries.map((_, index) => `console.log(entry${index});`);
  const source = `declare const console: { log(value: unknown): void };\n${[...imports, ...uses].join('\n')}`;
  const files = await compile(source, options);
  expect(files).not.toContain('error TS');
  expect(files).toContain('dist/src/index.d.ts');
  expect(files).not.toContain('@tensorflow');
});
