/** `hallugraph sek`: write uncertain parts of a response anew, with passages of a corpus. */
import path from 'node:path';
import { type Command, Option } from 'commander';
import { EXIT_CODES } from '../errors.ts';
import { oneLine } from '../format/text.ts';
import type { SekPlan } from '../run/plans.ts';
import { allOf, RECORDS_FILE, readJsonRecords } from '../run/records.ts';
import { CORRECTED, type Corrected } from '../run/sek-records.ts';
import { TIMINGS, type Timing } from '../uncertainty/sek/correct.ts';
import { carryOut } from './carry-out.ts';
import { countIn, printEstimate, type ToAsk } from './dry-run.ts';
import { newRun } from './evaluate-command.ts';
import { EXIT_STATUSES, Exit } from './exit.ts';
import type { Host } from './host.ts';
import { refuseGiven, refuseWithResume } from './open-session.ts';
import {
  addDryRunOption,
  addRunOptions,
  type CallFlags,
  datasetOption,
  positive,
  type RunOptions,
} from './options.ts';
import { readCorpus } from './read-corpus.ts';
import { mapOption } from './map-option.ts';
import type { InputOptions } from './read-input.ts';
import { addFailOnError } from './report-options.ts';
import { renderSek, SEK_FORMATS, type SekFormat, withAnswerMetrics } from './sek-report.ts';
import {
  beginSek,
  corpusSha256,
  executeSek,
  type NewSek,
  type SekSession,
  takeUpSek,
  tryCorrections,
} from './sek-run.ts';
import { passagesOfRun, runOf, selectedPassages } from './session.ts';

interface SekOptions extends RunOptions, CallFlags, InputOptions {
  corpus?: string;
  timing?: Timing;
  window?: number;
  passages?: number;
  maxRetrievals?: number;
  dryRun?: boolean;
  failOnError?: number;
  format: SekFormat;
}

const DEFAULTS = { timing: 'drad', window: 25, passages: 3, maxRetrievals: 20 } as const;

const EXAMPLES = `
Input as of rhd. Thresholds are those of uncertainty: an entity below minProbability or above maxEntropy (drad), a
token below minProbability (token). Where a record brings "answer", F1, EM, precision and recall are printed.

Examples:
  $ hallugraph sek answers.jsonl --corpus notes/
  $ hallugraph sek questions.jsonl --corpus wiki.jsonl --timing sentence --format json
  $ hallugraph sek --resume runs/<run>
${EXIT_STATUSES}`;

export function addSekCommand(program: Command, host: Host): void {
  const { timing, window, passages, maxRetrievals } = DEFAULTS;
  const command = program
    .command('sek')
    .description('write uncertain parts of a response anew, with passages of a corpus (SEK of DRAD)')
    .argument('[input]', 'file of passages, or - for standard input')
    .option('--corpus <path>', 'folder of .txt and .md files, or documents {id?, title?, text} as .jsonl')
    .addOption(datasetOption())
    .addOption(mapOption())
    .addOption(new Option('--timing <rule>', `when to retrieve (default: ${timing})`).choices(TIMINGS))
    .option('--prompt <text>', 'one prompt, which the model is asked')
    .option(
      '--window <tokens>',
      `drad: tokens before and behind an entity that make the query (default: ${window})`,
      positive,
    )
    .option(
      '--passages <count>',
      `passages of 100 tokens that a retrieval gives (default: ${passages})`,
      positive,
    )
    .option(
      '--max-retrievals <count>',
      `retrievals for one response at most (default: ${maxRetrievals})`,
      positive,
    )
    .addOption(
      new Option('-f, --format <format>', 'how results are printed').choices(SEK_FORMATS).default('table'),
    );
  addFailOnError(addDryRunOption(addRunOptions(command))).addHelpText('after', EXAMPLES);
  command.action(async (source: string | undefined) => {
    const options = command.optsWithGlobals<SekOptions>();
    if (options.resume === undefined && options.corpus === undefined) {
      command.error("error: required option '--corpus <path>' not specified");
    }
    await sek(source, options, host);
  });
}

