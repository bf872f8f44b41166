/** `hallugraph check`: hold responses against reference texts. */
import { type Command, Option } from 'commander';
import { DATASET_FORMATS } from '../../datasets/index.ts';
import { ConfigError } from '../errors.ts';
import type { PassageProbes } from '../reference/probes.ts';
import { renderReferenceReport } from '../report/reference-report.ts';
import { probeRun } from './check-probes.ts';
import { refuseWithResume } from './evaluate-command.ts';
import type { Host } from './host.ts';
import {
  addRunOptions,
  type CallFlags,
  callSettings,
  collected,
  loadSettings,
  type RunOptions,
} from './options.ts';
import { performRun } from './perform-run.ts';
import { type InputOptions, readInput } from './read-input.ts';
import { addReportOptions, printReport, type ReportFlags } from './report-options.ts';
import { beginRun, type Session, takeUpRun } from './session.ts';

type CheckOptions = RunOptions & CallFlags & InputOptions & ReportFlags & { probe?: boolean };

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
    .addOption(
      new Option('-d, --dataset <format>', 'form of the input')
        .choices(['auto', ...DATASET_FORMATS])
        .default('auto')
        .conflicts('resume'),
    )
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
  addReportOptions(addRunOptions(command)).addHelpText('after', EXAMPLES);
  command.action(async (source: string | undefined) => {
    const options = command.optsWithGlobals<CheckOptions>();
    const session = await openSession(source, options, host);
    const probes = options.probe ? new Map<string, PassageProbes>() : undefined;
    const afterwards = probes && probeRun(session, { probes, flags: options }, host);
    const verdicts = await performRun(session, options, host, afterwards);
    await printReport({ run: session.folder.manifest, verdicts }, options, host, (report, how) =>
      renderReferenceReport(report, how, probes),
    );
  });
}

/** Below all that a user sets. */
const STARTING_POINT = { name: 'hallugraph check', values: { preset: 'check' } };

async function openSession(source: string | undefined, options: CheckOptions, host: Host): Promise<Session> {
  if (options.resume !== undefined) {
    refuseWithResume({ ...options, source });
    return takeUpRun(options.resume, options, host);
  }
  const { config } = await loadSettings(options, host, STARTING_POINT);
  if (config.reference.checker === 'none') {
    throw new ConfigError(
      `preset ${config.preset} checks nothing against references: set reference.checker to lexical, nli, align or llm, and scoring.weights.reference above 0`,
    );
  }
  const input = await readInput(source, options, host);
  return beginRun({ ...options, command: 'check', input, config, calls: callSettings(options, host) }, host);
}
