/** A run of `sek`: the text of each passage, with uncertain parts rewritten from passages of a corpus. */
import { z } from 'zod';
import type { LabelledPassage } from '../../datasets/index.ts';
import { loadPrompts } from '../../prompts/loader.ts';
import type { Config } from '../config/schema.ts';
import type { Attempt } from '../detector/estimate/estimate.ts';
import { costsOf } from '../detector/parts.ts';
import { splitSentences } from '../english/sentences.ts';
import type { Environment } from '../files/user-cache.ts';
import { type CallSettings, type ChatServices, openChatServices } from '../models/chat-services.ts';
import { createEntityRecogniser } from '../models/create.ts';
import type { CallRecord, Usage } from '../passage.ts';
import { recorded } from '../records/record-line.ts';
import { TOP_LOGPROBS } from '../uncertainty/measure-uncertainty.ts';
import { correctByRetrieval, type SekRewrite, type SekRewriteParts } from '../uncertainty/sek/correct.ts';
import { type CorpusDocument, createPassageSearch, cutPassages } from '../uncertainty/sek/passages.ts';
import { entityTrigger, tokenTrigger } from '../uncertainty/sek/triggers.ts';
import type { SekPlan } from './manifest.ts';
import { kindOf, RECORDS_FILE } from './records.ts';
import type { RunStage } from './stage.ts';

/** The text of a passage before and after, and the retrievals. */
export interface SekRecord extends SekRewrite {
  id: string;
  /** Gold answers, where the input has some. */
  answers?: string[];
  /** Null where no model was asked. */
  usage: Usage | null;
  calls?: CallRecord;
  defect?: string;
}

const count = z.int().min(0);
const retrieval = z.looseObject({ at: count, query: z.string(), passages: z.array(z.looseObject({})) });
const recordSchema = z.looseObject({
  ...{ id: z.string(), before: z.string(), after: z.string(), reason: z.string().nullable() },
  ...{ retrievals: z.array(retrieval), answers: z.array(z.string()).optional() },
  usage: z.looseObject({ requests: count }).nullable(),
});

export const SEK_RECORDS = kindOf<SekRecord>('the corrected text of a passage', RECORDS_FILE, recordSchema);

interface SekContext {
  documents: readonly CorpusDocument[];
  plan: SekPlan;
  config: Config;
  env: Environment;
}

export interface SekParts {
  parts: Omit<SekRewriteParts, 'model'>;
  /** Null where no model is asked. */
  services: ChatServices | null;
}

/** @param load creates the parts, which are closed with the stage */
export const sekStage = (
  passages: readonly LabelledPassage[],
  load: () => Promise<SekParts>,
): RunStage<LabelledPassage, SekRecord> => ({
  ...{ name: '', kind: SEK_RECORDS, items: async () => passages, idOf: ({ passage }) => passage.id },
  async open() {
    const { parts, services } = await load();
    return {
      async work({ passage, answers }, { signal, onProgress }) {
        const { id, prompt, response, tokens } = passage;
        onProgress({ passageId: id, stage: 'sek' });
        const model = services?.generator.forPassage(id) ?? null;
        const input = { prompt, response, tokens };
        const correction = await correctByRetrieval(input, { ...parts, model }, { signal });
        const costs = model && costsOf([model]);
        return recorded({ id, ...correction, ...(answers && { answers }), usage: null, ...costs });
      },
      cachedDraws: () => services?.cachedDraws() ?? 0,
      close: async () => services?.close(),
    };
  },
  failed: ({ passage: { id, response = '' }, answers }, defect) => ({
    ...{ id, before: response, after: response, retrievals: [], reason: 'defect' },
    ...{ ...(answers && { answers }), usage: null, defect },
  }),
  count(record, tally) {
    tally.addRecord();
    tally.addCalls(record);
  },
});

/** @throws ConfigError, PromptError, BackendError when a part cannot be made */
export async function openSekParts({
  passages,
  calls,
  ...context
}: SekContext & { passages: readonly LabelledPassage[]; calls: CallSettings }): Promise<SekParts> {
  const parts = await correctionParts(context);
  const asks = parts.timing !== 'none' || passages.some(({ passage }) => passage.response === undefined);
  return { parts, services: asks ? await openChatServices(context.config, context.env, calls) : null };
}

async function correctionParts({ documents, plan, config, env }: SekContext): Promise<SekParts['parts']> {
  const { uncertainty: settings, prompts: dir } = config;
  const { timing, window, passages, maxRetrievals: limit } = plan;
  const recogniser = await createEntityRecogniser(settings.entities, env);
  return {
    ...{ timing, passages, limit, sentencesOf: splitSentences, logprobs: TOP_LOGPROBS },
    prompts: await loadPrompts({ dir }),
    search: await createPassageSearch(cutPassages(documents)),
    findTrigger:
      timing === 'token'
        ? tokenTrigger(settings.minProbability, splitSentences)
        : entityTrigger(recogniser, { settings, window }),
  };
}

/** For a dry run. */
export function tryCorrections(documents: readonly CorpusDocument[], plan: SekPlan): Attempt {
  let parts: Promise<SekParts['parts']> | undefined;
  return async ({ id, prompt, response, tokens }, { config, env, calls }) => {
    parts ??= correctionParts({ documents, plan, config, env });
    const { generator } = await openChatServices(config, env, calls);
    const model = generator.forPassage(id);
    await correctByRetrieval({ prompt, response, tokens }, { ...(await parts), model });
    return 0;
  };
}
