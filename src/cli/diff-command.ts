/** `hallugraph diff`: what changed from one recorded run to another. */
import type { Command } from 'commander';
import type { LabelledPassage } from '../../datasets/index.ts';
import type { ComparedRun, Pair, VerdictPair } from '../benchmark/compared-run.ts';
import { differenceDocument } from '../benchmark/difference-document.ts';
import { changeOf, factPairs } from '../benchmark/fact-changes.ts';
import { type RunDifference, runDifference } from '../benchmark/run-difference.ts';
import { countsOf } from '../common/group-by.ts';
import { EXIT_CODES, HallugraphError } from '../errors.ts';
import { viewerTemplate, viewPage } from '../format/page.ts';
import { RECORD_FORMATS, type RecordFormat, renderRecord } from '../format/render-record.ts';
import { counted, oneLine } from '../format/text.ts';
import type { PassageVerdict } from '../passage.ts';
import type { ViewDocument, ViewPair } from '../report/view/view-data.ts';
import { CHUNK_SIZE, viewRow } from '../report/view/view-index.ts';
import { viewPassage } from '../report/view/view-passage.ts';
import type { Host } from '../run/host.ts';
import { passagesOfRun, recordedRun } from '../run/recorded-run.ts';
import { applyDatasetThreshold } from '../scoring/verdict.ts';
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
Passages are matched by their ids, facts by their words: labels that changed, with the reasons of both
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
      choice(
        '--fail-on <rule>',
        'exit with status 1 if a passage or fact has a more severe label in run B, or a passage of run A is not in run B',
        ['worse'],
      ),
    )
    .addHelpText('after', HELP)
    .action((a: string, b: string) => diff([a, b], command.optsWithGlobals<DiffFlags>(), host));
}

async function diff(names: readonly [string, string], flags: DiffFlags, host: Host): Promise<void> {
  const [a, b] = [await recordedRun(names[0], host), await recordedRun(names[1], host)];
  const { labelled, warnings } = await goldOf(a, b);
  const runs = { a: comparedRun(a), b: comparedRun(b) };
  const report = runDifference({
    ...{ ...runs, labelled, seed: flags.seed ?? a.manifest.seed },
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
  ...{ name, command: manifest.command, version: manifest.tool.version, config: manifest.config },
  verdicts: applyDatasetThreshold(verdicts, manifest.config.scoring),
});

/** Labels of the input of A, or of B where that is missing or changed. */
async function goldOf(
  a: Recorded,
  b: Recorded,
): Promise<{ labelled: LabelledPassage[]; warnings: string[] }> {
  const isOther = a.manifest.input.sha256 !== b.manifest.input.sha256;
  const warnings = isOther ? ['The inputs of the runs differ.'] : [];
  const problems: string[] = [];
  for (const run of [a, b]) {
    try {
      return { labelled: await passagesOfRun(run), warnings };
    } catch (error) {
      if (!(error instanceof HallugraphError)) throw error;
      problems.push(error.message);
    }
  }
  return { labelled: [], warnings: [...warnings, `Gold labels are ignored: ${problems[0]}`] };
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

function isWorse({ label: { a, b } }: { label: Pair<string> }): boolean {
  const [before, after] = [SEVERITY.indexOf(a), SEVERITY.indexOf(b)];
  return before >= 0 && after > before;
}

/** `--fail-on worse`: the message where run B has more severe labels, or lacks passages. */
function worseFinding({ passages, flips, facts }: RunDifference): string | null {
  const [worsePassages, worseFacts] = [flips.filter(isWorse), facts.flips.filter(isWorse)];
  const missing = missingFinding(passages);
  if (worsePassages.length + worseFacts.length === 0) return missing;
  const first = worsePassages[0]?.id ?? `${worseFacts[0]?.passage}: ${worseFacts[0]?.fact}`;
  const count = `${counted(worsePassages.length, 'passage')} of ${passages.both} and ${counted(worseFacts.length, 'fact')} of ${facts.both}`;
  const worse = `--fail-on worse: ${count}; first ${oneLine(first)}`;
  return missing === null ? worse : `${worse}\n${missing}`;
}

/** A passage without a verdict in run B may have become worse. */
function missingFinding({ only: { a: missing } }: RunDifference['passages']): string | null {
  const [first] = missing;
  if (first === undefined) return null;
  const are = missing.length === 1 ? 'is' : 'are';
  return `--fail-on worse: ${counted(missing.length, 'passage')} of run A ${are} not in run B; first ${oneLine(first)}`;
}

async function* diffPage(
  report: RunDifference,
  runs: Pair<ComparedRun>,
  labelled: readonly LabelledPassage[],
): AsyncGenerator<string> {
  const document = differenceDocument(report, { top: 0 });
  const pairs = changedPairs(report, runs);
  const gold = new Map(labelled.map(({ passage, label }) => [passage.id, label]));
  const flips = countsOf(report.facts.flips.map(({ passage }) => passage));
  const rowOf = (verdict: PassageVerdict) => {
    const label = gold.get(verdict.passage.id) ?? null;
    return viewRow(verdict, label && label === 'non-factual');
  };
  const rows = pairs.map(({ a, b }) => ({ a: rowOf(a), b: rowOf(b), facts: flips.get(a.passage.id) ?? 0 }));
  const names = { a: runs.a.name, b: runs.b.name };
  const changed = { names, rows, chunkSize: CHUNK_SIZE };
  const index: ViewDocument = { title: document.title, document, changed };
  yield* viewPage(await viewerTemplate(), index, chunksOf(pairs, runs));
}

/** In the order of the report: passages with another label first. */
function changedPairs({ flips, facts }: RunDifference, { a, b }: Pair<ComparedRun>): VerdictPair[] {
  const byId = ({ verdicts }: ComparedRun) => new Map(verdicts.map((one) => [one.passage.id, one]));
  const [ofA, ofB] = [byId(a), byId(b)];
  const ids = new Set([...flips.map(({ id }) => id), ...facts.flips.map(({ passage }) => passage)]);
  return [...ids].flatMap((id) => {
    const [one, other] = [ofA.get(id), ofB.get(id)];
    return one && other ? [{ a: one, b: other }] : [];
  });
}

function* chunksOf(pairs: readonly VerdictPair[], runs: Pair<ComparedRun>): Generator<ViewPair[]> {
  for (let start = 0; start < pairs.length; start += CHUNK_SIZE) {
    yield pairs.slice(start, start + CHUNK_SIZE).map((pair) => viewPair(pair, runs));
  }
}

/** Facts with another label first, then by the change of their score. */
function viewPair(pair: VerdictPair, runs: Pair<ComparedRun>): ViewPair {
  const weight = ({ a, b }: Pair<number | null>): number => {
    const [one, other] = [pair.a.triples[a ?? -1], pair.b.triples[b ?? -1]];
    if (one === undefined || other === undefined) return 0;
    const change = changeOf({ a: one.score, b: other.score });
    return one.label === other.label ? change : 2 + change;
  };
  return {
    a: viewPassage(pair.a, runs.a.config.scoring.consistency),
    b: viewPassage(pair.b, runs.b.config.scoring.consistency),
    facts: factPairs(pair).toSorted((one, other) => weight(other) - weight(one)),
  };
}