async function sek(source: string | undefined, options: SekOptions, host: Host): Promise<void> {
  if (options.dryRun) return printEstimate(await whatToAsk(source, options, host), options.format, host);
  const session = await openSek(source, options, host);
  const { folder, services } = session;
  await carryOut(
    {
      folder,
      execute: (work) => executeSek(session, work),
      cachedDraws: async () => services?.cachedDraws() ?? 0,
      close: async () => services?.close(),
    },
    options,
    host,
  );
  const corrected = await allOf(readJsonRecords(path.join(folder.path, RECORDS_FILE), CORRECTED));
  const timing = folder.manifest.sek?.timing ?? DEFAULTS.timing;
  host.stdout.write(renderSek(withAnswerMetrics(timing, corrected), options.format));
  refuseFailures(corrected, options.failOnError ?? 1, host);
}

async function whatToAsk(source: string | undefined, options: SekOptions, host: Host): Promise<ToAsk> {
  const { passages, config, plan, documents } = await outlook(source, options, host);
  return {
    ...{ passages: passages.map(({ passage }) => passage), config, isFitted: false, note: BOUND },
    attempt: tryCorrections(documents, plan),
  };
}

const BOUND =
  'Retrievals are counted as if the model were sure of nothing that it writes (--max-retrievals at most); most texts take fewer.';

async function outlook(source: string | undefined, options: SekOptions, host: Host) {
  if (options.resume === undefined) {
    const { run, plan, documents } = await newSek(source, options, host);
    return { passages: selectedPassages(run), config: run.config, plan, documents };
  }
  refuseSettled(source, options);
  const { directory, manifest } = await runOf(options.resume, 'sek', host);
  const done = await countIn(path.join(directory, RECORDS_FILE), CORRECTED);
  const passages = (await passagesOfRun(directory, manifest)).slice(done);
  const plan = manifest.sek as SekPlan;
  return { passages, config: manifest.config, plan, documents: await readCorpus(plan.corpus, host.cwd) };
}

async function openSek(source: string | undefined, options: SekOptions, host: Host): Promise<SekSession> {
  if (options.resume === undefined) return beginSek(await newSek(source, options, host), host);
  refuseSettled(source, options);
  return takeUpSek(options.resume, options, host);
}

function refuseSettled(source: string | undefined, options: SekOptions): void {
  const { corpus, timing, window, passages, maxRetrievals } = options;
  refuseWithResume({ ...options, source });
  refuseGiven({ corpus, timing, window, passages, 'max-retrievals': maxRetrievals });
}

async function newSek(source: string | undefined, options: SekOptions, host: Host): Promise<NewSek> {
  const run = await newRun('sek', source, { ...options, preset: options.preset ?? 'rhd' }, host);
  const corpus = path.resolve(host.cwd, options.corpus as string);
  const documents = await readCorpus(options.corpus as string, host.cwd);
  const { timing, window, passages, maxRetrievals } = { ...DEFAULTS, ...options };
  return {
    ...{ run, documents },
    plan: { corpus, corpusSha256: corpusSha256(documents), timing, window, passages, maxRetrievals },
  };
}

/** @throws Exit 3 when the service refused all passages, or more than a share of them */
function refuseFailures(corrected: readonly Corrected[], allowed: number, { stderr }: Host): void {
  const failed = corrected.filter(({ reason }) => reason === 'call-failed');
  const all = failed.length === corrected.length;
  if (failed[0] === undefined || (!all && failed.length <= allowed * corrected.length)) return;
  const which = `${failed.length} of ${corrected.length}`;
  stderr.write(`error: the service refused ${which} passages; the first: ${oneLine(failed[0].id)}\n`);
  throw new Exit(EXIT_CODES.service);
}
