/** `hallugraph rhd`: find hallucinations by the probabilities of a response's own tokens. */
import { Option } from 'commander';
import { renderEntities } from '../report/entities.ts';
import { renderReport } from '../report/render-report.ts';
import { allOf } from '../run/records.ts';
import { detection } from './detection.ts';
import { printEstimate, whatToAsk } from './dry-run.ts';
import { type OpeningOptions, runOfInput } from './opening.ts';
import { addDryRunOption, addInputOptions, addRunOptions } from './options.ts';
import { addReportOptions, printReport, type ReportFlags } from './report-options.ts';
import { asModule } from './run-command.ts';

type RhdOptions = OpeningOptions & ReportFlags & { ask?: boolean };

const HELP = `
A passage brings the tokens of its response, {"id", "prompt", "response", "tokens": [{"text", "logprob", "top"?:
[{"text", "logprob"}]}]}, or with --ask the service is asked for response and tokens in one request.

Examples:
  $ hallugraph rhd answers.jsonl
  $ hallugraph rhd answers.jsonl --set uncertainty.maxEntropy=2 --format json
  $ hallugraph rhd --prompt "Who was Ada Lovelace?" --ask
  $ hallugraph bench jsonl --data labelled.jsonl --preset rhd --methods token-min-probability`;

export const commandModule = asModule<RhdOptions, undefined>({
  name: 'rhd',
  define(command) {
    addInputOptions(command, { prompt: 'one prompt, with --ask' });
    command.addOption(
      new Option('--ask', 'ask the model for responses that are missing').conflicts('resume'),
    );
    addReportOptions(addDryRunOption(addRunOptions(command))).addHelpText('after', HELP);
  },
  input(source, { preset = 'rhd', set = [], ...options }, host) {
    const asked = options.ask ? [...set, 'sampling.ask=true'] : set;
    return runOfInput(source, { ...options, preset, set: asked }, host);
  },
  degrades: true,
  dryRun: async (opening, { format }, host) => printEstimate(await whatToAsk(opening), format, host),
  stages: (setting) => detection(setting),
  async report({ manifest, verdicts }, options, host) {
    const entropy = options.parts === true || manifest.config.uncertainty.maxEntropy !== undefined;
    if (options.format === 'table')
      host.stdout.write(`\n${renderEntities(await allOf(verdicts), { format: 'table', entropy })}`);
    // The entities are part of the records, which a program is to see.
    const report = { run: manifest, verdicts };
    await printReport(report, { ...options, trace: true }, host, async function* (own, how) {
      yield* renderReport(own, how);
      if (how.format === 'markdown')
        yield `\n${renderEntities(await allOf(verdicts), { format: 'markdown', entropy })}`;
    });
  },
});
