/** `hallugraph check`: hold responses against reference texts. */
import type { Command } from 'commander';
import { ConfigError } from '../errors.ts';
import { renderReferenceReport } from '../report/reference-report.ts';
import { PROBES, probesFile, readProbes } from '../run/probe-records.ts';
import { probeRun, tryProbes } from './check-probes.ts';
import { printEstimate } from './dry-run.ts';
import { newRun } from './evaluate-command.ts';
import type { Host } from './host.ts';
import { type Opening, openSession, type StageOutlook, whatToAskWith } from './open-session.ts';
import {
  addDryRunOption,
  addRunOptions,
  type CallFlags,
  collected,
  datasetOption,
  type RunOptions,
} from './options.ts';
import { performRun } from './perform-run.ts';
import { mapOption } from './map-option.ts';
import type { InputOptions } from './read-input.ts';
import { addReportOptions, printPartialReport, type ReportFlags } from './report-options.ts';
import type { NewRun } from './session.ts';

type CheckOptions = RunOptions &
  CallFlags &
  InputOptions &
  ReportFlags & { probe?: boolean; dryRun?: boolean };

const EXAMPLES = `
Input: a .jsonl or .json file of passages {"id", "prompt", "response", "context": ["...", ...]}, - for standard input,
or --prompt with --reference. Without other settings no model is asked: words, numbers and names are compared.

Examples:
  $ hallugraph check answers.jsonl
  $ hallugraph check --prompt "Who was Ada Lovelace?" --response-file answer.txt --reference article.txt
  $ hallugraph check answers.jsonl --set reference.checker=nli --set nli.model=./models/nli
  $ hallugraph check answers.jsonl --preset grapheval --set nli.model=./models/nli
  $ hallugraph check answers.jsonl --set reference.checker=llm --format json | jq .reference.rates

Exit status: as that of evaluate.`;

export function addCheckCommand(program: Command, host: Host): void {
  const command = program
    .command('check')
    .description('hold responses against reference texts, fact by fact')
    .argument('[input]', 'file of passages, or - for standard input')
    .addOption(datasetOption())
    .addOption(mapOption())
    .option('--prompt <text>', 'check one answer to this prompt')
    .option('--response <text>', 'with --prompt: the answer')
    .option('--response-file <file>', 'with --prompt: the answer, from a text file')
    .option(
      '--reference <file>',
      'with --prompt: a text to check against, or a JSON list of texts (repeatable)',
      collected,
    );
  command.option(
    '--probe',
    'ask whether labels rest on the reference: check again with its words masked, and ask the evaluated model',
  );
  addReportOptions(addDryRunOption(addRunOptions(command))).addHelpText('after', EXAMPLES);
  command.action(async (source: string | undefined) => {
    await check(source, command.optsWithGlobals<CheckOptions>(), host);
  });
}

async function check(source: string | undefined, options: CheckOptions, host: Host): Promise<void> {
  const opening: Opening = {
    ...{ command: 'check', source, options },
    newRun: () => newCheck(source, options, host),
  };
  if (options.dryRun) {
    return printEstimate(await whatToAskWith(opening, host, probeOutlook(options)), options.format, host);
  }
  const session = await openSession(opening, host);
  const { folder } = session;
  if (options.probe && !folder.manifest.probe) await folder.update({ probe: true });
  const probes = folder.manifest.probe ? probeRun(session, options, host) : undefined;
  const verdicts = await performRun(session, { ...options, partial: !probes }, host, probes);
  const probed = folder.manifest.probe ? await readProbes(folder.path) : undefined;
  await printPartialReport({ run: folder.manifest, verdicts }, options, host, (report, how) =>
    renderReferenceReport(report, how, probed),
  );
}

/** What the probes would ask, where they are part of the run. */
const probeOutlook = ({ probe = false }: CheckOptions): StageOutlook => ({
  ...{ file: probesFile, kind: PROBES, detects: () => true },
  attempt: (plans) => (probe || plans.probe ? tryProbes : async () => {}),
});

/** Below all that a user sets. */
const STARTING_POINT = { name: 'hallugraph check', values: { preset: 'check' } };

async function newCheck(source: string | undefined, options: CheckOptions, host: Host): Promise<NewRun> {
  const run = await newRun('check', source, options, host, STARTING_POINT);
  const { reference, preset } = run.config;
  if (reference.checker !== 'none') return { ...run, plans: options.probe ? { probe: true } : undefined };
  throw new ConfigError(
    `preset ${preset} checks nothing against references: set reference.checker to lexical, nli, align or llm, and scoring.weights.reference above 0`,
  );
}
