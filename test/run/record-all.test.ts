import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunError } from '../../src/errors.ts';
import { type RecordingJob, recordInFile } from '../../src/run/record-all.ts';
import { openRecordLog, recordsSoFar } from '../../src/run/record-log.ts';
import { allOf, type RecordKind } from '../../src/run/records.ts';
import { temporaryFolder } from '../cli/test-host.ts';

interface Square {
  of: number;
  square: number;
}

const SQUARES: RecordKind<Square> = {
  name: 'a square',
  is: (value): value is Square => typeof (value as Square)?.square === 'number',
};
const NUMBERS = [3, 1, 2, 5];
const WHOLE = '{"of":3,"square":9}\n{"of":1,"square":1}\n{"of":2,"square":4}\n{"of":5,"square":25}\n';

const fileOf = async () => path.join(await temporaryFolder(), 'deep', 'squares.jsonl');

/** @param worked takes up the numbers worked on */
function record(file: string, worked: number[] = [], job: Partial<RecordingJob<number, Square>> = {}) {
  return recordInFile(file, SQUARES, {
    items: NUMBERS,
    id: { ofItem: String, ofRecord: ({ of }) => String(of) },
    async work(of) {
      worked.push(of);
      return { of, square: of * of };
    },
    concurrency: 2,
    ...job,
  });
}

const failingAt =
  (number: number): RecordingJob<number, Square>['work'] =>
  async (of) => {
    if (of === number) throw new Error('no square');
    return { of, square: of * of };
  };

describe('recordInFile', () => {
  it.each([1, 2, 4])('writes a record an item in order, %i at once', async (concurrency) => {
    const file = await fileOf();
    const done: [number, number][] = [];
    // The later ones are ready first.
    const work = async (of: number) => {
      await new Promise((resolve) => setTimeout(resolve, 5 * of));
      return { of, square: of * of };
    };
    await record(file, [], { concurrency, work, onRecord: ({ of }, count) => done.push([of, count]) });
    expect(await readFile(file, 'utf8')).toBe(WHOLE);
    expect(done).toEqual([
      [3, 1],
      [1, 2],
      [2, 3],
      [5, 4],
    ]);
  });

  it('goes on behind a failure and a torn line, and works on nothing twice', async () => {
    const file = await fileOf();
    await expect(record(file, [], { work: failingAt(2), concurrency: 1 })).rejects.toThrow('no square');
    await appendFile(file, '{"of":2,"squ');
    const [worked, done]: number[][] = [[], []];
    await record(file, worked, { onRecord: (_, count) => done?.push(count) });
    expect({ worked, done }).toEqual({ worked: [2, 5], done: [1, 2, 3, 4] });
    expect(await readFile(file, 'utf8')).toBe(WHOLE);
    const nothing: number[] = [];
    await record(file, nothing);
    expect(nothing).toEqual([]);
  });

  it('refuses records of other items, more records than items, and what is no record', async () => {
    const file = await fileOf();
    await record(file);
    const turned = record(file, [], { items: [...NUMBERS].reverse() });
    await expect(turned).rejects.toThrow(`${file}: record 1 (3) is not of this input`);
    await expect(record(file, [], { items: [3] })).rejects.toBeInstanceOf(RunError);
    await appendFile(file, '{"of":7}\n');
    await expect(record(file)).rejects.toThrow('squares.jsonl:5: not a square');
  });
});

describe('recordsSoFar', () => {
  it('has none where nothing was begun, and leaves a torn line alone', async () => {
    const file = await fileOf();
    expect(await allOf(recordsSoFar(file, SQUARES))).toEqual([]);
    await record(file);
    await appendFile(file, '{"of":7,"sq');
    expect(await allOf(recordsSoFar(file, SQUARES))).toHaveLength(4);
    expect(await readFile(file, 'utf8')).toBe(`${WHOLE}{"of":7,"sq`);
  });
});

it('openRecordLog says what cannot be written', async () => {
  const folder = await temporaryFolder();
  await expect(openRecordLog(folder, SQUARES)).rejects.toThrow('cannot be written');
});
