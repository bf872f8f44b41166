import { expect, it } from 'vitest';
import { PROBES, readProbes } from '../../src/run/probe-stage.ts';
import { temporaryFolder, writeFiles } from '../support/temporary-folder.ts';

const masked = [{ label: 'neutral', reason: null, biased: false }];

it('are there by passage, for those that have a reference', async () => {
  const folder = await temporaryFolder();
  expect([...(await readProbes(folder))]).toEqual([]);
  const records = [
    { id: 'a', probes: { knowledge: null, masked }, usage: null },
    { id: 'b', probes: null, usage: null },
  ];
  await writeFiles(folder, { [PROBES.file]: records });
  expect([...(await readProbes(folder))]).toEqual([['a', { knowledge: null, masked }]]);
});

it.each([['{"id":"a"}'], ['{"id":"a","probes":{"knowledge":null,"masked":[{"label":"neutral"}]}}']])(
  'are refused by their line: %s',
  async (line) => {
    const folder = await temporaryFolder({ [PROBES.file]: `${line}\n` });
    await expect(readProbes(folder)).rejects.toThrow('probes.jsonl:1: not the probes of a passage');
  },
);
