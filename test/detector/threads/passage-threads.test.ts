import { describe, expect, it } from 'vitest';
import { HallugraphError } from '../../../src/errors.ts';
import { recordIn } from '../../../src/records/record-line.ts';
import { brooke } from '../../support/brooke.ts';
import { simulate } from '../../support/simulated-model.ts';
import { ADA, asking, detectorWith, passage, withServer } from './threaded.ts';

describe('a detector with threads', () => {
  it('records what it evaluates, as one without does', async () => {
    const lone = passage('lone', { response: `${ADA} \ud800` });
    const verdict = await detectorWith(0).evaluate(lone);
    for (const threads of [0, 1]) {
      const { record, line } = await detectorWith(threads).record(lone);
      expect(Buffer.from(line).toString()).toBe(`${JSON.stringify(verdict)}\n`);
      expect(verdict).toMatchObject(record);
      expect(record.triples).toHaveLength(verdict.triples.length);
    }
  });

  it('tells the stages of each passage', async () => {
    const stagesOf = async (threads: number) => {
      const stages: string[] = [];
      const onProgress = ({ passageId, stage }: { passageId: string; stage: string }) =>
        stages.push(`${passageId} ${stage}`);
      await detectorWith(threads).evaluate(passage('ada'), { onProgress });
      return stages;
    };
    expect(await stagesOf(1)).toEqual(await stagesOf(0));
  });

  it('fails where its listener does, as one without does', async () => {
    const onProgress = () => {
      throw new RangeError('listener');
    };
    for (const threads of [0, 1]) {
      const evaluated = detectorWith(threads).evaluate(passage('ada'), { onProgress });
      await expect(evaluated).rejects.toThrow(new RangeError('listener'));
    }
  });

  it('refuses a passage as one without does', async () => {
    const { response: _, ...rest } = passage('bare');
    const refusal = (threads: number) =>
      detectorWith(threads)
        .evaluate(rest)
        .catch((error) => error);
    const [one, other] = [await refusal(0), await refusal(1)];
    expect(other).toBeInstanceOf(HallugraphError);
    expect([other.constructor, other.message, other.code]).toEqual([one.constructor, one.message, one.code]);
  });
});

describe('models of a passage in a thread', () => {
  it('are asked by the calling thread, which counts what they cost', async () => {
    const { env } = await withServer(simulate(brooke.model));
    const of = (threads: number) => detectorWith(threads, asking, { env }).evaluate(brooke.passage);
    const verdict = await of(2);
    expect(verdict.usage.requests).toBeGreaterThan(3);
    expect(JSON.stringify(verdict)).toBe(JSON.stringify(await of(0)));
    const { record, line } = await detectorWith(2, asking, { env }).record(brooke.passage);
    expect(record.calls).toEqual(verdict.calls);
    expect(recordIn(line)).toEqual(verdict);
  });
});
