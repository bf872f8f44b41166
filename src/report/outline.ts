/** The content of a report for people: a line for each passage, the facts to show, and notes. */
import { counted, oneLine } from '../format/text.ts';
import type { PassageVerdict } from '../passage.ts';
import type { RunManifest } from '../run/manifest.ts';
import { alignmentLine, alignmentOf } from './alignment-recall.ts';
import { type FamilyLine, familyLineOf } from './by-family.ts';
import { type Fact, FactList, flaggedFacts } from './facts.ts';
import { Unanswered } from './missing-values.ts';
import { mergeLines, unsupportedIn, unsupportedLine, whyAsWhole } from './passage-notes.ts';
import type { Report, ReportOptions } from './report.ts';

export interface Outline {
  run: RunManifest;
  passages: PassageLine[];
  hasProbabilities: boolean;
  facts: Fact[];
  omitted: number;
  /** Empty where a single family of evidence has a weight. */
  families: FamilyLine[];
  /** Why passages without a hallucinated fact are hallucinated; at most `top`. */
  asWhole: string[];
  /** What no evidence mentions, a line for each passage; at most `top`. */
  unsupported: string[];
  unanswered: string[];
  /** Forms that were merged; empty unless every fact is shown. */
  merges: string[];
  /** How much of what samples repeat Eq. 2 finds; null where that was not measured. */
  alignment: string | null;
}

export type PassageLine = ReturnType<typeof lineOf>;

export async function outlineOf(
  { run, verdicts }: Report,
  { top }: Pick<ReportOptions, 'top'>,
): Promise<Outline> {
  const facts = new FactList(top);
  const unanswered = new Unanswered();
  const passages: PassageLine[] = [];
  const families: FamilyLine[] = [];
  const merges: string[] = [];
  const asWhole: string[] = [];
  const unsupported: string[] = [];
  const alignment = { supported: 0, aligned: 0 };
  let hasProbabilities = false;
  for await (const verdict of verdicts) {
    const named = (note: string | null) => (note === null ? [] : [oneLine(`${verdict.passage.id}: ${note}`)]);
    passages.push(lineOf(verdict));
    facts.add(verdict);
    unanswered.add(verdict);
    const own = alignmentOf(verdict);
    alignment.supported += own.supported;
    alignment.aligned += own.aligned;
    families.push(...[familyLineOf(verdict) ?? []].flat());
    asWhole.push(...named(whyAsWhole(verdict)));
    unsupported.push(...named(unsupportedLine(verdict)));
    if (top === null) merges.push(...mergeLines(verdict));
    hasProbabilities ||= hasProbability(verdict);
  }
  return {
    ...{ run, passages, hasProbabilities, ...facts.selected(), families, merges },
    ...{ asWhole: atMost(asWhole, top), unsupported: atMost(unsupported, top) },
    unanswered: unanswered.lines(run.config.scoring.weights),
    alignment: alignmentLine(alignment, run.config),
  };
}

/** Whether a calibration gave the passage or one of its facts a probability. */
export const hasProbability = (verdict: PassageVerdict): boolean =>
  [verdict, ...verdict.triples].some(({ probability }) => probability !== null);

function atMost(lines: readonly string[], top: number | null): string[] {
  if (top === null || lines.length <= top) return [...lines];
  const more = counted(lines.length - top, 'more passage');
  return [...lines.slice(0, top), `${more} like these; --top or --all shows more`];
}

function lineOf(verdict: PassageVerdict) {
  const { passage, triples, coverage, label, score, threshold, probability, abstention, unsure } = verdict;
  return {
    ...{ id: passage.id, label, score, threshold, probability, abstention, unsure },
    triples: triples.length,
    flagged: flaggedFacts(verdict).length,
    unsupported: unsupportedIn(verdict).factCount,
    /** Share of the sentences with a fact that the evidence mentions. */
    coverage: coverage.sentences,
    /** Of a text that was read without grammar. */
    language: verdict.language ?? null,
  };
}
