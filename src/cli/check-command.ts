/** `hallugraph check`: compare responses with reference texts. */
import type { Config } from '../config/schema.ts';
import { ConfigError } from '../errors.ts';
import { renderReferenceReport } from '../report/reference-report.ts';
import { PROBES, readProbes } from '../run/probe-records.ts';
import { probeStage, tryProbes } from '../run/probe-stage.ts';
import { allOf, recordsIn, VERDICTS } from '../run/records.ts';
import { detection } from '../run/detection.ts';
import { printEstimate } from './dry-run.ts';
import { whatToAskWith } from '../run/to-ask.ts';
import type { Host } from '../run/host.ts';
import { loadSettings, type RunArguments } from '../run/run-options.ts';
import { passagesOfRun } from '../run/recorded-run.ts';
import { addDryRunOption, addInputOptions, addRunOptions } from './options.ts';
import { readInput } from '../run/read-input.ts';
import { addReportOptions, printReport, type ReportFlags } from './report-options.ts';
import { asModule, type RunCommand } from './run-command.ts';

type CheckOptions = RunArguments & ReportFlags & { probe?: boolean };

const HELP = `
Input: a .jsonl or .json file of passages {"id", "prompt", "response", "context": ["...", ...]}, - for standard input,
or --prompt with --reference. Without other settings no model is asked: words, numbers and names are compared.

Examples:
  $ hallugraph check answers.jsonl
  $ hallugraph check --prompt "Who was Ada Lovelace?" --response-file answer.txt --reference article.txt
  $ hallugraph check answers.jsonl --set reference.checker=nli --set nli.model=./models/nli
  $ hallugraph check answers.jsonl --preset grapheval --set nli.model=./models/nli
  $ hallugraph check answers.jsonl --set reference.checker=llm --format json | jq .reference.rates

Exit status: as that of evaluate.`;

/** Below all user settings. */
const STARTING_POINT = { name: 'hallugraph check', values: { preset: 'check' } };

async function settings(options: CheckOptions, host: Host): Promise<Config> {
  const { config } = await loadSettings(options, host, STARTING_POINT);
  const { reference, preset } = config;
  if (reference.checker !== 'none') return config;
  throw new ConfigError(
    `preset ${preset} checks nothing against references: set reference.checker to lexical, nli, align or llm, and scoring.weights.reference above 0`,
  );
}

export const runCommand: RunCommand<CheckOptions> = {
  name: 'check',
  define(command) {
    addInputOptions(command, { verb: 'check', reference: true });
    command.option(
      '--probe',
      'ask whether labels rest on the reference: check again with its words masked, and ask the evaluated model',
    );
    addDryRunOption(addRunOptions(addReportOptions(command))).addHelpText('after', HELP);
  },
  settings,
  async input(source, options, host) {
    const run = { config: await settings(options, host), input: await readInput(source, options, host) };
    return { ...run, about: undefined, ...(options.probe && { plans: { probe: true } }) };
  },
  resume: async (run, { probe = run.manifest.probe }) => ({
    ...{ passages: await passagesOfRun(run), about: undefined },
    plans: { probe },
  }),
  degrades: true,
  kinds: () => [VERDICTS, PROBES],
  async dryRun(planned, { format }, host) {
    const attempt = planned.plans.probe ? tryProbes : async () => {};
    await printEstimate(await whatToAskWith(planned, { kind: PROBES, detects: true, attempt }), format, host);
  },
  stages(context) {
    const { plans, config, env, calls, folder } = context;
    const verdicts = () => allOf(recordsIn(folder, VERDICTS));
    return detection(context, plans.probe ? [probeStage({ config, env, calls, verdicts })] : []);
  },
  partial: ({ probe = false }) => !probe,
  async report({ folder: { path: directory, manifest }, verdicts }, options, host) {
    const probed = manifest.probe ? await readProbes(directory) : undefined;
    await printReport({ run: manifest, verdicts }, options, host, (report, how) =>
      renderReferenceReport(report, how, probed),
    );
  },
};

export const commandModule = asModule(runCommand);
