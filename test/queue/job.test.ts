import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jobId, jobPayload, readJob } from '../../src/queue/job.ts';
import { checkRunName } from '../../src/queue/run-jobs.ts';
import { packed, unpacked } from '../../src/queue/packed.ts';

it('reads the passage that was written, whatever characters it has', () => {
  fc.assert(
    fc.property(fc.nat(), fc.string({ unit: 'binary' }), (index, text) => {
      const passage = { id: 'a', prompt: 'Who?', response: text };
      const sent = JSON.parse(JSON.stringify(jobPayload({ index, passage })));
      expect(readJob(sent, null)).toEqual({ index, passage });
    }),
  );
});

it('reads no other value, and says why', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(() => readJob(value, 10)).toThrow(/not a job/);
    }),
  );
  const job = jobPayload({ index: 10, passage: { id: 'a', prompt: 'Who?' } });
  expect(readJob(job, 11).index).toBe(10);
  expect(() => readJob(job, 10)).toThrow('no passage 10');
  expect(() => readJob({ ...job, extra: 1 }, 11)).toThrow('not a job');
  expect(() => readJob({ ...job, passage: packed('{"id": "a"}').toString('base64') }, 11)).toThrow('prompt');
});

it('puts no passage on a queue that is too long, and reads none', () => {
  const response = 'x'.repeat(12_000_000);
  expect(() => jobPayload({ index: 0, passage: { id: 'a', prompt: 'Who?', response } })).toThrow(
    'longer than',
  );
  expect(() => unpacked(packed('x'.repeat(40_000_000)), 'passage')).toThrow('longer than');
  expect(() => unpacked(Buffer.from('no such thing'), 'record')).toThrow('a record in the store is damaged');
});

it('gives a place of a run an id that no other has and that queues take', () => {
  const ids = ['a', 'b'].flatMap((run) => [0, 1, 10].map((index) => jobId(run, index)));
  expect(new Set(ids).size).toBe(6);
  for (const id of ids) expect(id).toMatch(/^p-[0-9a-f]{32}$/);
  expect(jobId('a', 1)).toBe(jobId('a', 1));
});

it('takes names of runs that are the same in every store', () => {
  for (const name of ['wikibio-1', 'A.b_c', '0']) expect(checkRunName(name)).toBe(name);
  for (const name of ['', 'a b', 'a:b', '../a', '-a', 'ä', 'a'.repeat(101)])
    expect(() => checkRunName(name)).toThrow('letters, digits');
});
