import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPrompts } from '../../prompts/loader.ts';
import type {
  BaselineDefinition,
  BaselineInput,
  BaselineParts,
} from '../../src/benchmark/baselines/baseline.ts';
import { ModelCallError, RunError } from '../../src/errors.ts';
import type { Passage, PassageVerdict } from '../../src/passage.ts';
import { baselineStage } from '../../src/run/baseline-stage.ts';
import { allOf, type MethodRecord, methodScores, recordsIn } from '../../src/run/records.ts';
import { performStage } from '../../src/run/stage.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { scriptedChat } from '../support/scripted-chat.ts';
import { stubVerdict } from './stub-detector.ts';

const PASSAGES: Passage[] = ['a', 'b', 'c', 'd'].map((id) => ({
  ...{ id, prompt: 'q', response: 'A is right. B is wrong.', samples: ['s'] },
}));
const VERDICTS = PASSAGES.map(stubVerdict);

interface Probe {
  definition: BaselineDefinition;
  asked: BaselineInput[];
}

/** Asks once for each passage, and scores it by the number of sentences. */
function probe(failsAt: Record<string, Error> = {}): Probe {
  const asked: BaselineInput[] = [];
  const definition: BaselineDefinition = {
    ...{ id: 'probe', title: 'Probe', needs: ['chat'], requests: () => 1 },
    async score(input, { generator }) {
      asked.push(input);
      const failure = failsAt[input.passage.id];
      if (failure) throw failure;
      await generator?.complete({ messages: [], purpose: 'probe' });
      const sentences = input.sentences.map((_, index) => index);
      return {
        passage: sentences.length,
        sentences,
        claims: null,
        reason: null,
        trace: { for: input.passage.id },
      };
    },
  };
  return { definition, asked };
}

interface Job {
  folder: string;
  definition: BaselineDefinition;
  parts: BaselineParts;
  verdicts: readonly PassageVerdict[];
  seed: number;
  concurrency: number;
  signal?: AbortSignal;
  onRecord?: (done: number) => void;
}

async function jobFor({ definition }: Probe, changes: Partial<Job> = {}): Promise<Job> {
  const model = scriptedChat({ probe: 'yes' });
  const parts = {
    generator: model,
    analyst: model,
    nli: null,
    tokens: null,
    chunkTokens: 200,
    prompts: await loadPrompts(),
  };
  const folder = await temporaryFolder();
  return { folder, definition, parts, verdicts: VERDICTS, seed: 3, concurrency: 2, ...changes };
}

/** All records of the stage, old and new. */
async function execute({ folder, definition, parts, verdicts, seed, ...run }: Job): Promise<MethodRecord[]> {
  const { concurrency, signal = new AbortController().signal, onRecord } = run;
  const stage = baselineStage({ definition, parts: async () => parts, verdicts: async () => verdicts, seed });
  await performStage(stage, verdicts, {
    ...{ folder, concurrency, signal, onProgress: () => {}, onDefect: () => {} },
    onRecord: (_, done) => onRecord?.(done),
  });
  return readMethodRecords(folder, definition.id);
}

const readMethodRecords = (folder: string, id: string) => allOf(recordsIn(folder, methodScores(id)));
const fileOf = (folder: string) => path.join(folder, 'methods', 'probe.jsonl');
const idsOf = (inputs: readonly BaselineInput[]) => inputs.map(({ passage }) => passage.id);

