/** The command line as a whole. */
import { Command } from 'commander';
import { reportError } from './exit.ts';
import { withoutControls } from '../format/text.ts';
import type { Host } from '../run/host.ts';
import { packageVersion } from '../common/version.ts';

type CommandModule = (command: Command, host: Host) => void;

type Loader = () => Promise<{ commandModule: CommandModule }>;

/** The description of each command, and its imports, which are loaded when it is called. */
const COMMANDS: Readonly<Record<string, [description: string, load: Loader]>> = {
  evaluate: ['find hallucinations in passages', () => import('./evaluate-command.ts')],
  check: ['check responses against reference texts, fact by fact', () => import('./check-command.ts')],
  correct: [
    'correct flagged facts by references or samples, and detect again',
    () => import('./correct-command.ts'),
  ],
  rhd: [
    "find hallucinations by the probabilities of a response's own tokens (RHD of DRAD)",
    () => import('./rhd-command.ts'),
  ],
  sek: [
    'rewrite uncertain parts of a response with passages of a corpus (SEK of DRAD)',
    () => import('./sek-command.ts'),
  ],
  rescore: [
    'score a recorded run again with other weights or thresholds, without model calls',
    () => import('./rescore-command.ts'),
  ],
  diff: ['show what changed between two recorded runs', () => import('./diff-command.ts')],
  report: ['write a recorded run as one HTML file', () => import('./report-command.ts')],
  view: ['browse a recorded run, also while it is in progress', () => import('./view-command.ts')],
  serve: ['evaluate, check and correct over HTTP', () => import('./serve-command.ts')],
  mcp: [
    'serve evaluate, check and correct as tools of the Model Context Protocol, on stdio',
    () => import('./mcp-command.ts'),
  ],
  submit: [
    'enqueue the passages of a run, for workers on any number of machines',
    () => import('./submit-command.ts'),
  ],
  worker: ['process passages from a queue', () => import('./worker-command.ts')],
  status: ['show the progress of runs, on a queue or in a folder', () => import('./status-command.ts')],
  collect: ['write the run folder of a run on a queue', () => import('./collect-command.ts')],
  retry: ['retry passages of a run on a queue that failed', () => import('./retry-command.ts')],
  cancel: ['cancel a run on a queue, or stop one in another process', () => import('./cancel-command.ts')],
  bench: [
    'evaluate a labelled data set, compare with its gold labels and with other methods',
    () => import('./bench-command.ts'),
  ],
  select: [
    'choose among responses the one with the fewest hallucinated spans',
    () => import('./select-command.ts'),
  ],
  tune: [
    'search better settings for recorded labelled runs, without model calls',
    () => import('./tune-command.ts'),
  ],
  calibrate: [
    'turn the scores of a labelled run into probabilities and thresholds with a guarantee',
    () => import('./calibrate-command.ts'),
  ],
  datasets: ['download the public data sets, verify files', () => import('./datasets-command.ts')],
  config: ['create, show and validate configuration', () => import('./config-command.ts')],
  cache: ['inspect the cache of model answers, and delete answers', () => import('./cache-command.ts')],
};

const EXAMPLES = `
Examples:
  $ hallugraph evaluate passages.jsonl --preset local    compares with the samples of the passages, without model calls
  $ hallugraph check answers.jsonl                       against their reference texts
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
    .showHelpAfterError('(see --help)')
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
  for (const [name, [description, load]] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(description);
    if (name === called) (await load()).commandModule(command, host);
  }
  return program;
}
