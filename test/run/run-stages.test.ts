import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { BudgetError, ModelCallError, PendingError, RunError } from '../../src/errors.ts';
import type { Passage, PassageVerdict } from '../../src/passage.ts';
import { recorded } from '../../src/records/record-line.ts';
import { detectionStage, verdictsUnderRule } from '../../src/run/detection-stage.ts';
import { readManifest } from '../../src/run/manifest.ts';
import { allOf, type RecordKind } from '../../src/run/records.ts';
import { runStages, type StagesJob } from '../../src/run/run-stages.ts';
import { createRun, type RunFolder, resumeRun } from '../../src/run/run-folder.ts';
import type { RunStage } from '../../src/run/stage.ts';
import { temporaryFolder, textIn } from '../support/temporary-folder.ts';
import { sampleManifest } from '../report/sample-report.ts';
import { PASSAGES, stubDetector } from './stub-detector.ts';

const MANIFEST = sampleManifest(PASSAGES);

const newFolder = async () => path.join(await temporaryFolder(), 'run');
const recordsOf = (folder: string) => textIn(folder, 'records.jsonl');

interface Given {
  detector?: ReturnType<typeof stubDetector>;
  passages?: readonly Passage[];
  later?: RunStage<unknown, unknown>[];
  onRecord?: (done: number) => void;
  signal?: AbortSignal;
}

async function execute(folder: RunFolder, given: Given = {}) {
  const { detector = stubDetector(MANIFEST.config), passages = PASSAGES, later = [], onRecord } = given;
  const { scoring } = folder.manifest.config;
  const stage = detectionStage(passages, scoring, async () => ({ work: detector.record }));
  const verdicts = () => verdictsUnderRule(folder.path, scoring);
  const job: StagesJob = {
    ...{
      folder,
      stages: [stage, ...later],
      concurrency: 1,
      signal: given.signal ?? new AbortController().signal,
    },
    verdicts: scoring.threshold.rule === 'fixed' ? undefined : verdicts,
    onStage: () => ({ onProgress: () => {}, onRecord: (done) => onRecord?.(done) }),
    onDefect: () => {},
  };
  return { ...(await runStages(job)), verdicts: verdicts() };
}

/** A detector that fails at one passage. */
function failingAt(id: string, error: Error, asked: string[] = []) {
  return stubDetector(MANIFEST.config, {
    before(passage) {
      asked.push(passage.id);
      if (passage.id === id) throw error;
    },
  });
}

