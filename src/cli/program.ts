/** The command line as a whole. */
import { Command } from 'commander';
import { addBenchCommand } from './bench-command.ts';
import { addCacheCommand } from './cache-command.ts';
import { addCalibrateCommand } from './calibrate-command.ts';
import { addCheckCommand } from './check-command.ts';
import { addConfigCommand } from './config-command.ts';
import { addCorrectCommand } from './correct-command.ts';
import { addDatasetsCommand } from './datasets-command.ts';
import { addEvaluateCommand } from './evaluate-command.ts';
import { reportError } from './exit.ts';
import type { Host } from './host.ts';
import { addRescoreCommand } from './rescore-command.ts';
import { addRhdCommand } from './rhd-command.ts';
import { addSekCommand } from './sek-command.ts';
import { addSelectCommand } from './select-command.ts';
import { addTuneCommand } from './tune-command.ts';
import { packageVersion } from './version.ts';

const EXAMPLES = `
Examples:
  $ hallugraph evaluate passages.jsonl --preset local    no model is asked, samples come with the passages
  $ hallugraph check answers.jsonl                       against the reference texts that come with them
  $ hallugraph config init                               a commented hallugraph.config.yaml
  $ hallugraph help evaluate                             all options of a command`;

/** Runs one command line and returns its exit status. @param args what follows the program's name */
export async function runCommandLine(args: readonly string[], host: Host): Promise<number> {
  try {
    await createProgram(host).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    return reportError(error, host);
  }
}

function createProgram(host: Host): Command {
  const program = new Command('hallugraph')
    .description(
      'Finds hallucinations in the text of language models, as facts that say what is wrong and why.',
    )
    .version(packageVersion(), '-V, --version', 'print the version')
    .option('--no-color', 'no colour (also: NO_COLOR=1)')
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('(--help shows what is possible)')
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: (text) => host.stderr.write(text),
      getOutHelpWidth: () => host.stdout.columns ?? 100,
      getErrHelpWidth: () => host.stderr.columns ?? 100,
    })
    .exitOverride();
  addEvaluateCommand(program, host);
  addCheckCommand(program, host);
  addCorrectCommand(program, host);
  addRhdCommand(program, host);
  addSekCommand(program, host);
  addRescoreCommand(program, host);
  addBenchCommand(program, host);
  addSelectCommand(program, host);
  addTuneCommand(program, host);
  addCalibrateCommand(program, host);
  addDatasetsCommand(program, host);
  addConfigCommand(program, host);
  addCacheCommand(program, host);
  return program;
}
