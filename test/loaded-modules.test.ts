/**
 * What a program that uses the built package loads. V8's coverage lists every script that ran in a process, ES
 * modules and CommonJS alike, with no loader hook in between.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from './support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Names of the packages whose scripts ran, this one's own as `hallugraph`. */
const packagesLoadedBy = async (program: string): Promise<Set<string>> =>
  new Set((await scriptsLoadedBy(['--input-type=module', '--eval', program])).flatMap(packageOf));

/** Addresses of the scripts that ran. @param args of node */
async function scriptsLoadedBy(args: readonly string[]): Promise<string[]> {
  const folder = await temporaryFolder();
  const env = { ...process.env, NODE_V8_COVERAGE: folder, NODE_OPTIONS: '' };
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
  const files = await readdir(folder);
  const reports = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  return reports.flatMap((report) => JSON.parse(report).result.map(({ url }: { url: string }) => url));
}

function packageOf(url: string): string[] {
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
  if (name !== undefined) return [name];
  return url.includes('/dist/src/index.js') ? ['hallugraph'] : [];
}

const names = (packages: Set<string>) => [...packages].sort();
const HEAVY = /^@tensorflow|^@huggingface|^onnxruntime|^openai$|^@modelcontextprotocol/;
/** What makes and compares facts, by its folders. */
// The bare formula of Eq. 2 belongs to scoring as much as to the comparison.
const METHOD =
  /^gnn\/|^src\/(?:triples|graph|consistency(?!\/consistency-score$)|verification)\/|^src\/(?:create-)?detector$/;
const heavy = (packages: Set<string>) => [...packages].filter((name) => HEAVY.test(name));

it('importing hallugraph, and making a detector, loads little but the schema library', async () => {
  const packages = await packagesLoadedBy(
    `import { createDetector } from 'hallugraph'; createDetector({ preset: 'local' });`,
  );
  expect(names(packages)).toEqual(['any-ascii', 'hallugraph', 'leven', 'p-map', 'zod']);
});

const PASSAGE = `
  const text = 'Ada Lovelace was a mathematician. She was born in London in 1815.';
  const passage = { id: 'a', prompt: 'Who was Ada Lovelace?', response: text };`;

it('evaluating without a model loads none of them, and TF.js alone where graphs are compared', async () => {
  const evaluate = (settings: string) =>
    packagesLoadedBy(`
      import { createDetector } from 'hallugraph'; ${PASSAGE}
      await createDetector(${settings}).evaluate({ ...passage, samples: [text] });`);
  expect(heavy(await evaluate(`{ preset: 'local' }`))).toEqual([]);
  const compared = heavy(await evaluate(`{ preset: 'local', consistency: { always: true } }`));
  expect(compared.every((name) => name.startsWith('@tensorflow'))).toBe(true);
  expect(compared).not.toEqual([]);
});

it('checking against a context loads none of them', async () => {
  const packages = await packagesLoadedBy(`
    import { createDetector } from 'hallugraph'; ${PASSAGE}
    const detector = createDetector({ preset: 'check' });
    await detector.describe();
    await detector.evaluate({ ...passage, context: [text] });`);
  expect(packages).toContain('hallugraph');
  expect(heavy(packages)).toEqual([]);
});

it('the command line loads no part of the method and no schema for its version and its list of commands', async () => {
  for (const flag of ['--version', '--help']) {
    const scripts = await scriptsLoadedBy(['dist/src/cli/main.js', flag]);
    const own = scripts.flatMap((url) => /\/dist\/(.*)\.js$/.exec(url)?.[1] ?? []);
    expect(own.sort()).toEqual([
      ...['src/cli/exit', 'src/cli/main', 'src/cli/process-host', 'src/cli/program', 'src/common/version'],
      ...['src/errors', 'src/files/system-reason', 'src/format/figures', 'src/format/text'],
      'src/text/unparted-scripts',
    ]);
  }
});

it.each(['evaluate', 'rhd', 'select', 'rescore', 'calibrate', 'serve', 'mcp'])(
  'the help of %s loads no other command, and no method',
  async (command) => {
    const scripts = await scriptsLoadedBy(['dist/src/cli/main.js', 'help', command]);
    const commands = scripts.flatMap((url) => /\/cli\/([a-z]+)-command\.js$/.exec(url)?.[1] ?? []);
    expect(commands.filter((name) => name !== 'run')).toEqual([command]);
    const own = scripts.flatMap((url) => /\/dist\/(.*)\.js$/.exec(url)?.[1] ?? []);
    expect(own.filter((name) => METHOD.test(name))).toEqual([]);
    const packages = new Set(scripts.flatMap(packageOf));
    expect([...heavy(packages), ...[...packages].filter((name) => name.includes('hono'))]).toEqual([]);
  },
);
