/** Texts far longer than any answer of a model: they take a while, and come through. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LONG_TEXTS } from '../support/long-texts.ts';
import { outputOf } from '../support/program.ts';

const LENGTH = 1_000_000;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hallugraph-long-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(Object.entries(LONG_TEXTS))('a megabyte of %s', (name, textOf) => {
  it.each([['evaluate', '--preset', 'local'], ['check']])(
    'comes through %s',
    async (...command) => {
      const file = join(folder, `${name}.jsonl`);
      const response = textOf(LENGTH);
      const passage = { id: name, prompt: 'Who?', response, samples: [textOf(500)], context: [response] };
      await writeFile(file, `${JSON.stringify(passage)}\n`);
      const out = join(folder, `${name}-${command[0]}`);
      const args = [...command, file, '--no-cache', '--quiet', '--out', out];
      const { stdout } = await outputOf(args, { cwd: folder });
      expect(stdout).toContain('1 passage');
    },
    600_000,
  );
});
