/** The run of `hallugraph sek`: begun from an input and a corpus, or taken up again; one record a passage. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { LabelledPassage } from '../../datasets/index.ts';
import { loadPrompts } from '../../prompts/loader.ts';
import { forManyListeners } from '../call-signal.ts';
import { checkConfig } from '../config/check-config.ts';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import { RunError } from '../errors.ts';
import { type CallSettings, type ChatServices, openChatServices } from '../models/chat-services.ts';
import { createEntityRecogniser } from '../models/create.ts';
import { callRecord } from '../parts.ts';
import type { Attempt } from '../run/estimate.ts';
import { keepStatus, type RunEnd } from '../run/keep-status.ts';
import type { SekPlan } from '../run/plans.ts';
import { recordAll } from '../run/record-all.ts';
import { recordsSoFar } from '../run/record-log.ts';
import { RECORDS_FILE } from '../run/records.ts';
import { createRunOf, type RunFolder, resumeRunOf } from '../run/run-folder.ts';
import { Tally } from '../run/run-summary.ts';
import { CORRECTED, type Corrected } from '../run/sek-records.ts';
import { splitSentences } from '../text/sentences.ts';
import { type CorrectionParts, correctByRetrieval } from '../uncertainty/sek/correct.ts';
import { cutPassages, type Document } from '../uncertainty/sek/passages.ts';
import { createPassageSearch } from '../uncertainty/sek/search-passages.ts';
import { entityTrigger, tokenTrigger } from '../uncertainty/sek/triggers.ts';
import type { Work } from './carry-out.ts';
import { noteUnfitted } from './fit-budget.ts';
import type { Host } from './host.ts';
import { type CallFlags, callLayers, callSettings } from './options.ts';
import { readCorpus } from './read-corpus.ts';
import {
  keptInput,
  manifestOf,
  type NewRun,
  passagesOfRun,
  runOf,
  runPath,
  selectedPassages,
} from './session.ts';

export interface SekSession {
  folder: RunFolder<Corrected>;
  passages: readonly LabelledPassage[];
  parts: Omit<CorrectionParts, 'model'>;
  /** Null where nobody is asked. */
  services: ChatServices | null;
}

type SekParts = Pick<SekSession, 'parts' | 'services'>;

/** A run about to begin. */
export interface NewSek {
  run: NewRun;
  plan: SekPlan;
  documents: readonly Document[];
}

export const corpusSha256 = (documents: readonly Document[]): string => {
  const hash = createHash('sha256');
  for (const document of documents) hash.update(`${JSON.stringify(document)}\n`);
  return hash.digest('hex');
};

/** Checks everything that can be checked, and only then makes the run folder. */
export async function beginSek({ run, plan, documents }: NewSek, host: Host): Promise<SekSession> {
  const passages = selectedPassages(run);
  noteUnfitted(run.config, host);
  const directory = await runPath(run, host);
  const made = await partsOf({ documents, plan, config: run.config, calls: run.calls ?? {}, passages }, host);
  const description = {
    ...{
      generator: made.services?.generator.id ?? null,
      recogniser: run.config.uncertainty.entities,
    },
    ...{ documents: documents.length, prompts: promptsOf(made) },
  };
  const manifest = manifestOf(
    { ...run, plans: { sek: plan } },
    { passages: passages.length, description },
    host,
  );
  return opened(made, passages, async () => {
    return createRunOf(CORRECTED, directory, manifest, keptInput(run));
  });
}

/** @throws RunError when the folder is no run, or its input or its corpus is not what it was */
export async function takeUpSek(resume: string, flags: CallFlags, host: Host): Promise<SekSession> {
  const { directory, manifest } = await runOf(resume, 'sek', host);
  const plan = manifest.sek as SekPlan;
  const passages = await passagesOfRun(directory, manifest);
  const documents = await readCorpus(plan.corpus, host.cwd);
  if (corpusSha256(documents) !== plan.corpusSha256) {
    throw new RunError(`${plan.corpus} is not what it was when the run began; begin a new run`);
  }
  const config = checkConfig([{ name: 'run.json', values: manifest.config }, ...callLayers(flags)]);
  const tally = new Tally();
  for await (const record of recordsSoFar(path.join(directory, RECORDS_FILE), CORRECTED))
    tally.addCalls(record);
  const calls = { ...callSettings(flags, host), continues: true, spent: tally.spent() };
  const made = await partsOf({ documents, plan, config, calls, passages }, host);
  return opened(made, passages, () => resumeRunOf(CORRECTED, directory));
}

