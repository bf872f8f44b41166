import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { BackendError, RunError } from '../../src/errors.ts';
import { recorded } from '../../src/records/record-line.ts';
import { openJournal, allOf, type RecordKind, recordsIn } from '../../src/run/records.ts';
import { performStage, type RunStage, type StageRun } from '../../src/run/stage.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Square {
  of: number;
  square: number | null;
  defect?: string;
}

const SQUARES: RecordKind<Square> = {
  name: 'a square',
  file: 'deep/squares.jsonl',
  is: (value): value is Square => typeof (value as Square)?.of === 'number',
  idOf: ({ of }) => String(of),
  costsOf: () => [],
};
const NUMBERS = [3, 1, 2, 5];
const WHOLE = '{"of":3,"square":9}\n{"of":1,"square":1}\n{"of":2,"square":4}\n{"of":5,"square":25}\n';
const fileOf = (folder: string) => path.join(folder, SQUARES.file);

interface Given extends Partial<StageRun> {
  items?: readonly number[];
  work?: (of: number) => Promise<Square>;
  /** Takes up the numbers worked on. */
  worked?: number[];
  opened?: () => void;
}

function record(
  folder: string,
  { items = NUMBERS, worked = [], opened, work = square, ...run }: Given = {},
): Promise<number> {
  const stage: RunStage<number, Square> = {
    ...{ name: 'squares', kind: SQUARES, items: async () => items, idOf: String },
    async open() {
      opened?.();
      return {
        async work(of) {
          worked.push(of);
          return recorded(await work(of));
        },
        cachedDraws: () => 7,
      };
    },
    failed: (of, defect) => ({ of, square: null, defect }),
    isFailed: ({ defect }) => defect !== undefined,
    count: () => {},
  };
  const { signal } = new AbortController();
  const ignore = () => {};
  const listeners = { onProgress: ignore, onRecord: ignore, onDefect: ignore };
  return performStage(stage, items, { folder, concurrency: 2, signal, ...listeners, ...run });
}

const square = async (of: number): Promise<Square> => ({ of, square: of * of });

const failingAt =
  (number: number, error: Error): NonNullable<Given['work']> =>
  async (of) => {
    if (of === number) throw error;
    return square(of);
  };

describe('performStage', () => {
  it.each([1, 2, 4])('writes a record an item in order, %i at once', async (concurrency) => {
    const folder = await temporaryFolder();
    const done: [unknown, number][] = [];
    // The later ones are ready first.
    const work = async (of: number) => {
      await new Promise((resolve) => setTimeout(resolve, 5 * of));
      return square(of);
    };
    const onRecord: StageRun['onRecord'] = (one, count) => done.push([(one as Square).of, count]);
    expect(await record(folder, { concurrency, work, onRecord })).toBe(7);
    expect(await readFile(fileOf(folder), 'utf8')).toBe(WHOLE);
    expect(done).toEqual([
      [3, 1],
      [1, 2],
      [2, 3],
      [5, 4],
    ]);
  });

  it('goes on behind a failure and a torn line, works on nothing twice, and opens nothing in vain', async () => {
    const folder = await temporaryFolder();
    const failing = failingAt(2, new BackendError('no square'));
    await expect(record(folder, { work: failing, concurrency: 1 })).rejects.toThrow('no square');
    await appendFile(fileOf(folder), '{"of":2,"squ');
    const [worked, done]: [number[], number[]] = [[], []];
    await record(folder, { worked, onRecord: (_, count) => done.push(count) });
    expect({ worked, done }).toEqual({ worked: [2, 5], done: [1, 2, 3, 4] });
    expect(await readFile(fileOf(folder), 'utf8')).toBe(WHOLE);
    let opened = 0;
    const opening = () => {
      opened += 1;
    };
    expect(await record(folder, { opened: opening })).toBe(0);
    expect(opened).toBe(0);
  });

  it('makes a defect at one item its record, tells of it, and goes on', async () => {
    const folder = await temporaryFolder();
    const defects: [string, unknown][] = [];
    const error = new TypeError('x is not a function');
    await record(folder, {
      work: failingAt(1, error),
      onDefect: (id, caught) => defects.push([id, caught]),
    });
    expect(await readFile(fileOf(folder), 'utf8')).toBe(
      WHOLE.replace('"square":1}', '"square":null,"defect":"x is not a function"}'),
    );
    expect(defects).toEqual([['1', error]]);
    const worked: number[] = [];
    await record(folder, { worked });
    expect(worked).toEqual([]);
  });

  it('takes no interrupt and no error of the system for a defect', async () => {
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });
    const folder = await temporaryFolder();
    await expect(record(folder, { work: failingAt(1, full) })).rejects.toBe(full);
    const controller = new AbortController();
    const work = async () => {
      controller.abort(new Error('enough'));
      throw new TypeError('cut off');
    };
    const { signal } = controller;
    await expect(record(await temporaryFolder(), { work, signal, concurrency: 1 })).rejects.toThrow(
      'cut off',
    );
  });

  it('refuses records of other items, more records than items, and what is no record', async () => {
    const folder = await temporaryFolder();
    await record(folder);
    const turned = record(folder, { items: [...NUMBERS].reverse() });
    await expect(turned).rejects.toThrow(`${fileOf(folder)}: record 1 (3) is not of this input`);
    await expect(record(folder, { items: [3] })).rejects.toBeInstanceOf(RunError);
    await appendFile(fileOf(folder), '{"off":7}\n');
    await expect(record(folder)).rejects.toThrow('squares.jsonl:5: not a square');
  });
});

it('recordsIn has none where nothing was begun, and leaves a torn line alone', async () => {
  const folder = await temporaryFolder();
  expect(await allOf(recordsIn(folder, SQUARES))).toEqual([]);
  await record(folder);
  await appendFile(fileOf(folder), '{"of":7,"sq');
  expect(await allOf(recordsIn(folder, SQUARES))).toHaveLength(4);
  expect(await readFile(fileOf(folder), 'utf8')).toBe(`${WHOLE}{"of":7,"sq`);
});

it('openJournal says what cannot be made', async () => {
  const file = path.join(await temporaryFolder(), 'taken');
  await appendFile(file, '');
  await expect(openJournal(file, SQUARES)).rejects.toThrow(`${file}: cannot be made (not a directory)`);
});
