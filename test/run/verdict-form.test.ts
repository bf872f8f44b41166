/** Records with a part that is something else: told by their line, and never a crash. */
import { beforeAll, expect, it } from 'vitest';
import { randomFor } from '../../src/common/random.ts';
import { createDetector } from '../../src/detector/create-detector.ts';
import { run, succeeded } from '../cli/test-host.ts';
import { brooke } from '../support/brooke.ts';
import { sharedFolder, textIn, writeFiles } from '../support/temporary-folder.ts';

type Key = string | number;

const cwd = sharedFolder();
let records: [string, string];

beforeAll(async () => {
  const rows = ['non-factual', 'factual'].map((label, index) => ({
    ...brooke.passage,
    samples: brooke.samples,
    id: `p${index}`,
    label,
  }));
  await writeFiles(cwd, { 'in.jsonl': rows });
  await succeeded(run('bench jsonl --data in.jsonl --out r --preset local', { cwd, createDetector }));
  const lines = (await textIn(cwd, 'r/records.jsonl')).split('\n');
  records = [withTasks(lines[0] as string), withTasks(lines[1] as string)];
}, 300_000);

/** With the record of the reverse tasks, which `local` does not put. */
function withTasks(line: string): string {
  const record = JSON.parse(line);
  const task = { value: null, reason: 'disabled', asked: null, draws: [] };
  const row = { tripleId: 'original/1', inFactFilter: false, head: task, relation: task, tail: task };
  return JSON.stringify({ ...record, trace: { ...record.trace, verification: [row] } });
}

/** The first record with `value` at a place; undefined takes it away. */
function changed(place: readonly Key[], value: unknown): string {
  const record = JSON.parse(records[0]);
  const holder = place.slice(0, -1).reduce((at, key) => at[key], record);
  holder[place.at(-1) as Key] = value;
  return JSON.stringify(record);
}

async function rescored(record: string) {
  await writeFiles(cwd, { 'r/records.jsonl': `${record}\n${records[1]}\n` });
  return [
    await run('rescore r --bench', { cwd }),
    await run('report r --html r.html', { cwd }),
    await run('tune r', { cwd }),
  ];
}

it.each<[string, unknown]>([
  ['trace.consistency.0.votes.1', null],
  ['trace.consistency.0.votes', {}],
  ['trace.verification.0.head', null],
  ['trace.verification.0.relation.draws', true],
  ['trace.verification.0.statements', [null]],
  ['trace.segmentations.0.triples.0', null],
  ['trace.segmentations.0.triples.0.tail', undefined],
  ['trace.identity.entities.0.mentions', 7],
  ['trace.agreement.sentences', null],
  ['triples.0.components.head', null],
  ['triples.0.reasons.0.note', true],
  ['threshold', {}],
  ['triples', 5],
  ['triples.0', 5],
  ['triples.0.components', null],
  ['score', '0.5'],
  ['triples.0.score', '0.5'],
  ['sentences', undefined],
  ['sentences', [{}]],
  ['claims', undefined],
  ['usage', null],
  ['trace', undefined],
  ['trace.segmentations', undefined],
  ['trace.identity.entities', undefined],
])('with %s as %j a record is told by its line', async (place, value) => {
  for (const { status, stderr } of await rescored(changed(place.split('.'), value)))
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('records.jsonl:1: not a verdict'),
    });
});

it('is no defect of hallugraph, whatever is changed', { timeout: 300_000 }, async () => {
  const places: Key[][] = [];
  const walk = (value: unknown, place: Key[]): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      places.push([...place, key]);
      walk(inner, [...place, key]);
    }
  };
  walk(JSON.parse(records[0]), []);
  const values = [null, undefined, 'x', 7, {}, [], [null], true];
  const random = randomFor('damaged records');
  const anyOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  for (let time = 0; time < 30; time++) {
    const [place, value] = [anyOf(places), anyOf(values)];
    const statuses = (await rescored(changed(place, value))).map(({ status }) => status);
    expect({ place, value, statuses }).not.toMatchObject({ statuses: expect.arrayContaining([70]) });
  }
});
