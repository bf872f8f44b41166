/** `hallugraph rhd`: find hallucinations by the probabilities of a response's own tokens. */
import { Option } from 'commander';
import type { Config } from '../config/schema.ts';
import { renderEntities } from '../report/entities.ts';
import { renderReport } from '../report/render-report.ts';
import { allOf } from '../run/records.ts';
import { detection } from '../run/detection.ts';
import { printEstimate } from './dry-run.ts';
import { whatToAsk } from '../run/to-ask.ts';
import type { Host } from '../run/host.ts';
import { loadSettings, type RunArguments } from '../run/run-options.ts';
import { addDryRunOption, addInputOptions, addRunOptions } from './options.ts';
import { readInput } from '../run/read-input.ts';
import { addReportOptions, printReport, type ReportFlags } from './report-options.ts';
import { asModule, type RunCommand } from './run-command.ts';

type RhdOptions = RunArguments & ReportFlags & { ask?: boolean };

const HELP = `
A passage brings the tokens of its response, {"id", "prompt", "response", "tokens": [{"text", "logprob", "top"?:
[{"text", "logprob"}]}]}, or with --ask the service is asked for response and tokens in one request.

Examples:
  $ hallugraph rhd answers.jsonl
  $ hallugraph rhd answers.jsonl --set uncertainty.maxEntropy=2 --format json
  $ hallugraph rhd --prompt "Who was Ada Lovelace?" --ask
  $ hallugraph bench jsonl --data labelled.jsonl --preset rhd --methods token-min-probability`;

async function settings({ preset = 'rhd', set = [], ...options }: RhdOptions, host: Host): Promise<Config> {
  const asked = options.ask ? [...set, 'sampling.ask=true'] : set;
  return (await loadSettings({ ...options, preset, set: asked }, host)).config;
}

export const runCommand: RunCommand<RhdOptions> = {
  name: 'rhd',
  define(command) {
    addInputOptions(command, { prompt: 'one prompt, with --ask' });
    command.addOption(
      new Option('--ask', 'ask the model for responses that are missing').conflicts('resume'),
    );
    addDryRunOption(addRunOptions(addReportOptions(command))).addHelpText('after', HELP);
  },
  settings,
  input: async (source, options, host) => ({
    config: await settings(options, host),
    input: await readInput(source, options, host),
    about: undefined,
  }),
  degrades: true,
  dryRun: async (planned, { format }, host) => printEstimate(await whatToAsk(planned), format, host),
  stages: (context) => detection(context),
  async report({ folder: { manifest }, verdicts }, options, host) {
    const entropy = options.parts === true || manifest.config.uncertainty.maxEntropy !== undefined;
    if (options.format === 'table')
      host.stdout.write(`\n${renderEntities(await allOf(verdicts), { format: 'table', entropy })}`);
    // The records hold the entities, for programs.
    const report = { run: manifest, verdicts };
    await printReport(report, { ...options, trace: true }, host, async function* (own, how) {
      yield* renderReport(own, how);
      if (how.format === 'markdown')
        yield `\n${renderEntities(await allOf(verdicts), { format: 'markdown', entropy })}`;
    });
  },
};

export const commandModule = asModule(runCommand);
