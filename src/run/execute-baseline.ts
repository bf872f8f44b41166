/** Runs one baseline over the passages of a run that it has not scored yet, one record after the other. */
import type { BaselineDefinition, BaselineParts, BaselineScores } from '../benchmark/baselines/baseline.ts';
import { forManyListeners } from '../call-signal.ts';
import { blamesRequest } from '../models/ask.ts';
import { type MeteredChat, meterChat } from '../models/budget/metered-chat.ts';
import { addUsage, ZERO_USAGE } from '../models/budget/usage.ts';
import { scopeChat } from '../models/scoped-chat.ts';
import type { PassageVerdict } from '../passage.ts';
import { splitSentences } from '../text/sentences.ts';
import type { BatchWork } from './execute-batches.ts';
import { METHOD_SCORES, type MethodRecord, methodFile } from './method-records.ts';
import { recordInFile } from './record-all.ts';

export interface BaselineJob {
  /** The run folder; its lock is held by the caller. */
  folder: string;
  definition: BaselineDefinition;
  parts: BaselineParts;
  /** The verdicts to stand beside, in the order of the run: their passages hold the samples. */
  verdicts: readonly PassageVerdict[];
  seed: number;
  /** Passages in work at once. */
  concurrency: number;
  /** Of a run that asks its models by batches. */
  batch?: BatchWork | undefined;
  signal?: AbortSignal;
  /** When work on a passage begins. */
  onPassage?: (passageId: string) => void;
  /** After each record, old ones first; `done` counts from 1. */
  onRecord?: (done: number) => void;
}

/**
 * All records, old and new, in the order of the verdicts. What is written stays when it fails.
 * @throws RunError when the records are not those of the passages, or cannot be written
 * @throws ModelCallError when a model service did not answer
 * @throws PendingError when batches have to be answered by hand before it can go on
 */
export async function executeBaseline(job: BaselineJob): Promise<MethodRecord[]> {
  const { folder, definition, verdicts, concurrency, signal, onRecord } = job;
  const records: MethodRecord[] = [];
  await recordInFile(methodFile(folder, definition.id), METHOD_SCORES, {
    items: verdicts,
    id: { ofItem: ({ passage }) => passage.id, ofRecord: ({ id }) => id },
    work: (verdict) => recordOf(verdict, job),
    batch: definition.needs.includes('chat') ? job.batch : undefined,
    onRecord(record, done) {
      records.push(record);
      onRecord?.(done);
    },
    ...{ concurrency, signal },
  });
  return records;
}

async function recordOf(verdict: PassageVerdict, job: BaselineJob): Promise<MethodRecord> {
  const { definition, signal } = job;
  signal?.throwIfAborted();
  job.onPassage?.(verdict.passage.id);
  const { parts, usage } = metered(job, verdict.passage.id);
  const { trace, ...scores } = await score(verdict, parts, job).catch((error: unknown) => {
    if (!blamesRequest(error)) throw error;
    return unscored(`the service refused the request: ${error.message}`);
  });
  return {
    id: verdict.passage.id,
    ...scores,
    usage: definition.needs.includes('chat') ? usage() : null,
    ...(trace !== undefined && { trace }),
  };
}

async function score(
  { passage, trace }: PassageVerdict,
  parts: BaselineParts,
  { definition, seed, signal }: BaselineJob,
): Promise<BaselineScores> {
  const { response, samples = [] } = passage;
  if (response === undefined) return unscored('there is no response');
  const { against = 'samples' } = definition;
  if (against === 'samples' && samples.length === 0) return unscored('there is no sample to compare with');
  const sentences = passage.sentences ?? splitSentences(response);
  const input = { passage: { ...passage, response, samples }, sentences, trace, seed };
  return definition.create(parts).score(input, signal ? { signal: forManyListeners(signal) } : {});
}

const unscored = (reason: string): BaselineScores => ({
  passage: null,
  sentences: null,
  claims: null,
  reason,
});

/** The parts with meters and draws of their own; one meter where generator and analyst are the same model. */
function metered({ parts, definition, seed }: BaselineJob, passageId: string) {
  const { generator, analyst, ...others } = parts;
  const scope = JSON.stringify([seed, definition.id, passageId]);
  const meters = new Map<unknown, MeteredChat>();
  for (const model of [generator, analyst]) {
    if (model !== null && !meters.has(model)) meters.set(model, meterChat(scopeChat(model, scope)));
  }
  const meterOf = (model: typeof generator) => meters.get(model) ?? null;
  return {
    parts: { ...others, generator: meterOf(generator), analyst: meterOf(analyst) },
    usage: () => [...meters.values()].map((meter) => meter.usage()).reduce(addUsage, ZERO_USAGE),
  };
}