describe('baselineStage', () => {
  it('writes one line a passage, in order, with what it cost', async () => {
    const job = await jobFor(probe());
    const done: number[] = [];
    const records = await execute({ ...job, onRecord: (count) => done.push(count) });
    expect(records.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(records[0]).toEqual({
      ...{ id: 'a', passage: 2, sentences: [0, 1], claims: null, reason: null },
      usage: { requests: 1, inputTokens: 3, outputTokens: 1 },
      trace: { for: 'a' },
    });
    expect(done).toEqual([1, 2, 3, 4]);
    expect(await readFile(fileOf(job.folder), 'utf8')).toBe(
      records.map((one) => `${JSON.stringify(one)}\n`).join(''),
    );
    expect(await readMethodRecords(job.folder, 'probe')).toEqual(records);
    expect(await readMethodRecords(job.folder, 'other')).toEqual([]);
  });

  it('sees the gold sentences where there are some, and the seed of the run', async () => {
    const one = probe();
    const sentences = [{ start: 0, end: 5 }];
    const verdicts = [stubVerdict({ ...(PASSAGES[0] as Passage), sentences })];
    await execute(await jobFor(one, { verdicts }));
    expect(one.asked[0]).toMatchObject({ sentences, seed: 3 });
  });

  it('scores no passage without samples or response, and says why', async () => {
    const one = probe();
    const verdicts = [
      stubVerdict({ id: 'a', prompt: 'q', response: 'A.' }),
      stubVerdict({ id: 'b', prompt: 'q', samples: ['s'] }),
      stubVerdict({ id: 'c', prompt: 'q', response: "I'm sorry.", samples: ['s'] }),
    ];
    const records = await execute(await jobFor(one, { verdicts }));
    expect(records.map(({ passage, reason }) => [passage, reason])).toEqual([
      [null, 'there is no sample to compare with'],
      [null, 'there is no response'],
      [1, null],
    ]);
    expect(idsOf(one.asked)).toEqual(['c']);
  });

  it('gives a passage whose request is refused no score, and goes on', async () => {
    const refused = new ModelCallError('blocked', { retryable: false, status: 400 });
    const records = await execute(await jobFor(probe({ b: refused })));
    expect(records.map(({ passage }) => passage)).toEqual([2, null, 2, 2]);
    expect(records[1]?.reason).toContain('blocked');
  });

  it('gives a passage at which the method itself fails no score, says why, and goes on', async () => {
    const records = await execute(await jobFor(probe({ b: new TypeError('x is not a function') })));
    expect(records.map(({ passage }) => passage)).toEqual([2, null, 2, 2]);
    expect(records[1]).toMatchObject({ defect: 'x is not a function', usage: null });
  });

  it('knows no usage for a method that asks no model', async () => {
    const one = probe();
    const job = await jobFor({ ...one, definition: { ...one.definition, needs: [] } });
    expect((await execute(job))[0]?.usage).toBeNull();
  });

  it('lets the method hear that it is to stop', async () => {
    const controller = new AbortController();
    let hasHeard: boolean | undefined;
    const score: BaselineDefinition['score'] = async (_input, _parts, { signal } = {}) => {
      controller.abort(new Error('enough'));
      hasHeard = signal?.aborted;
      return { passage: 1, sentences: null, claims: null, reason: null };
    };
    const definition = { ...probe().definition, score };
    const job = await jobFor({ definition, asked: [] }, { signal: controller.signal, concurrency: 1 });
    await expect(execute(job)).rejects.toThrow('enough');
    expect(hasHeard).toBe(true);
  });

  it('refuses the records of other passages, and what is no record', async () => {
    const job = await jobFor(probe());
    await execute(job);
    const turned = { ...job, verdicts: [...VERDICTS].reverse() };
    await expect(execute(turned)).rejects.toBeInstanceOf(RunError);
    await appendFile(fileOf(job.folder), '{"id": 5}\n');
    await expect(execute(job)).rejects.toThrow('probe.jsonl:5');
  });

  it.each([
    ['passage', '1e999'],
    ['sentences', '5'],
    ['sentences', '["0.5"]'],
    ['usage', '7'],
  ])('refuses a record whose %s is %s', async (field, value) => {
    const job = await jobFor(probe());
    await execute(job);
    const [first = ''] = (await readFile(fileOf(job.folder), 'utf8')).split('\n');
    const damaged = JSON.stringify({ ...JSON.parse(first), [field]: '?' }).replace('"?"', value);
    await writeFile(fileOf(job.folder), `${damaged}\n`);
    await expect(execute(job)).rejects.toThrow('probe.jsonl:1: not the scores of a passage');
  });
});
