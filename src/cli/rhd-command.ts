/** `hallugraph rhd`: find hallucinations by the probabilities of a response's own tokens. */
import { Option } from 'commander';
import { renderEntities } from '../report/entities.ts';
import { renderReport } from '../report/render-report.ts';
import { allOf } from '../run/records.ts';
import { loadSettings, type RunArguments } from '../run/run-options.ts';
import { addDryRunOption, addInputOptions, addRunOptions } from './options.ts';
import { addReportOptions, printReport, type ReportFlags } from './report-options.ts';
import { asModule, type RunCommand } from './run-command.ts';

const HELP = `
A passage brings the tokens of its response, {"id", "prompt", "response", "tokens": [{"text", "logprob", "top"?:
[{"text", "logprob"}]}]}, or with --ask the service is asked for response and tokens in one request.

Examples:
  $ hallugraph rhd answers.jsonl
  $ hallugraph rhd answers.jsonl --set uncertainty.maxEntropy=2 --format json
  $ hallugraph rhd --prompt "Who was Ada Lovelace?" --ask
  $ hallugraph bench jsonl --data labelled.jsonl --preset rhd --methods token-min-probability`;

export const runCommand: RunCommand<RunArguments & ReportFlags & { ask?: boolean }> = {
  name: 'rhd',
  define(command) {
    addInputOptions(command, { prompt: 'one prompt, with --ask' });
    command.addOption(
      new Option('--ask', 'ask the model for responses that are missing').conflicts('resume'),
    );
    addDryRunOption(addRunOptions(addReportOptions(command))).addHelpText('after', HELP);
  },
  async settings({ preset = 'rhd', set = [], ask, ...options }, host) {
    const asked = ask ? [...set, 'sampling.ask=true'] : set;
    return (await loadSettings({ ...options, preset, set: asked }, host)).config;
  },
  async report({ folder: { path: folder, manifest }, verdicts }, options, host) {
    const entropy = options.parts === true || manifest.config.uncertainty.maxEntropy !== undefined;
    const entitiesIn = async (format: 'table' | 'markdown') =>
      `\n${renderEntities(await allOf(verdicts), { format, entropy })}`;
    if (options.format === 'table') host.stdout.write(await entitiesIn('table'));
    // The trace has the entities.
    const flags = { ...options, trace: true };
    await printReport({ run: manifest, folder, verdicts }, flags, host, async function* (report, how) {
      yield* renderReport(report, how);
      if (how.format === 'markdown') yield await entitiesIn('markdown');
    });
  },
};

export const commandModule = asModule(runCommand);
