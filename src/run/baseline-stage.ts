/** A stage of a benchmark: one baseline, scored on the passages of the verdicts. */
import type { BaselineDefinition, BaselineParts, BaselineScores } from '../benchmark/baselines/baseline.ts';
import { statementSpans } from '../english/statements.ts';
import { blamesRequest } from '../models/ask.ts';
import { type MeteredChat, meterChat } from '../models/budget/metered-chat.ts';
import { addUsage, ZERO_USAGE } from '../models/budget/usage.ts';
import { scopeChat } from '../models/scoped-chat.ts';
import type { PassageVerdict } from '../passage.ts';
import { NO_SAMPLE } from '../records/abstention.ts';
import { recorded } from '../records/record-line.ts';
import { type MethodRecord, methodScores } from './records.ts';
import type { RunStage } from './stage.ts';

interface BaselineJob {
  definition: BaselineDefinition;
  /** Called only if a passage has no score yet. */
  parts(): Promise<BaselineParts>;
  /** In the order of the run; their passages hold the samples. */
  verdicts(): Promise<readonly PassageVerdict[]>;
  seed: number;
}

export function baselineStage(job: BaselineJob): RunStage<PassageVerdict, MethodRecord> {
  const { id, needs } = job.definition;
  return {
    ...{ name: id, kind: methodScores(id), batched: needs.includes('chat') },
    ...{ items: job.verdicts, idOf: ({ passage }) => passage.id },
    async open() {
      const parts = await job.parts();
      return {
        async work(verdict, { signal, onProgress }) {
          onProgress({ passageId: verdict.passage.id, stage: id });
          return recorded(await recordOf(verdict, { ...job, parts, signal }));
        },
      };
    },
    failed: ({ passage }, defect) => ({
      ...{ id: passage.id, ...unscored('internal error'), usage: null, defect },
    }),
    // The costs of baselines are not counted as those of the run.
    count: () => {},
  };
}

interface OpenJob extends Pick<BaselineJob, 'definition' | 'seed'> {
  parts: BaselineParts;
  signal: AbortSignal;
}

async function recordOf(verdict: PassageVerdict, job: OpenJob): Promise<MethodRecord> {
  const { id } = verdict.passage;
  const { parts, usage } = metered(job, id);
  const { trace, ...scores } = await score(verdict, parts, job).catch((error: unknown) => {
    if (!blamesRequest(error)) throw error;
    return unscored(`the service refused the request: ${error.message}`);
  });
  const isAsking = job.definition.needs.includes('chat');
  return { id, ...scores, usage: isAsking ? usage() : null, ...(trace !== undefined && { trace }) };
}

async function score(
  { passage, trace }: PassageVerdict,
  parts: BaselineParts,
  { definition, seed, signal }: OpenJob,
): Promise<BaselineScores> {
  const { response, samples = [] } = passage;
  if (response === undefined) return unscored('there is no response');
  const { against = 'samples' } = definition;
  if (against === 'samples' && samples.length === 0) return unscored(NO_SAMPLE);
  const sentences = passage.sentences ?? statementSpans(response);
  const input = { passage: { ...passage, response, samples }, sentences, trace, seed };
  return definition.score(input, parts, { signal });
}

const unscored = (reason: string): BaselineScores => ({
  ...{ passage: null, sentences: null, claims: null, reason },
});

/** The parts with separate meters and draws; generator and analyst share a meter if they are the same model. */
function metered({ parts, definition, seed }: OpenJob, passageId: string) {
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
