import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunError } from '../../src/errors.ts';
import type { PassageVerdict } from '../../src/passage.ts';
import { recorded } from '../../src/records/record-line.ts';
import { openJournal, allOf, readRecords, VERDICTS as KIND } from '../../src/run/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { stubVerdict } from './stub-detector.ts';

async function recordsFile(): Promise<string> {
  return path.join(await temporaryFolder(), 'records.jsonl');
}

async function write(file: string, verdicts: readonly PassageVerdict[]): Promise<void> {
  const writer = await openJournal(path.dirname(file), KIND);
  for (const verdict of verdicts) await writer.append(recorded(verdict));
  await writer.close();
}

const read = (file: string): Promise<PassageVerdict[]> => allOf(readRecords(file, KIND));

const VERDICTS = ['one', 'two\u2028lines', 'žluťoučký 東京 🗼', `long ${'x'.repeat(200_000)}`].map(
  (text, index) => stubVerdict({ id: `p${index}`, prompt: text, response: `${text}.` }),
);

describe('records', () => {
  it('are read as they were written, across chunks and with odd line separators in texts', async () => {
    const file = await recordsFile();
    await write(file, VERDICTS);
    expect(await read(file)).toEqual(VERDICTS);
  });

  it('are appended to those that are there', async () => {
    const file = await recordsFile();
    await write(file, VERDICTS.slice(0, 1));
    await write(file, VERDICTS.slice(1));
    expect(await read(file)).toEqual(VERDICTS);
  });

  it.each([
    ['deleted', (file: string) => rm(file)],
    [
      'replaced',
      async (file: string) => {
        await rm(file);
        await writeFile(`${file}.other`, '');
        await rename(`${file}.other`, file);
      },
    ],
  ])('that were %s while they were written are told', async (_, damage) => {
    const file = await recordsFile();
    const journal = await openJournal(path.dirname(file), KIND);
    await journal.append(recorded(VERDICTS[0] as PassageVerdict));
    await journal.confirm();
    await damage(file);
    await expect(journal.confirm()).rejects.toThrow('was deleted or replaced');
    await journal.close();
  });

  it('cannot be written where no file can be', async () => {
    const file = await recordsFile();
    await writeFile(file, '');
    await expect(openJournal(file, KIND)).rejects.toBeInstanceOf(RunError);
  });

  it('that are not there cannot be read', async () => {
    await expect(read(await recordsFile())).rejects.toBeInstanceOf(RunError);
  });

  it('of an empty file are none', async () => {
    const file = await recordsFile();
    await writeFile(file, '');
    expect(await read(file)).toEqual([]);
  });

  it.each([
    ['half a record', '{"passage": {"id": "p9"'],
    ['a whole record without its line break', JSON.stringify(VERDICTS[0])],
    ['half a character', Buffer.from('"ž').subarray(0, 2)],
  ])('ignore and cut a torn last line: %s', async (_, torn) => {
    const file = await recordsFile();
    await write(file, VERDICTS);
    const whole = await readFile(file);
    await appendFile(file, torn);
    expect(await read(file)).toEqual(VERDICTS);
    await write(file, []);
    expect(whole.equals(await readFile(file))).toBe(true);
  });

  it('cut to nothing when the first line is torn', async () => {
    const file = await recordsFile();
    await writeFile(file, '{"passage"');
    await write(file, []);
    expect(await readFile(file, 'utf8')).toBe('');
  });

  it.each(['{"passage"\n', '{"passage": {}}\n', 'null\n', '\n'])(
    'refuse a whole line that is no verdict: %j',
    async (line) => {
      const file = await recordsFile();
      await writeFile(file, line);
      await expect(read(file)).rejects.toBeInstanceOf(RunError);
      await expect(read(file)).rejects.toThrow('records.jsonl:1');
    },
  );
});