describe('run', () => {
  it('records all passages in order and what came of them', async () => {
    const folder = await newFolder();
    const result = await execute(await createRun(folder, MANIFEST));
    expect(result.status).toBe('done');
    const verdicts = await allOf(result.verdicts);
    expect(verdicts.map(({ passage }) => passage.id)).toEqual(['p1', 'p2', 'p3', 'p4']);
    expect(await recordsOf(folder)).toBe(verdicts.map((verdict) => `${JSON.stringify(verdict)}\n`).join(''));
    expect(await readManifest(folder)).toMatchObject({
      status: 'done',
      error: null,
      summary: { passages: 4, recorded: 4, hallucinated: 1, factual: 3, usage: { requests: 8 } },
    });
    expect(await readdir(folder)).not.toContain('run.lock');
  });

  it('keeps the records before a failure, and resuming asks only for the rest', async () => {
    const [whole, broken] = [await newFolder(), await newFolder()];
    await execute(await createRun(whole, MANIFEST));
    const failure = new ModelCallError('no service', { retryable: false });
    const failed = execute(await createRun(broken, MANIFEST), { detector: failingAt('p3', failure) });
    await expect(failed).rejects.toBe(failure);
    expect(await readManifest(broken)).toMatchObject({
      status: 'failed',
      error: 'no service',
      summary: { recorded: 2 },
    });

    const asked: string[] = [];
    const counts: number[] = [];
    const detector = failingAt('none', failure, asked);
    await execute(await resumeRun(broken), { detector, onRecord: (done) => counts.push(done) });
    expect(asked).toEqual(['p3', 'p4']);
    expect(counts).toEqual([1, 2, 3, 4]);
    expect(await recordsOf(broken)).toBe(await recordsOf(whole));
    expect((await readManifest(broken)).summary).toEqual((await readManifest(whole)).summary);
  });

  it('ends as interrupted when its signal is aborted', async () => {
    const folder = await newFolder();
    const controller = new AbortController();
    const onRecord = () => controller.abort();
    const job = { signal: controller.signal, onRecord };
    expect(await execute(await createRun(folder, MANIFEST), job)).toMatchObject({ status: 'interrupted' });
    const { status, summary } = await readManifest(folder);
    expect(status).toBe('interrupted');
    // What was in work already is kept, too.
    expect(summary.recorded).toBeGreaterThan(0);
    expect(summary.recorded).toBeLessThan(4);
  });

  it('tells of an error that follows an abort', async () => {
    const folder = await newFolder();
    const controller = new AbortController();
    const failure = new RunError('the disk is full');
    const onRecord = () => {
      controller.abort();
      throw failure;
    };
    const running = execute(await createRun(folder, MANIFEST), { signal: controller.signal, onRecord });
    await expect(running).rejects.toBe(failure);
    expect(await readManifest(folder)).toMatchObject({ status: 'failed', error: 'the disk is full' });
  });

  it('takes a threshold from the whole run where the rule says so', async () => {
    const folder = await newFolder();
    const { config } = MANIFEST;
    const scoring = { ...config.scoring, threshold: { rule: 'meanPlusVariance', k: 0 } as const };
    const manifest = { ...MANIFEST, config: { ...config, scoring } };
    const { verdicts } = await execute(await createRun(folder, manifest));
    const passagesMean = (1 + 0 + 1 + 1) / 4;
    expect((await allOf(verdicts)).map(({ threshold }) => threshold)).toEqual(Array(4).fill(passagesMean));
  });

  it('refuses records of other passages', async () => {
    const folder = await newFolder();
    await execute(await createRun(folder, MANIFEST));
    const resumed = execute(await resumeRun(folder), { passages: [...PASSAGES].reverse() });
    await expect(resumed).rejects.toBeInstanceOf(RunError);
  });

  it.each([
    [new BudgetError('used up'), { status: 'budget', unfinished: { passages: ['p3', 'p4'] } }],
    [new PendingError('answer it'), { status: 'waiting', error: 'answer it' }],
  ])('says in its manifest how it ended: %s', async (error, ended) => {
    const folder = await newFolder();
    const failing = execute(await createRun(folder, MANIFEST), { detector: failingAt('p3', error) });
    if (error instanceof BudgetError) expect((await failing).status).toBe('budget');
    else await expect(failing).rejects.toBe(error);
    expect(await readManifest(folder)).toMatchObject({ ...ended, summary: { recorded: 2 } });
  });

  it('makes a defect at one passage its record, counts it, and does the stages behind it', async () => {
    const folder = await newFolder();
    const detector = failingAt('p2', new TypeError('x is not a function'));
    const { status, defects } = await execute(await createRun(folder, MANIFEST), {
      detector,
      later: [lengths()],
    });
    expect({ status, defects }).toEqual({ status: 'done', defects: 1 });
    const verdicts = (await recordsOf(folder))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as PassageVerdict);
    expect(verdicts.map(({ label }) => label)).toEqual(['factual', 'abstained', 'factual', 'factual']);
    expect(verdicts[1]).toMatchObject({
      ...{ passage: PASSAGES[1], score: null, triples: [] },
      abstention: { reason: 'defect', detail: 'x is not a function' },
    });
    expect(await textIn(folder, 'lengths.jsonl')).toBe(
      [1, 2, 3, 4].map((number) => `{"id":"p${number}","length":11}\n`).join(''),
    );
    expect(await readManifest(folder)).toMatchObject({ summary: { recorded: 4, abstained: 1 } });
    expect((await execute(await resumeRun(folder), { later: [lengths()] })).defects).toBe(1);
  });
});

interface Length {
  id: string;
  length: number;
}

/** A stage behind the verdicts. */
function lengths(): RunStage<unknown, unknown> {
  const kind: RecordKind<Length> = {
    ...{ name: 'a length', file: 'lengths.jsonl', idOf: ({ id }) => id, costsOf: () => [] },
    is: (value): value is Length => typeof (value as Length)?.length === 'number',
  };
  const stage: RunStage<Passage, Length> = {
    ...{ name: 'lengths', kind, items: async () => PASSAGES, idOf: ({ id }) => id },
    open: async () => ({ work: async ({ id }) => recorded({ id, length: 11 }) }),
    failed: ({ id }) => ({ id, length: 0 }),
    isFailed: () => false,
    count: () => {},
  };
  return stage;
}
