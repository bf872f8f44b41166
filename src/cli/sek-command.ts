/** `hallugraph sek`: write uncertain parts of a response anew, with passages of a corpus. */
import { type Command, Option } from 'commander';
import pMap from 'p-map';
import { DATASET_FORMATS, type LabelledPassage } from '../../datasets/index.ts';
import { loadPrompts } from '../../prompts/loader.ts';
import { environmentOf } from '../config/environment.ts';
import type { Config } from '../config/schema.ts';
import { type ChatServices, openChatServices } from '../models/chat-services.ts';
import { createEntityRecogniser } from '../models/create.ts';
import { passagesAtOnce } from '../parts.ts';
import { selectPassages } from '../run/input.ts';
import { splitSentences } from '../triples/sentences.ts';
import {
  type CorrectionParts,
  correctByRetrieval,
  TIMINGS,
  type Timing,
} from '../uncertainty/sek/correct.ts';
import { cutPassages } from '../uncertainty/sek/passages.ts';
import { createPassageSearch } from '../uncertainty/sek/search.ts';
import { entityTrigger, tokenTrigger } from '../uncertainty/sek/triggers.ts';
import { noteUnfitted } from './fit-budget.ts';
import type { Host } from './host.ts';
import {
  addCallOptions,
  addSettingOptions,
  type CallFlags,
  callSettings,
  integer,
  loadSettings,
  positive,
  type SettingOptions,
} from './options.ts';
import { readCorpus } from './read-corpus.ts';
import { type InputOptions, readInput, selectionOf } from './read-input.ts';
import { type Corrected, renderCorrections, withAnswerMetrics } from './sek-report.ts';

interface SekOptions extends SettingOptions, CallFlags, InputOptions {
  corpus: string;
  timing: Timing;
  window: number;
  passages: number;
  maxRetrievals: number;
  limit?: number;
  filter?: string;
  format: 'table' | 'json';
}

const EXAMPLES = `
Input as of rhd. Thresholds are those of uncertainty: an entity below minProbability or above maxEntropy (drad), a
token below minProbability (token). Where a record brings "answer", F1, EM, precision and recall are printed.

Examples:
  $ hallugraph sek answers.jsonl --corpus notes/
  $ hallugraph sek questions.jsonl --corpus wiki.jsonl --timing sentence --format json`;

export function addSekCommand(program: Command, host: Host): void {
  const command = program
    .command('sek')
    .description('write uncertain parts of a response anew, with passages of a corpus (SEK of DRAD)')
    .argument('[input]', 'file of passages, or - for standard input')
    .requiredOption(
      '--corpus <path>',
      'folder of .txt and .md files, or documents {id?, title?, text} as .jsonl',
    )
    .addOption(
      new Option('-d, --dataset <format>', 'form of the input')
        .choices(['auto', ...DATASET_FORMATS])
        .default('auto'),
    )
    .addOption(new Option('--timing <rule>', 'when to retrieve').choices(TIMINGS).default('drad'))
    .option('--prompt <text>', 'one prompt, which the model is asked')
    .option('--window <tokens>', 'drad: tokens before and behind an entity that make the query', positive, 25)
    .option('--passages <count>', 'passages of 100 tokens that a retrieval gives', positive, 3)
    .option('--max-retrievals <count>', 'retrievals for one response at most', positive, 20);
  addCallOptions(addSettingOptions(command))
    .option('--seed <number>', 'seed of every random draw', integer)
    .option('-j, --concurrency <count>', 'passages in work at once', positive)
    .option('-n, --limit <count>', 'only the first passages', positive)
    .option('--filter <id>', 'only passages with this in their id; * stands for anything')
    .addOption(
      new Option('-f, --format <format>', 'how results are printed')
        .choices(['table', 'json'])
        .default('table'),
    )
    .addHelpText('after', EXAMPLES);
  command.action(async (source: string | undefined) => {
    const options = command.optsWithGlobals<SekOptions>();
    const corrected = await correctAll(source, options, host);
    const report = withAnswerMetrics(options.timing, corrected);
    host.stdout.write(
      options.format === 'json' ? `${JSON.stringify(report, null, 2)}\n` : renderCorrections(report),
    );
  });
}

async function correctAll(source: string | undefined, options: SekOptions, host: Host): Promise<Corrected[]> {
  const { config } = await loadSettings({ ...options, preset: options.preset ?? 'rhd' }, host);
  noteUnfitted(config, host);
  const input = await readInput(source, options, host);
  const passages = selectPassages(input.passages, selectionOf(input, { ...options, seed: config.seed }));
  const parts = await partsOf(options, config, host);
  const env = environmentOf(host.cwd, host.env);
  const services = asksModel(options.timing, passages)
    ? await openChatServices(config, env, callSettings(options, host))
    : null;
  try {
    return await pMap(passages, (passage) => correct(passage, parts, services), {
      concurrency: passagesAtOnce(config),
    });
  } finally {
    await services?.close();
  }
}

const asksModel = (timing: Timing, passages: readonly LabelledPassage[]): boolean =>
  timing !== 'none' || passages.some(({ passage }) => passage.response === undefined);

async function partsOf(
  { corpus, timing, window, passages, maxRetrievals: limit }: SekOptions,
  { uncertainty: settings, prompts: dir }: Config,
  host: Host,
): Promise<Omit<CorrectionParts, 'model'>> {
  const documents = await readCorpus(corpus, host.cwd);
  const recogniser = await createEntityRecogniser(settings.entities, environmentOf(host.cwd, host.env));
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

async function correct(
  { passage, answers }: LabelledPassage,
  parts: Omit<CorrectionParts, 'model'>,
  services: ChatServices | null,
): Promise<Corrected> {
  const { id, prompt: question, response, tokens } = passage;
  const model = services?.generator.forPassage(id) ?? null;
  const correction = await correctByRetrieval({ question, response, tokens }, { ...parts, model });
  return { id, ...correction, ...(answers && { answers }), usage: model?.usage() ?? null };
}
