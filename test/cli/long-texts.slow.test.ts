/** Texts far longer than any answer of a model: they take a while, and come through. */
import { describe, expect, it } from 'vitest';
import { LONG_TEXTS } from '../support/long-texts.ts';
import { outputOf } from '../support/program.ts';
import { sharedFolder, writeFiles } from '../support/temporary-folder.ts';

const LENGTH = 1_000_000;
const cwd = sharedFolder();

describe.each(Object.entries(LONG_TEXTS))('a megabyte of %s', (name, textOf) => {
  it.each([['evaluate', '--preset', 'local'], ['check']])(
    'comes through %s',
    async (...command) => {
      const response = textOf(LENGTH);
      const passage = { id: name, prompt: 'Who?', response, samples: [textOf(500)], context: [response] };
      await writeFiles(cwd, { [`${name}.jsonl`]: [passage] });
      const args = [...command, `${name}.jsonl`, '--no-cache', '--quiet', '--out', `${name}-${command[0]}`];
      const { stdout } = await outputOf(args, { cwd });
      expect(stdout).toContain('1 passage');
    },
    600_000,
  );
});