async function opened(
  made: SekParts,
  passages: readonly LabelledPassage[],
  open: () => Promise<RunFolder<Corrected>>,
): Promise<SekSession> {
  try {
    return { ...made, passages, folder: await open() };
  } catch (error) {
    await made.services?.close();
    throw error;
  }
}

interface SekSetting {
  documents: readonly Document[];
  plan: SekPlan;
  config: Config;
  calls: CallSettings;
  passages: readonly LabelledPassage[];
}

async function partsOf({ calls, passages: given, ...setting }: SekSetting, host: Host): Promise<SekParts> {
  const env = environmentOf(host.cwd, host.env);
  const parts = await correctionParts(setting, env);
  const asks = parts.timing !== 'none' || given.some(({ passage }) => passage.response === undefined);
  return { parts, services: asks ? await openChatServices(setting.config, env, calls) : null };
}

async function correctionParts(
  { documents, plan, config }: Pick<SekSetting, 'documents' | 'plan' | 'config'>,
  env: Host['env'],
): Promise<SekParts['parts']> {
  const { uncertainty: settings, prompts: dir } = config;
  const { timing, window, passages, maxRetrievals: limit } = plan;
  const recogniser = await createEntityRecogniser(settings.entities, env);
  return {
    ...{ timing, passages, limit, sentencesOf: splitSentences, logprobs: settings.topLogprobs },
    prompts: await loadPrompts({ dir }),
    search: await createPassageSearch(cutPassages(documents)),
    findTrigger:
      timing === 'token'
        ? tokenTrigger(settings.minProbability, splitSentences)
        : entityTrigger(recogniser, { settings, window }),
  };
}

/** For a dry run. */
export function tryCorrections(documents: readonly Document[], plan: SekPlan): Attempt {
  let parts: Promise<SekParts['parts']> | undefined;
  return async ({ id, prompt: question, response, tokens }, { config, env, calls }) => {
    parts ??= correctionParts({ documents, plan, config }, env);
    const { generator } = await openChatServices(config, env, calls);
    const model = generator.forPassage(id);
    await correctByRetrieval({ question, response, tokens }, { ...(await parts), model });
    return 0;
  };
}

const promptsOf = ({ parts, services }: SekParts): Record<string, string> => {
  if (services === null) return {};
  const { name, version, hash } = parts.prompts.get('sek-continue');
  return { [name]: `${version} ${hash}` };
};

/** Does what is left of a run. */
export async function executeSek(
  { folder, passages, parts, services }: SekSession,
  { signal, concurrency, begin }: Work,
): Promise<{ status: RunEnd }> {
  const tally = new Tally();
  let recorded = 0;
  const { onProgress, onRecord } = begin('', passages.length);
  const work = async ({ passage, answers }: LabelledPassage): Promise<Corrected> => {
    signal.throwIfAborted();
    onProgress({ passageId: passage.id, stage: 'sek' });
    const { id, prompt: question, response, tokens } = passage;
    const model = services?.generator.forPassage(id) ?? null;
    const correction = await correctByRetrieval(
      { question, response, tokens },
      { ...parts, model },
      { signal: forManyListeners(signal) },
    );
    const calls = model && { usage: model.usage(), calls: callRecord([model]) };
    return { id, ...correction, ...(answers && { answers }), usage: null, ...calls };
  };
  const status = await keepStatus(folder, {
    signal,
    work: () =>
      recordAll({
        ...{ log: folder, items: passages, work, concurrency, signal },
        id: { ofItem: ({ passage }) => passage.id, ofRecord: ({ id }) => id },
        onRecord(record, done) {
          tally.addCalls(record);
          recorded = done;
          onRecord(done);
        },
      }),
    summary: () => ({ ...tally.summary(passages.length), recorded }),
    rest: () => passages.slice(recorded).map(({ passage }) => passage.id),
  });
  return { status };
}
