/** Files that CONTRIBUTING.md names are there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const text = readFileSync(resolve(root, 'CONTRIBUTING.md'), 'utf8');
const [, walk = ''] = /## One passage[^\n]*\n([\s\S]*?)\n## /.exec(text) ?? [];

it('the walk of one passage names files of the sources', () => {
  const named = [...walk.matchAll(/`([\w/-]+\.ts|src\/[\w/-]+\/)`/g)].map(([, name]) => name as string);
  expect(named.length).toBeGreaterThan(15);
  const files = readdirSync(resolve(root, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
    basename(file),
  );
  const isThere = (name: string) =>
    name.includes('/') ? existsSync(resolve(root, name)) : files.includes(name);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});
