/** `hallugraph check`: compare responses with reference texts. */
import { ConfigError } from '../errors.ts';
import { renderReferenceReport } from '../report/reference-report.ts';
import { detection } from '../run/detection-stage.ts';
import { pendingCallsWith } from '../run/pending-calls.ts';
import { plainInput } from '../run/plan-run.ts';
import { PROBES, probeStage, readProbes, tryProbes } from '../run/probe-stage.ts';
import { passagesOfRun } from '../run/recorded-run.ts';
import { allOf, recordsIn, VERDICTS } from '../run/records.ts';
import { loadSettings, type RunArguments } from '../run/run-options.ts';
import { addDryRunOption, addInputOptions, addRunOptions, addThoroughOption } from './options.ts';
import { addReportOptions, printReport, type ReportFlags } from './report-options.ts';
import { asModule, printEstimate, type RunCommand } from './run-command.ts';

const HELP = `
Input: one answer in a text file with --reference; a .jsonl or .json file of passages {"id", "prompt", "response",
"context": ["...", ...]}; - for standard input; or --prompt with --reference. Without other settings no model is asked: words, numbers and names are compared.

Examples:
  $ hallugraph check answer.txt --reference article.txt
  $ hallugraph check answers.jsonl
  $ hallugraph check --prompt "Who was Ada Lovelace?" --response-file answer.txt --reference article.txt
  $ hallugraph check answers.jsonl --set reference.checker=nli --set nli.model=./models/nli
  $ hallugraph check answers.jsonl --preset grapheval --set nli.model=./models/nli
  $ hallugraph check answers.jsonl --set reference.checker=llm --format json | jq .reference.rates

Exit status: as that of evaluate.`;

/** Below all user settings. */
const STARTING_POINT = { name: 'hallugraph check', values: { preset: 'check' } };

export const runCommand: RunCommand<RunArguments & ReportFlags & { probe?: boolean }> = {
  name: 'check',
  besideText: 'the text to check it against (--reference FILE)',
  define(command) {
    addInputOptions(command, { verb: 'check', reference: true });
    command.option(
      '--probe',
      'ask whether labels rest on the reference: check again with its words masked, and ask the evaluated model',
    );
    addDryRunOption(addThoroughOption(addRunOptions(addReportOptions(command)))).addHelpText('after', HELP);
  },
  async settings(options, host) {
    const { config } = await loadSettings(options, host, STARTING_POINT);
    if (config.reference.checker !== 'none') return config;
    throw new ConfigError(
      `preset ${config.preset} checks nothing against references: set reference.checker to lexical, nli, align or llm, and scoring.weights.reference above 0`,
    );
  },
  input: async (source, options, host) => ({
    ...(await plainInput(runCommand, source, options, host)),
    ...(options.probe && { plans: { probe: true } }),
  }),
  resume: async (run, { probe = run.manifest.probe }) => ({
    ...{ passages: await passagesOfRun(run), about: undefined },
    plans: { probe },
  }),
  kinds: () => [VERDICTS, PROBES],
  async dryRun(planned, { format }, host) {
    const attempt = planned.plans.probe ? tryProbes : async () => {};
    const calls = await pendingCallsWith(planned, { kind: PROBES, detects: true, attempt });
    await printEstimate(calls, format, host);
  },
  stages(context) {
    const { plans, config, env, calls, folder } = context;
    const verdicts = () => allOf(recordsIn(folder, VERDICTS));
    return detection(context, plans.probe ? [probeStage({ config, env, calls, verdicts })] : []);
  },
  partial: ({ probe = false }) => !probe,
  async report({ folder: { path: directory, manifest }, verdicts }, options, host) {
    const probes = manifest.probe ? await readProbes(directory) : undefined;
    await printReport({ run: manifest, folder: directory, verdicts }, options, host, (report, how) =>
      renderReferenceReport(report, how, probes),
    );
  },
};

export const commandModule = asModule(runCommand);
