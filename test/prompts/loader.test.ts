import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import { PromptError } from '../../src/errors.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PACKAGED = new URL('../../prompts/', import.meta.url);

/** A folder with one file, changed from the packaged one. */
async function folderWith(name: string, change: (text: string) => string): Promise<string> {
  const dir = await temporaryFolder();
  await writeFile(
    join(dir, `${name}.yaml`),
    change(await readFile(new URL(`${name}.yaml`, PACKAGED), 'utf8')),
  );
  return dir;
}

async function errorOf(promise: Promise<unknown>): Promise<PromptError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PromptError);
  return error as PromptError;
}

describe('loadPrompts', () => {
  it('loads every file of the package, sorted, with a hash of its own', async () => {
    const { all, get } = await loadPrompts();
    const files = (await readdir(PACKAGED)).filter((name) => name.endsWith('.yaml'));
    expect(all.map(({ name }) => `${name}.yaml`)).toEqual(files.sort());
    expect(new Set(all.map(({ hash }) => hash)).size).toBe(all.length);
    expect(all.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
    expect(get('extract').variables).toEqual(['question', 'response']);
    expect(() => get('absent')).toThrow(PromptError);
  });

  it('replaces single prompts by a folder of the user and changes their hash only', async () => {
    const packaged = await loadPrompts();
    const dir = await folderWith('extract', (text) => text.replace('You turn a text', 'You make a text'));
    const own = await loadPrompts({ dir });
    expect(own.get('extract').system).toContain('You make a text');
    const changed = own.all.filter(({ name, hash }) => packaged.get(name).hash !== hash);
    expect(changed.map(({ name }) => name)).toEqual(['extract']);
  });

  it('gives the same hash whatever the comments and line endings', async () => {
    const packaged = await loadPrompts();
    const dir = await folderWith('correct', (text) => `# mine\n${text}`.replaceAll('\n', '\r\n'));
    expect((await loadPrompts({ dir })).get('correct').hash).toBe(packaged.get('correct').hash);
  });

  it('completes answer schemas to the strict form, which may also be written out', async () => {
    const packaged = (await loadPrompts()).get('extract');
    const strict = { additionalProperties: false };
    expect(packaged.answer).toMatchObject({
      ...{ ...strict, required: ['triples'] },
      properties: { triples: { items: { ...strict, required: ['head', 'relation', 'tail'] } } },
    });
    const dir = await folderWith(
      'extract',
      (text) =>
        `${text}        required: [head, relation, tail]\n        additionalProperties: false\n` +
        '  required: [triples]\n  additionalProperties: false\n',
    );
    expect((await loadPrompts({ dir })).get('extract').hash).toBe(packaged.hash);
  });

  const broken: [string, (text: string) => string, RegExp][] = [
    ['a syntax error', (text) => text.replace('version: 3', 'version: "1'), /extract\.yaml:\d+/],
    ['an unknown field', (text) => `${text}\nmodel: x\n`, /extract\.yaml/],
    [
      'a field of another type',
      (text) => text.replace('version: 3', 'version: one'),
      /extract\.yaml:2: version/,
    ],
    [
      'an undeclared variable',
      (text) => text.replace('[question, response]', '[question]'),
      /user.*response/,
    ],
    [
      'an unused variable',
      (text) => text.replace('[question, response]', '[question, response, more]'),
      /:4: variables\.2.*more/,
    ],
    [
      'a variable in the system text',
      (text) => text.replace('You turn a text', 'You turn {{response}}'),
      /system/,
    ],
    ['a property that is not required', (text) => `${text}        required: [head, tail]\n`, /required/],
    ['open objects', (text) => `${text}  additionalProperties: true\n`, /additionalProperties/],
    [
      'a node without a type',
      (text) => text.replace('tail: { type: string }', 'tail: {}'),
      /properties\.tail/,
    ],
    ['no schema', (text) => text.replace(/answer:[\s\S]*$/, ''), /answer/],
    ['another name than the file', (text) => text.replace('name: extract', 'name: correct'), /:1: name/],
    [
      'other variables than the packaged prompt',
      (text) => text.replace('[question, response]', '[response]').replace('{{question}}', ''),
      /variables.*question/,
    ],
    [
      'other answer fields than the packaged prompt',
      (text) => text.replaceAll('triples', 'facts'),
      /answer\.properties.*triples/,
    ],
  ];
  it.each(broken)('names file and field for %s', async (_, change, words) => {
    const error = await errorOf(loadPrompts({ dir: await folderWith('extract', change) }));
    expect(error.code).toBe('prompt');
    expect(error.message).toMatch(words);
  });

  it('refuses a file that replaces no prompt, and a missing folder', async () => {
    const dir = await temporaryFolder();
    const text = await readFile(new URL('extract.yaml', PACKAGED), 'utf8');
    await writeFile(join(dir, 'mine.yaml'), text.replace('name: extract', 'name: mine'));
    await errorOf(loadPrompts({ dir }));
    await errorOf(loadPrompts({ dir: join(dir, 'absent') }));
  });
});
