/** A command that makes a run, as data, and its execution: planned, begun or resumed, executed, results printed. */
import type { Command } from 'commander';
import { EXIT_CODES } from '../errors.ts';
import { beginRun } from '../run/begin-run.ts';
import type { DoneRun, PlannedRun } from '../run/run-states.ts';
import { publishedSamplesNotes } from '../run/published-samples.ts';
import { followRun } from './follow-run.ts';
import { Exit } from './exit.ts';
import type { Host } from '../run/host.ts';
import { noteLongPassages } from './progress.ts';
import { planRun } from '../run/plan-run.ts';
import type { RunArguments } from '../run/run-options.ts';
import type { RunKind } from '../run/run-kind.ts';
import { warnUnfitted, reportDegraded } from './report-degraded.ts';

export interface RunCommand<O extends RunArguments, X = undefined> extends RunKind<O, X> {
  /** Its arguments, options and help. */
  define(command: Command): void;
  /** Prints the estimated calls. */
  dryRun(plan: PlannedRun<X>, options: O, host: Host): Promise<void>;
  /** Prints the results. */
  report(run: DoneRun<X>, options: O, host: Host): Promise<void>;
}

interface Call<O> {
  source: string | undefined;
  options: O;
}

function noteInput({ config, passages }: PlannedRun<unknown>, host: Host): void {
  const all = passages.map(({ passage }) => passage);
  noteLongPassages(all, host);
  for (const note of publishedSamplesNotes(config, all)) host.stderr.write(`note: ${note}\n`);
}

/** The command for the command line. @param arrange maps its argument; default: the input */
export const asModule =
  <O extends RunArguments, X>(
    spec: RunCommand<O, X>,
    arrange: (argument: string | undefined, options: O) => Call<O> = (source, options) => ({
      source,
      options,
    }),
  ) =>
  (command: Command, host: Host): void => {
    spec.define(command);
    command.action(async (argument: string | undefined) => {
      await perform(spec, arrange(argument, command.optsWithGlobals<O>()), host);
    });
  };

/** @throws Exit 1 where a budget ended the run, or hallugraph failed at a passage; others as the parts say */
async function perform<O extends RunArguments, X>(
  command: RunCommand<O, X>,
  { source, options }: Call<O>,
  host: Host,
): Promise<void> {
  const plan = await planRun(command, source, options, host);
  if (options.dryRun) return command.dryRun(plan, options, host);
  const isNew = plan.resumed === null;
  if (isNew && !command.degrades) warnUnfitted(plan.config, host);
  const begun = await beginRun(command, plan, options, host);
  const { manifest } = begun.folder;
  if (isNew && !options.quiet) reportDegraded(manifest.degraded, host);
  if (!options.quiet) noteInput(plan, host);
  const partial = command.partial?.(manifest) ?? false;
  const done = await followRun(begun, { ...options, partial }, host);
  await command.report(done, options, host);
  if (done.status === 'budget' || done.defects > 0) throw new Exit(EXIT_CODES.ruleMet);
}
