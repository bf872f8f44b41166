/** `hallugraph rhd`: find hallucinations by the probabilities of a response's own tokens. */
import { type Command, Option } from 'commander';
import { renderEntities } from '../report/entities.ts';
import { renderReport } from '../report/render-report.ts';
import { allOf } from '../run/records.ts';
import { printEstimate } from './dry-run.ts';
import { newRun } from './evaluate-command.ts';
import type { Host } from './host.ts';
import { type Opening, openSession, whatToAsk } from './open-session.ts';
import { addDryRunOption, addRunOptions, type CallFlags, datasetOption, type RunOptions } from './options.ts';
import { performRun } from './perform-run.ts';
import { mapOption } from './map-option.ts';
import type { InputOptions } from './read-input.ts';
import { addReportOptions, printReport, type ReportFlags } from './report-options.ts';

interface RhdOptions extends RunOptions, CallFlags, InputOptions, ReportFlags {
  ask?: boolean;
  dryRun?: boolean;
}

const EXAMPLES = `
A passage brings the tokens of its response, {"id", "prompt", "response", "tokens": [{"text", "logprob", "top"?:
[{"text", "logprob"}]}]}, or with --ask the service is asked for response and tokens in one request.

Examples:
  $ hallugraph rhd answers.jsonl
  $ hallugraph rhd answers.jsonl --set uncertainty.maxEntropy=2 --format json
  $ hallugraph rhd --prompt "Who was Ada Lovelace?" --ask
  $ hallugraph bench jsonl --data labelled.jsonl --preset rhd --methods token-min-probability`;

export function addRhdCommand(program: Command, host: Host): void {
  const command = program
    .command('rhd')
    .description("find hallucinations by the probabilities of a response's own tokens (RHD of DRAD)")
    .argument('[input]', 'file of passages, or - for standard input')
    .addOption(datasetOption())
    .addOption(mapOption())
    .option('--prompt <text>', 'one prompt, with --ask')
    .addOption(new Option('--ask', 'ask the model for responses that are missing').conflicts('resume'));
  addReportOptions(addDryRunOption(addRunOptions(command))).addHelpText('after', EXAMPLES);
  command.action(async (source: string | undefined) => {
    const options = command.optsWithGlobals<RhdOptions>();
    const opening: Opening = {
      ...{ command: 'rhd', source, options },
      newRun: () => newRun('rhd', source, withPreset(options), host),
    };
    if (options.dryRun) return printEstimate(await whatToAsk(opening, host), options.format, host);
    const session = await openSession(opening, host);
    const verdicts = await performRun(session, options, host);
    if (options.format === 'table') host.stdout.write(`\n${renderEntities(await allOf(verdicts), 'table')}`);
    // The entities are part of the records, which a program is to see.
    const report = { run: session.folder.manifest, verdicts };
    await printReport(report, { ...options, trace: true }, host, async function* (own, how) {
      yield* renderReport(own, how);
      if (how.format === 'markdown') yield `\n${renderEntities(await allOf(verdicts), 'markdown')}`;
    });
  });
}

function withPreset(options: RhdOptions): RhdOptions {
  const { preset = 'rhd', set = [], ask } = options;
  return { ...options, preset, set: ask ? [...set, 'sampling.ask=true'] : set };
}
