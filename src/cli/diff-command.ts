/** `hallugraph diff`: what changed from one recorded run to another. */
import type { Command } from 'commander';
import type { LabelledPassage } from '../../datasets/index.ts';
import { differenceDocument } from '../benchmark/difference-document.ts';
import { type RunDifference, runDifference } from '../benchmark/run-difference.ts';
import type { ComparedRun } from '../benchmark/compared-run.ts';
import { EXIT_CODES, HallugraphError } from '../errors.ts';
import { RECORD_FORMATS, type RecordFormat, renderRecord } from '../format/render-record.ts';
import { counted, oneLine } from '../format/text.ts';
import { applyDatasetThreshold } from '../scoring/verdict.ts';
import { diffPage } from './diff-page.ts';
import type { Host } from '../run/host.ts';
import { passagesOfRun, recordedRun } from '../run/recorded-run.ts';
import { Exit } from './exit.ts';
import { choice, formatOption, integer, positive } from './options.ts';

interface DiffFlags {
  top: number;
  all?: boolean;
  seed?: number;
  format: RecordFormat;
  failOn?: 'worse';
}

type Recorded = Awaited<ReturnType<typeof recordedRun>>;

const HELP = `
Passages are held against each other by their ids, facts by their words: labels that changed, with the reasons of both
runs, and the mean difference of scores. Where the input has gold labels, metrics of both with the paired difference. No
model is asked.

Examples:
  $ hallugraph diff runs/<before> runs/<after>
  $ hallugraph diff runs/<before> runs/<after> --fail-on worse
  $ hallugraph diff runs/<before> runs/<after> --format html > diff.html`;

export function commandModule(command: Command, host: Host): void {
  command
    .argument('<run-a>', 'run folder')
    .argument('<run-b>', 'run folder to compare with it')
    .option('--top <count>', 'how many passages and facts table and markdown list', positive, 20)
    .option('--all', 'list all of them')
    .option('--seed <number>', 'seed of the bootstrap (default: that of run A)', integer)
    .addOption(formatOption(RECORD_FORMATS))
    .addOption(
      choice('--fail-on <rule>', 'exit with status 1 if a passage or fact has a more severe label in run B', [
        'worse',
      ]),
    )
    .addHelpText('after', HELP);
  command.action(async (a: string, b: string) => {
    await diff([a, b], command.optsWithGlobals<DiffFlags>(), host);
  });
}

async function diff(names: readonly [string, string], flags: DiffFlags, host: Host): Promise<void> {
  const [a, b] = [await recordedRun(names[0], host), await recordedRun(names[1], host)];
  const { labelled, warnings } = await goldOf(a, b);
  const runs = { a: comparedRun(a), b: comparedRun(b) };
  const report = runDifference({
    ...{ ...runs, labelled },
    seed: flags.seed ?? a.manifest.seed,
    warnings: [...unfinishedLines('A', a), ...unfinishedLines('B', b), ...warnings],
  });
  if (flags.format === 'html') {
    for await (const piece of diffPage(report, runs, labelled)) host.stdout.write(piece);
  } else {
    const document = () => differenceDocument(report, { top: flags.all ? null : flags.top });
    host.stdout.write(await renderRecord(report, flags.format, document));
  }
  const worse = flags.failOn === undefined ? null : worseFinding(report);
  if (worse === null) return;
  host.stderr.write(`${worse}\n`);
  throw new Exit(EXIT_CODES.ruleMet);
}

const comparedRun = ({ name, manifest, verdicts }: Recorded): ComparedRun => ({
  name,
  ...{ command: manifest.command, version: manifest.tool.version, config: manifest.config },
  verdicts: applyDatasetThreshold(verdicts, manifest.config.scoring),
});

/** Labels of the input of A, or of B where that is missing; none where neither is unchanged. */
async function goldOf(
  a: Recorded,
  b: Recorded,
): Promise<{ labelled: LabelledPassage[]; warnings: string[] }> {
  const isOther = a.manifest.input.sha256 !== b.manifest.input.sha256;
  const other = isOther ? ['The inputs of the runs differ.'] : [];
  const problems: string[] = [];
  for (const run of [a, b]) {
    try {
      return { labelled: await passagesOfRun(run), warnings: other };
    } catch (error) {
      if (!(error instanceof HallugraphError)) throw error;
      problems.push(error.message);
    }
  }
  return { labelled: [], warnings: [...other, `Gold labels are ignored: ${problems[0]}`] };
}

/** Counted from the records, since a killed run did not write its counts. */
function unfinishedLines(side: string, { manifest, verdicts }: Recorded): string[] {
  const { passages } = manifest.summary;
  return verdicts.length < passages
    ? [`${side} has ${verdicts.length} of its ${counted(passages, 'passage')} so far.`]
    : [];
}

/** From least to most severe; others (not judged, undecided) are not compared. */
const SEVERITY: readonly string[] = ['factual', 'unsure', 'unsupported', 'hallucinated'];

interface Flip {
  label: { a: string; b: string };
}

function isWorse({ label: { a, b } }: Flip): boolean {
  const [before, after] = [SEVERITY.indexOf(a), SEVERITY.indexOf(b)];
  return before >= 0 && after > before;
}

/** `--fail-on worse`: the message for a second run with more severe labels; null otherwise. */
function worseFinding({ passages, flips, facts }: RunDifference): string | null {
  const worsePassages = flips.filter(isWorse);
  const worseFacts = facts.flips.filter(isWorse);
  if (worsePassages.length + worseFacts.length === 0) return null;
  const first = worsePassages[0]?.id ?? `${worseFacts[0]?.passage}: ${worseFacts[0]?.fact}`;
  const words = [
    `${counted(worsePassages.length, 'passage')} of ${passages.both} and ${counted(worseFacts.length, 'fact')} of ${facts.both}`,
    `first ${oneLine(first)}`,
  ];
  return `--fail-on worse: ${words.join('; ')}`;
}
