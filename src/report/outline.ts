/** What a report for people keeps of a run: a line a passage, and the facts it shows. */
import { counted, oneLine } from '../format/text.ts';
import type { Label, PassageVerdict } from '../passage.ts';
import type { RunManifest } from '../run/manifest.ts';
import { type FamilyLine, familyLineOf } from './by-family.ts';
import { type Fact, FactList } from './facts.ts';
import { whyAsWhole } from './low-support.ts';
import { mergeLines } from './merges.ts';
import type { Report, ReportOptions } from './report.ts';
import { hasProbability } from './shared-sentences.ts';
import { unsupportedIn, unsupportedLine } from './unsupported.ts';
import { Unanswered } from './unanswered.ts';

export interface Outline {
  run: RunManifest;
  passages: PassageLine[];
  /** Whether a calibration gave any passage or triple a probability, so that there is something to show. */
  hasProbabilities: boolean;
  facts: Fact[];
  omitted: number;
  /** Empty where a single family of evidence has a weight. */
  families: FamilyLine[];
  /** Why passages are called hallucinated in which no fact is; as many as facts are shown. */
  asWhole: string[];
  /** What no evidence speaks of, a line a passage; as many as facts are shown. */
  unsupported: string[];
  /** A line for each part of scores that lacks answers of a model. */
  unanswered: string[];
  /** What was taken for the same; empty unless every fact is shown. */
  merges: string[];
}

export interface PassageLine {
  id: string;
  label: Label;
  score: number | null;
  /** That decided on the passage. */
  threshold: number | null;
  probability: number | null;
  triples: number;
  flagged: number;
  /** Triples that no evidence speaks of, where it speaks of others. */
  unsupported: number;
  /** Share of the sentences with a fact that the evidence speaks of. */
  coverage: number | null;
  /** Where it was read without grammar. */
  language: string | null;
  abstention: PassageVerdict['abstention'];
  unsure: PassageVerdict['unsure'];
}

/** Goes through the verdicts once. */
export async function outlineOf(
  { run, verdicts }: Report,
  { top }: Pick<ReportOptions, 'top'>,
): Promise<Outline> {
  const passages: PassageLine[] = [];
  const facts = new FactList(top);
  const families: FamilyLine[] = [];
  const unanswered = new Unanswered();
  const merges: string[] = [];
  const asWhole: string[] = [];
  const unsupported: string[] = [];
  let hasProbabilities = false;
  for await (const verdict of verdicts) {
    passages.push(lineOf(verdict));
    facts.add(verdict);
    unanswered.add(verdict);
    families.push(...[familyLineOf(verdict)].filter((line) => line !== null));
    const why = whyAsWhole(verdict);
    if (why !== null) asWhole.push(oneLine(`${verdict.passage.id}: ${why}`));
    const unmentioned = unsupportedLine(verdict);
    if (unmentioned !== null) unsupported.push(oneLine(`${verdict.passage.id}: ${unmentioned}`));
    if (top === null) merges.push(...mergeLines(verdict));
    hasProbabilities ||= hasProbability(verdict);
  }
  return {
    ...{ run, passages, hasProbabilities, ...facts.selected(), families, merges },
    ...{ asWhole: atMost(asWhole, top), unsupported: atMost(unsupported, top) },
    unanswered: unanswered.lines(run.config.scoring.weights),
  };
}

function atMost(lines: readonly string[], top: number | null): string[] {
  if (top === null || lines.length <= top) return [...lines];
  const more = counted(lines.length - top, 'more passage');
  return [...lines.slice(0, top), `${more} like these; --top or --all shows more`];
}

function lineOf(verdict: PassageVerdict): PassageLine {
  const { passage, triples, coverage, label, score, threshold, probability, abstention, unsure } = verdict;
  return {
    id: passage.id,
    ...{ label, score, threshold, probability, abstention, unsure },
    triples: triples.length,
    flagged: triples.filter((triple) => triple.label === 'hallucinated').length,
    unsupported: unsupportedIn(verdict).factCount,
    coverage: coverage.sentences,
    language: verdict.language ?? null,
  };
}
