/** The command line as a whole. */
import { Command } from 'commander';
import { reportError } from './exit.ts';
import { withoutControls } from '../format/text.ts';
import type { Host } from '../run/host.ts';
import { packageVersion } from '../common/version.ts';

/** Defines arguments, options and action of a command. */
export type CommandModule = (command: Command, host: Host) => void;

interface Listed {
  name: string;
  description: string;
  /** The command's own imports are loaded when it is called. */
  load(): Promise<{ commandModule: CommandModule }>;
}

const COMMANDS: readonly Listed[] = [
  {
    name: 'evaluate',
    description: 'find hallucinations in passages',
    load: () => import('./evaluate-command.ts'),
  },
  {
    name: 'check',
    description: 'hold responses against reference texts, fact by fact',
    load: () => import('./check-command.ts'),
  },
  {
    name: 'correct',
    description: 'put flagged facts right, by references or samples, and detect again',
    load: () => import('./correct-command.ts'),
  },
  {
    name: 'rhd',
    description: "find hallucinations by the probabilities of a response's own tokens (RHD of DRAD)",
    load: () => import('./rhd-command.ts'),
  },
  {
    name: 'sek',
    description: 'rewrite uncertain parts of a response with passages of a corpus (SEK of DRAD)',
    load: () => import('./sek-command.ts'),
  },
  {
    name: 'rescore',
    description: 'score a recorded run again with other weights or thresholds, asking no model',
    load: () => import('./rescore-command.ts'),
  },
  {
    name: 'diff',
    description: 'say what changed from one recorded run to another',
    load: () => import('./diff-command.ts'),
  },
  {
    name: 'report',
    description: 'write a recorded run as one HTML file to look through',
    load: () => import('./report-command.ts'),
  },
  {
    name: 'view',
    description: 'browse a recorded run, also while it is in progress',
    load: () => import('./view-command.ts'),
  },
  {
    name: 'serve',
    description: 'find, check and correct over HTTP, for other programs',
    load: () => import('./serve-command.ts'),
  },
  {
    name: 'mcp',
    description: 'serve evaluate, check and correct as tools of the Model Context Protocol, on stdio',
    load: () => import('./mcp-command.ts'),
  },
  {
    name: 'submit',
    description: 'put the passages of a run on a queue, for workers on any number of machines',
    load: () => import('./submit-command.ts'),
  },
  {
    name: 'worker',
    description: 'work on passages that were put on a queue',
    load: () => import('./worker-command.ts'),
  },
  {
    name: 'status',
    description: 'say how far runs are, on a queue or in a folder',
    load: () => import('./status-command.ts'),
  },
  {
    name: 'collect',
    description: 'write the run folder of a run that workers carried out',
    load: () => import('./collect-command.ts'),
  },
  {
    name: 'retry',
    description: 'give passages that were put aside back to workers',
    load: () => import('./retry-command.ts'),
  },
  {
    name: 'cancel',
    description: 'end a run on a queue, or stop one in another process',
    load: () => import('./cancel-command.ts'),
  },
  {
    name: 'bench',
    description: 'evaluate a labelled data set, compare with its gold labels and with other methods',
    load: () => import('./bench-command.ts'),
  },
  {
    name: 'select',
    description: 'choose among responses the one with the fewest hallucinated spans',
    load: () => import('./select-command.ts'),
  },
  {
    name: 'tune',
    description: 'search better settings for recorded labelled runs, asking no model',
    load: () => import('./tune-command.ts'),
  },
  {
    name: 'calibrate',
    description: 'turn the scores of a labelled run into probabilities and thresholds with a guarantee',
    load: () => import('./calibrate-command.ts'),
  },
  {
    name: 'datasets',
    description: 'get the public data sets, check files',
    load: () => import('./datasets-command.ts'),
  },
  {
    name: 'config',
    description: 'make, show and check configuration',
    load: () => import('./config-command.ts'),
  },
  {
    name: 'cache',
    description: 'look into the answers that are kept, and delete them',
    load: () => import('./cache-command.ts'),
  },
];

const EXAMPLES = `
Examples:
  $ hallugraph evaluate passages.jsonl --preset local    no model is asked, samples come with the passages
  $ hallugraph check answers.jsonl                       against the reference texts that come with them
  $ hallugraph config init                               a commented hallugraph.config.yaml
  $ hallugraph help evaluate                             all options of a command`;

/** Runs one command line and returns its exit status. @param args the arguments after the program's name */
export async function runCommandLine(args: readonly string[], host: Host): Promise<number> {
  try {
    await (await createProgram(args, host)).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    return reportError(error, host);
  }
}

/** With all options of the called command, and the summaries of the others. */
async function createProgram(args: readonly string[], host: Host): Promise<Command> {
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
      // A message quotes arguments; control characters are removed.
      outputError: (text, write) => write(text.split('\n').map(withoutControls).join('\n')),
      getOutHelpWidth: () => host.stdout.columns ?? 100,
      getErrHelpWidth: () => host.stderr.columns ?? 100,
    })
    .exitOverride();
  const [first, second] = args.filter((arg) => !arg.startsWith('-'));
  const called = first === 'help' ? second : first;
  for (const { name, description, load } of COMMANDS) {
    const command = program.command(name).description(description);
    if (name === called) (await load()).commandModule(command, host);
  }
  return program;
}
