/** RefChecker's figures of a run: the label of each triplet, and the aggregates. */
import type {
  Abstention,
  PassageVerdict,
  ReferenceCheck,
  ReferenceLabel,
  SpanVerdict,
  Triple,
} from '../passage.ts';
import { mean } from '../statistics/summary.ts';
import {
  countLabels,
  majorLabel,
  type PerLabel,
  perLabel,
  type ReferenceRates,
  referenceRates,
  softShares,
  strictLabel,
} from './aggregate.ts';
import { unchecked } from './checker.ts';
import { copyRateIn } from './copy-rate.ts';
import type { KnowledgeProbe, MaskProbe, PassageProbes } from './probes.ts';

export interface CheckedTriple extends Omit<Triple, 'responseId'>, Omit<ReferenceCheck, 'conflict' | 'raw'> {
  passage: string;
  /** The words of the reference at the evidence. */
  quote: string | null;
  copyRate: number | null;
  /** Absent without probes. */
  probes?: { knowledge: KnowledgeProbe | null; masked: MaskProbe };
}

export interface CheckedPassage {
  id: string;
  strict: ReferenceLabel | null;
  soft: PerLabel | null;
  major: ReferenceLabel | null;
  /** Mean over its triplets; null without any. */
  copyRate: number | null;
  triples: CheckedTriple[];
  /** Hallucinated spans of the response with their words; null where none were computed. */
  spans: CheckedSpan[] | null;
}

export type CheckedSpan = SpanVerdict & { text: string };

export interface ReferenceSummary {
  /** Id of the checker; null where no passage was checked. */
  checker: string | null;
  labels: PerLabel;
  /** Triplets the checker could not label. */
  unlabelled: number;
  rates: ReferenceRates;
  /** Mean over all triplets; null without any. */
  copyRate: number | null;
  /** The same for the triplets with each label: entailed ones are copied more (RefChecker). */
  copyRates: Record<ReferenceLabel, number | null>;
  /** Absent without probes. */
  probes?: ProbeFigures;
  passages: CheckedPassage[];
}

export interface ProbeFigures {
  /** Triplets the evaluated model holds to be true, false, or does not know; null where none was asked. */
  knowledge: Record<'yes' | 'no' | 'unsure', number> | null;
  /** Triplets with a label under a masked reference, and those where it is not neutral. */
  masked: number;
  biased: number;
}

export type ProbesOfRun = ReadonlyMap<string, PassageProbes>;

/** Abstentions that are not the model's own: the passage could not be checked. */
const NOT_CHECKED: readonly Abstention['reason'][] = [
  'failed',
  'defect',
  'non-english',
  'no-reference',
  'no-samples',
];

/** Passages that could not be checked are not counted; refusals and responses without a fact count as abstaining. */
export function summariseReference(
  verdicts: readonly PassageVerdict[],
  probes?: ProbesOfRun,
): ReferenceSummary {
  const checked = verdicts.filter(
    ({ abstention }) => abstention === null || !NOT_CHECKED.includes(abstention.reason),
  );
  const passages = checked.map((verdict) => checkedPassage(verdict, probes?.get(verdict.passage.id)));
  const triples = passages.flatMap((passage) => passage.triples);
  const labels = triples.map(({ label }) => label);
  return {
    checker: checked.find(({ trace }) => trace.reference)?.trace.reference?.checker ?? null,
    labels: countLabels(labels),
    unlabelled: labels.filter((label) => label === null).length,
    rates: referenceRates(passages.map((passage) => passage.triples.map(({ label }) => label))),
    copyRate: mean(triples.map(({ copyRate }) => copyRate)),
    copyRates: perLabel((label) =>
      mean(triples.flatMap((triple) => (triple.label === label ? triple.copyRate : []))),
    ),
    ...(probes && { probes: figuresOf(triples) }),
    passages,
  };
}

/** @param probes by position of the triple */
function checkedPassage(
  { passage, triples: verdicts, trace, spans }: PassageVerdict,
  probes: PassageProbes | undefined,
): CheckedPassage {
  const { context = [], response = '' } = passage;
  const rateOf = copyRateIn(context);
  const triples = verdicts.map(({ triple }, index): CheckedTriple => {
    const { head, relation, tail, id, span } = triple;
    const check = trace.reference?.triples[id] ?? unchecked(null);
    const { label, value, reason, evidence, note } = check;
    const quote =
      evidence && (context[evidence.reference]?.slice(evidence.span.start, evidence.span.end) ?? null);
    const copyRate = rateOf(triple);
    return {
      ...{ passage: passage.id, id, head, relation, tail },
      ...{ label, value, reason, span, evidence, quote, note, copyRate },
      ...(probes && { probes: probesAt(index, probes) }),
    };
  });
  const labels = triples.map(({ label }) => label);
  return {
    id: passage.id,
    strict: strictLabel(labels),
    soft: softShares(labels),
    major: majorLabel(labels),
    copyRate: mean(triples.map(({ copyRate }) => copyRate)),
    triples,
    spans: spans?.map((span) => ({ ...span, text: response.slice(span.start, span.end) })) ?? null,
  };
}

const probesAt = (index: number, { knowledge, masked }: PassageProbes) => ({
  knowledge: knowledge?.[index] ?? null,
  masked: masked[index] as MaskProbe,
});

function figuresOf(triples: readonly CheckedTriple[]): ProbeFigures {
  const probes = triples.flatMap((triple) => triple.probes ?? []);
  const answers = probes.flatMap(({ knowledge }) => knowledge ?? []).map(({ value }) => value);
  const count = (wanted: string) => answers.filter((answer) => answer === wanted).length;
  const known = probes.map(({ masked }) => masked.biased).filter((biased) => biased !== null);
  return {
    knowledge: answers.length === 0 ? null : { yes: count('yes'), no: count('no'), unsure: count('unsure') },
    masked: known.length,
    biased: known.filter((biased) => biased).length,
  };
}
