/** `hallugraph sek`: rewrite uncertain parts of a response with passages of a corpus. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Command } from 'commander';
import { startedOnce } from '../common/memoize.ts';
import { InputError, RunError } from '../errors.ts';
import { pendingCalls } from '../run/pending-calls.ts';
import { plainInput, selectedPassages } from '../run/plan-run.ts';
import type { SekPlan } from '../run/manifest.ts';
import { readCorpus } from '../run/read-corpus.ts';
import { passagesOfRun } from '../run/recorded-run.ts';
import { allOf, recordsIn } from '../run/records.ts';
import type { RunArguments } from '../run/run-options.ts';
import type { RunWork, StageContext } from '../run/run-states.ts';
import { SEK_RECORDS, openSekParts, sekStage, tryCorrections } from '../run/sek-stage.ts';
import { TIMINGS, type Timing } from '../uncertainty/sek/correct.ts';
import type { CorpusDocument } from '../uncertainty/sek/passages.ts';
import { exitStatuses } from './exit.ts';
import {
  addDryRunOption,
  addInputOptions,
  addRunOptions,
  choice,
  formatOption,
  positive,
} from './options.ts';
import { addFailOnError, refuseMany } from './report-options.ts';
import { asModule, printEstimate } from './run-command.ts';
import { renderSek, SEK_FORMATS, type SekFormat, withAnswerMetrics } from './sek-report.ts';

interface SekOptions extends RunArguments {
  corpus?: string;
  timing?: Timing;
  window?: number;
  passages?: number;
  maxRetrievals?: number;
  failOnError?: number;
  format: SekFormat;
}

const DEFAULTS = { timing: 'drad', window: 25, passages: 3, maxRetrievals: 20 } as const;

const HELP = `
Input as of rhd. Thresholds are those of uncertainty: an entity below minProbability or above maxEntropy (drad), a
token below minProbability (token). Where a record brings "answer", F1, EM, precision and recall are printed.

Examples:
  $ hallugraph sek answers.jsonl --corpus notes/
  $ hallugraph sek questions.jsonl --corpus wiki.jsonl --timing sentence --format json
  $ hallugraph sek --resume runs/<run>
${exitStatuses()}`;

const UPPER_BOUND =
  'Retrievals are estimated as if the model were unsure of everything it writes (at most --max-retrievals); most texts need fewer.';

type Corpus = readonly CorpusDocument[];

export const commandModule = asModule<SekOptions, Corpus>({
  name: 'sek',
  define,
  async input(source, options, host) {
    const { corpus: folder, timing, window, passages, maxRetrievals } = { ...DEFAULTS, ...options };
    if (folder === undefined)
      throw new InputError('name the corpus, as in sek answers.jsonl --corpus notes/');
    const run = await plainInput({}, source, { ...options, preset: options.preset ?? 'rhd' }, host);
    const documents = await readCorpus(folder, host.cwd);
    const corpus = path.resolve(host.cwd, folder);
    const plan = { corpus, corpusSha256: sha256Of(documents), timing, window, passages, maxRetrievals };
    return { ...run, passages: selectedPassages(run, options), plans: { sek: plan }, about: documents };
  },
  async resume(run, _, host) {
    const plan = run.manifest.sek as SekPlan;
    const documents = await readCorpus(plan.corpus, host.cwd);
    if (sha256Of(documents) === plan.corpusSha256) {
      return { passages: await passagesOfRun(run), about: documents };
    }
    throw new RunError(`${plan.corpus} has changed since the run began; begin a new run`);
  },
  asksAnyway: () => true,
  kinds: () => [SEK_RECORDS],
  async dryRun(planned, { format }, host) {
    const calls = await pendingCalls(planned, SEK_RECORDS);
    const attempt = tryCorrections(planned.about, planned.plans.sek as SekPlan);
    await printEstimate({ ...calls, attempt, note: UPPER_BOUND }, format, host);
  },
  stages,
  async report({ folder: { path: directory, manifest } }, { format, failOnError: allowed }, host) {
    const corrected = await allOf(recordsIn(directory, SEK_RECORDS));
    const { timing } = manifest.sek as SekPlan;
    host.stdout.write(renderSek(withAnswerMetrics(timing, corrected), format));
    const failed = corrected.filter(({ reason }) => reason === 'call-failed');
    const details = failed.map(({ id }) => `${id}: the service refused the request`);
    refuseMany(details, { recorded: corrected.length, allowed }, host);
  },
});

function define(command: Command): void {
  const { timing, window, passages, maxRetrievals } = DEFAULTS;
  addInputOptions(command, { prompt: 'one prompt, which the model is asked' });
  command
    .option('--corpus <path>', 'folder of .txt and .md files, or documents {id?, title?, text} as .jsonl')
    .addOption(choice('--timing <rule>', `when to retrieve (default: ${timing})`, TIMINGS))
    .option(
      '--window <tokens>',
      `drad: tokens before and after an entity in the query (default: ${window})`,
      positive,
    )
    .option('--passages <count>', `passages of 100 tokens per retrieval (default: ${passages})`, positive)
    .option(
      '--max-retrievals <count>',
      `maximum retrievals per response (default: ${maxRetrievals})`,
      positive,
    )
    .addOption(formatOption(SEK_FORMATS));
  addFailOnError(addDryRunOption(addRunOptions(command, { detects: false }))).addHelpText('after', HELP);
}

function stages({ about: documents, ...context }: StageContext<Corpus>): RunWork {
  const { passages, plans, config } = context;
  const opened = startedOnce(() => openSekParts({ ...context, documents, plan: plans.sek as SekPlan }));
  return {
    async describe() {
      const { parts, services } = await opened.get();
      const { name, version, hash } = parts.prompts.get('sek-continue');
      return {
        ...{ generator: services?.generator.id ?? null, recogniser: config.uncertainty.entities },
        documents: documents.length,
        prompts: services === null ? {} : { [name]: `${version} ${hash}` },
      };
    },
    stages: [sekStage(passages, opened.get)],
    close: async () => (await opened.started())?.services?.close(),
  };
}

function sha256Of(documents: Corpus): string {
  const hash = createHash('sha256');
  for (const document of documents) hash.update(`${JSON.stringify(document)}\n`);
  return hash.digest('hex');
}
