/** Answers as server-sent events. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { createCorrector } from '../../src/detector/corrector.ts';
import { BudgetError } from '../../src/errors.ts';
import { methodsOf } from '../../src/service/methods.ts';
import { bodyOf, gate, made, PASSAGE, post, problem, stubbed } from './stubbed-service.ts';

const EVENTS = { accept: 'text/event-stream' };

/** Name and data of each event. */
const eventsOf = async (response: Response) =>
  [...(await response.text()).matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)].map(([, name, data]) => ({
    name,
    data: JSON.parse(data as string),
  }));

it('tells of each stage as an event as it begins, and of the result as the last one', async () => {
  const { open, before, began } = gate();
  const service = stubbed({ before });
  const response = await post(service, PASSAGE, { headers: EVENTS });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(began).toEqual(['a']);
  open();
  const [stage, result, ...others] = await eventsOf(response);
  expect(stage).toEqual({ name: 'stage', data: { passageId: 'a', stage: 'sample' } });
  expect(result?.name).toBe('result');
  expect(result?.data).toEqual(await bodyOf(await post(service, PASSAGE)));
  expect(others).toEqual([]);
});

it('tells of the stages of both evaluations where it corrects', async () => {
  const corrector = createCorrector({ preset: 'local' });
  const service = made(methodsOf(corrector, corrector.detector));
  const [wrong, right] = [1880, 1887].map((year) => `Rupert Brooke was born in Rugby in ${year}.`);
  const passage = { ...PASSAGE, response: wrong, samples: [right, right, right] };
  const events = await eventsOf(await post(service, passage, { path: '/v1/correct', headers: EVENTS }));
  const stages = ['sample', 'segment', 'compare', 'score'];
  expect(events.slice(0, -1).map(({ data }) => data.stage)).toEqual([...stages, ...stages]);
  expect(events.at(-1)?.data.corrected).toBe(right);
});

it('answers by a status what goes wrong before the first stage, and by an event what does later', async () => {
  const service = stubbed({
    before() {
      throw new BudgetError('used up');
    },
  });
  const early = await post(service, '{', { headers: EVENTS });
  expect(early.status).toBe(400);
  await problem(early);
  const late = await post(service, PASSAGE, { headers: EVENTS });
  expect(late.status).toBe(200);
  expect((await eventsOf(late)).at(-1)).toMatchObject({
    name: 'problem',
    data: { status: 503, detail: 'used up', code: 'budget' },
  });
});

it('ends an event stream when its time is up, and its work when its reader goes away', async () => {
  const { open, before, signals } = gate();
  const service = stubbed({ before }, { timeoutSeconds: 0.5 });
  const late = await post(service, PASSAGE, { headers: EVENTS });
  expect((await eventsOf(late)).at(-1)?.data.status).toBe(504);

  const patient = stubbed({ before });
  const client = new AbortController();
  const left = await post(patient, PASSAGE, { headers: EVENTS, signal: client.signal });
  await left.body?.cancel();
  client.abort();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
  open();
  await patient.stop();
  expect(patient.failures).toEqual([]);
});

it('says something on an event stream while nothing happens', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { open, before } = gate();
  const response = await post(stubbed({ before }), PASSAGE, { headers: EVENTS });
  vi.advanceTimersByTime(40_000);
  open();
  expect((await response.text()).match(/^:$/gm)).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

it('finishes the event streams that are open when it stops', async () => {
  const { open, before } = gate();
  const service = stubbed({ before });
  const response = await post(service, PASSAGE, { headers: EVENTS });
  const stopped = service.stop();
  open();
  await stopped;
  expect((await eventsOf(response)).at(-1)?.name).toBe('result');
});
