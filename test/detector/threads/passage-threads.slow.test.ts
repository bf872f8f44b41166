/** Worker threads that end, hang or fill their memory, and models of all kinds; most tests start several threads. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { groupBy } from '../../../src/common/group-by.ts';
import { resolveConfig } from '../../../src/config/resolve.ts';
import type { ConfigInput } from '../../../src/config/schema.ts';
import { BackendError, BudgetError, ModelCallError } from '../../../src/errors.ts';
import { embedFunction } from '../../../src/models/own-functions.ts';
import { createParts } from '../../../src/detector/parts.ts';
import { recordIn } from '../../../src/records/record-line.ts';
import { openThreads } from '../../../src/detector/threads/passage-threads.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { brooke } from '../../support/brooke.ts';
import { HOSTILE } from '../../support/hostile.ts';
import { scriptedChat } from '../../support/scripted-chat.ts';
import { simulate } from '../../support/simulated-model.ts';
import { ADA, asking, detectorWith, OTHER, passage, withServer } from './threaded.ts';

const ODD = ['\ud800 lone \udc00', '\u0000\u0007', '𝔄𝔡𝔞 was born in 1815 \u{1F469}\u200D\u{1F52C}', ''];

describe('a detector with threads', () => {
  it('gives what one without gives, byte for byte and in the same order, of any text', async () => {
    const passages = [...HOSTILE, ...ODD].map((text, index) =>
      passage(`p${index}`, { response: `${ADA} ${text}`, samples: [text, ADA, `${OTHER} ${text}`] }),
    );
    const of = async (threads: number) => {
      const lines: string[] = [];
      for await (const verdict of detectorWith(threads).evaluateAll(passages))
        lines.push(JSON.stringify(verdict));
      return lines;
    };
    expect(await of(3)).toEqual(await of(0));
  });

  it('gives the same where each passage has a new thread', async () => {
    const passages = ['a', 'b', 'c'].map((id) => passage(id));
    const of = async (threads: number) => {
      const detector = detectorWith(threads, { preset: 'local', threads: { passages: 1 } });
      const lines: string[] = [];
      for (const each of passages) lines.push(Buffer.from((await detector.record(each)).line).toString());
      return lines;
    };
    expect(await of(1)).toEqual(await of(0));
  });
});

describe('models of a passage in a thread', () => {
  it('may be the own functions of the caller', async () => {
    const vectorOf = (text: string) => [text.length, text.charCodeAt(0) % 7, 1];
    const embed = embedFunction('own/vectors', async (texts) => texts.map(vectorOf));
    const chat = () => scriptedChat({ sample: [ADA, OTHER].map((text) => ({ text, finishReason: 'stop' })) });
    const of = (threads: number) => {
      const asked = { preset: 'local', sampling: { ask: true, n: 2 } } as const;
      const { samples: _, ...rest } = passage('own');
      return detectorWith(threads, asked, { chat: chat(), embed }).evaluate(rest);
    };
    const verdict = await of(1);
    expect(verdict.passage.samples).toEqual([ADA, OTHER]);
    expect(JSON.stringify(verdict)).toBe(JSON.stringify(await of(0)));
  });

  it('may answer with more than is asked for, also what no thread can be handed', async () => {
    const sample = [ADA, OTHER].map((text) => ({ text, finishReason: 'stop' as const, raw: () => text }));
    const vectorOf = (text: string) => Object.assign([text.length, 1, 1], { raw: () => text });
    const embed = {
      id: 'own/vectors',
      embed: async (texts: readonly string[]) => texts.map(vectorOf) as never,
    };
    const of = (threads: number) => {
      const asked = { preset: 'local', sampling: { ask: true, n: 2 } } as const;
      const { samples: _, ...rest } = passage('own');
      return detectorWith(threads, asked, { chat: scriptedChat({ sample }), embed }).evaluate(rest);
    };
    expect((await of(1)).passage.samples).toEqual([ADA, OTHER]);
    expect(JSON.stringify(await of(1))).toBe(JSON.stringify(await of(0)));
  });

  it('that run on this machine are held by the calling thread alone', async () => {
    const asked: string[] = [];
    const config = resolveConfig({
      preset: 'check',
      reference: { checker: 'nli' },
      nli: { model: 'nobody/nli' },
      uncertainty: { enabled: true, entities: 'nobody/entities' },
    });
    const parts = await createParts(config, {});
    const threads = openThreads(
      {
        ...parts,
        forPassage: (scope) => ({
          ...parts.forPassage(scope),
          nli: {
            id: 'stub/nli',
            async classify(pairs) {
              asked.push(...pairs.map(({ premise }) => premise));
              return pairs.map(() => ({ entailment: 0, neutral: 0, contradiction: 1 }));
            },
          },
          recogniser: { id: 'stub/entities', recognise: async () => [{ start: 0, end: 12 }] },
        }),
      },
      1,
    );
    onTestFinished(() => threads.close());
    const tokens = [{ text: ADA, logprob: -1 }];
    const { label, trace } = await threads.evaluate(passage('ada', { context: [OTHER], tokens }), {});
    expect(new Set(asked)).toEqual(new Set([OTHER]));
    expect(label).toBe('hallucinated');
    expect(trace.uncertainty?.entities).toMatchObject([{ span: { start: 0, end: 12 } }]);
  });

  it('fail as they do without threads', async () => {
    const failing = new ModelCallError('bad key', { retryable: false, status: 401 });
    const detector = detectorWith(1, { preset: 'gca' }, { chat: scriptedChat({ sample: failing }) });
    const error = await detector.evaluate(passage('ada', { samples: [] })).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ModelCallError);
    expect(error).toMatchObject({ message: 'bad key', status: 401, retryable: false, exitCode: 3 });

    const refused = new ModelCallError('filtered', { retryable: false, status: 400 });
    const abstaining = detectorWith(1, { preset: 'gca' }, { chat: scriptedChat({ sample: refused }) });
    const { abstention } = await abstaining.evaluate(passage('ada', { samples: [] }));
    expect(abstention).toEqual({ reason: 'failed', detail: 'filtered' });

    const { env } = await withServer(simulate(brooke.model));
    const budgeted = detectorWith(1, { ...asking, budget: { requests: 2 } }, { env });
    await expect(budgeted.evaluate(brooke.passage)).rejects.toBeInstanceOf(BudgetError);
  });

  it('are waited for no longer once the passage is given up', async () => {
    const { server, env } = await withServer(() => new Promise<never>(() => {}));
    const controller = new AbortController();
    const detector = detectorWith(1, asking, { env });
    const evaluated = detector.evaluate(brooke.passage, { signal: controller.signal });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), 60_000);
    controller.abort(new Error('enough'));
    await expect(evaluated).rejects.toThrow('enough');
  });
});

describe('a thread', () => {
  const WORKER = fileURLToPath(new URL('ending-worker.ts', import.meta.url));
  const ENDED = /^the worker thread ended: /;
  const open = async (count: number, input: ConfigInput = {}) => {
    const config = resolveConfig({ preset: 'local', ...input });
    const threads = openThreads(await createParts(config, {}), count, WORKER);
    onTestFinished(() => threads.close());
    return threads;
  };

  it('that ends is replaced, and its passage tried once more', async () => {
    const threads = await open(2);
    const marker = path.join(await temporaryFolder(), 'marker');
    const once = passage('once', { prompt: `exit-once ${marker}` });
    const [verdict, other] = await Promise.all([
      threads.evaluate(once, {}),
      threads.evaluate(passage('other'), {}),
    ]);
    expect(verdict).toMatchObject({ passage: once, abstention: null });
    expect(other.abstention).toBeNull();
  });

  it.each(['exit', 'throw-later'])(
    'that ends twice at a passage fails that one alone: %s',
    async (prompt) => {
      const threads = await open(1);
      const [bad, good] = await Promise.allSettled([
        threads.evaluate(passage('bad', { prompt }), {}),
        threads.evaluate(passage('good'), {}),
      ]);
      expect(bad).toMatchObject({ status: 'rejected', reason: { name: 'Error' } });
      expect((bad as PromiseRejectedResult).reason.message).toMatch(ENDED);
      expect(good).toMatchObject({ status: 'fulfilled' });
    },
  );

  it('that runs out of memory fails its passage, also as a record, and the next passage has one again', async () => {
    const threads = await open(1, { threads: { memory: 128 } });
    const detail = 'it needs more than the 128 MiB that a worker thread may use; threads.memory allows more';
    const abstention = { reason: 'failed', detail };
    const bad = passage('bad', { prompt: 'fill' });
    const verdict = await threads.evaluate(bad, {});
    expect(verdict).toMatchObject({ passage: bad, score: null, label: 'abstained', abstention, triples: [] });
    const { record, line } = await threads.record(bad, {});
    expect(record).toMatchObject({ score: null, abstention });
    expect(recordIn(line)).toEqual(verdict);
    expect((await threads.evaluate(passage('next'), {})).abstention).toBeNull();
  });

  it('that many passages share fails only the one that fills it', async () => {
    const chat = scriptedChat({ sample: [ADA, OTHER].map((text) => ({ text, finishReason: 'stop' })) });
    const config = resolveConfig({
      preset: 'local',
      sampling: { ask: true, n: 2 },
      threads: { memory: 128 },
    });
    const threads = openThreads(await createParts(config, {}, { own: { chat } }), 1, WORKER);
    onTestFinished(() => threads.close());
    const ids = ['a', 'b', 'bad', 'c'];
    const verdicts = await Promise.all(
      ids.map((id) => threads.evaluate(passage(id, id === 'bad' ? { prompt: 'fill' } : {}), {})),
    );
    expect(verdicts.map(({ abstention }) => abstention?.reason ?? null)).toEqual([
      null,
      null,
      'failed',
      null,
    ]);
  });

  it.each([1, 2])('is replaced after so many passages: %i at once', async (count) => {
    const threads = await open(count, { threads: { passages: 2 } });
    const ids = Array.from({ length: 6 }, (_, index) => `p${index}`);
    const verdicts = await Promise.all(
      ids.map((id) => threads.evaluate(passage(id, { prompt: 'thread' }), {})),
    );
    const served = groupBy(verdicts, (verdict) => verdict.passage.response);
    const most = Math.max(...[...served.values()].map(({ length }) => length));
    expect(most).toBe(2);
  });

  it('that hangs is given up with its passage, and the next passage has a thread again', async () => {
    const threads = await open(1);
    const controller = new AbortController();
    const hanging = threads.evaluate(passage('bad', { prompt: 'hang' }), { signal: controller.signal });
    await threads.evaluate(passage('queued'), { signal: AbortSignal.abort(new Error('late')) }).then(
      () => expect.unreachable(),
      (error) => expect(error.message).toBe('late'),
    );
    controller.abort(new Error('enough'));
    await expect(hanging).rejects.toThrow('enough');
    expect((await threads.evaluate(passage('next'), {})).abstention).toBeNull();
  });

  it('that cannot even begin lets all passages fail, since none would help', async () => {
    const parts = await createParts(resolveConfig({ preset: 'local' }), {});
    const threads = openThreads(parts, 2, path.join(await temporaryFolder(), 'nothing.js'));
    onTestFinished(() => threads.close());
    const ends = await Promise.allSettled(['a', 'b', 'c'].map((id) => threads.evaluate(passage(id), {})));
    for (const end of ends) expect(end).toMatchObject({ reason: expect.any(BackendError) });
    await expect(threads.evaluate(passage('d'), {})).rejects.toThrow('no worker thread can be started');
  });

  it('has no environment, so no keys', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const verdict = await (await open(1)).evaluate(passage('env', { prompt: 'environment' }), {});
    expect(verdict.passage.response).not.toContain('OPENAI_API_KEY');
    expect(verdict.passage.response).toMatch(/^\{.*\}$/);
  });

  it('takes nothing after it was closed', async () => {
    const threads = await open(1);
    const working = expect(threads.evaluate(passage('bad', { prompt: 'hang' }), {})).rejects.toThrow(ENDED);
    await threads.close();
    await working;
    await expect(threads.evaluate(passage('late'), {})).rejects.toThrow('the detector is closed');
  });
});
