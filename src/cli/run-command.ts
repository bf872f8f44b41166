/** A command that makes a run, as data, and its execution: planned, begun or resumed, executed, results printed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { environmentOf } from '../config/environment.ts';
import { localUses } from '../detector/config-uses.ts';
import { EXIT_CODES } from '../errors.ts';
import { renderEstimate } from '../report/estimate-report.ts';
import { beginRun } from '../run/begin-run.ts';
import type { Host } from '../run/host.ts';
import { type PendingCalls, pendingCalls } from '../run/pending-calls.ts';
import { planRun } from '../run/plan-run.ts';
import { publishedSamplesNotes } from '../run/published-samples.ts';
import type { RunKind } from '../run/run-kind.ts';
import type { RunArguments } from '../run/run-options.ts';
import type { DoneRun, PlannedRun } from '../run/run-states.ts';
import { Exit } from './exit.ts';
import { runWithProgress } from './run-with-progress.ts';
import { noteLongPassages } from './progress.ts';

export interface RunCommand<O extends RunArguments & { format: string }, X = undefined>
  extends RunKind<O, X> {
  define(command: Command): void;
  /** Prints the estimated calls; default: those of detection. */
  dryRun?(plan: PlannedRun<X>, options: O, host: Host): Promise<void>;
  report(run: DoneRun<X>, options: O, host: Host): Promise<void>;
}

/** The command for the command line. @param arrange maps its argument; default: the input */
export const asModule =
  <O extends RunArguments & { format: string }, X>(
    spec: RunCommand<O, X>,
    arrange: Arrange<O> = (source, options) => ({ source, options }),
  ) =>
  (command: Command, host: Host): void => {
    spec.define(command);
    const takesSamples = command.options.some(({ long }) => long === '--samples');
    command.allowExcessArguments(takesSamples).action(async (argument: string | undefined) => {
      refuseExcess(command, host);
      await perform(spec, arrange(argument, command.optsWithGlobals<O>()), host);
    });
  };

/** Like the error of commander; other files are likely meant as samples. */
function refuseExcess(command: Command, { cwd }: Host): void {
  const [, ...others] = command.args;
  if (others.length === 0) return;
  const areFiles = others.every((name) => existsSync(path.resolve(cwd, name)));
  const hint = areFiles
    ? `Other answers to the same question are given by --samples ${others.join(' ')}.`
    : `Expected 1 argument but got ${command.args.length}.`;
  command.error(`error: too many arguments for '${command.name()}'. ${hint}`);
}

type Arrange<O> = (argument: string | undefined, options: O) => { source: string | undefined; options: O };

/** @throws Exit 1 after a used-up budget or an internal error at a passage */
async function perform<O extends RunArguments & { format: string }, X>(
  command: RunCommand<O, X>,
  { source, options }: ReturnType<Arrange<O>>,
  host: Host,
): Promise<void> {
  const plan = await planRun(command, source, options, host);
  if (options.dryRun) {
    if (command.dryRun) return command.dryRun(plan, options, host);
    return printEstimate(await pendingCalls(plan), options.format, host);
  }
  const begun = await beginRun(command, plan, options, host);
  const { manifest } = begun.folder;
  if (!options.quiet) {
    const passages = plan.passages.map(({ passage }) => passage);
    noteLongPassages(passages, host);
    for (const note of publishedSamplesNotes(plan.config, passages)) host.stderr.write(`note: ${note}\n`);
  }
  const partial = command.partial?.(manifest) ?? false;
  const done = await runWithProgress(begun, { ...options, partial }, host);
  await command.report(done, options, host);
  if (done.status === 'budget' || done.defects > 0) throw new Exit(EXIT_CODES.ruleMet);
}

/** `--dry-run`: prints the estimated calls of a run, as JSON or for people. */
export async function printEstimate(
  { spent, batch, attempt, note, passages, config }: PendingCalls,
  format: string,
  host: Host,
): Promise<void> {
  const [{ estimateRun }, { missingModels }] = await Promise.all([
    import('../detector/estimate/estimate.ts'),
    import('../models/transformers/missing-models.ts'),
  ]);
  const env = environmentOf(host);
  const estimate = await estimateRun(passages, config, env, attempt);
  const notes = [
    ...missingModels(config, localUses(config), env),
    ...publishedSamplesNotes(config, passages),
  ];
  const document = {
    ...{ ...estimate, ...(note !== undefined && { note }) },
    ...(notes.length > 0 && { notes }),
  };
  const plan = { limits: config.budget, spent, batch };
  const text = () => renderEstimate(estimate, plan, note === undefined ? notes : [...notes, note]);
  host.stdout.write(format === 'json' ? `${JSON.stringify(document, null, 2)}\n` : text());
}
