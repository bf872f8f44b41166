/** The share of a response covered by evidence; when a passage without a found error is unsure, and why. */
import type { Coverage, Label, Span, Trace, TripleVerdict, Unsure } from '../passage.ts';
import { FAMILIES, TASKS } from '../passage.ts';
import { mean } from '../statistics/summary.ts';
import { byPlace } from '../text/by-place.ts';
import { familiesIn } from './families.ts';
import type { UnsureSettings } from './scoring-schema.ts';
import type { Weights } from './weighted-sum.ts';

/** The parts based on samples: not the reverse tasks, which a model answers. */
const OF_SAMPLES = FAMILIES.zeroResource.filter((name) => !TASKS.some((task) => task === name));

interface UnsureInput {
  coverage: Coverage;
  trace: Pick<Trace, 'agreement' | 'consistency'>;
  /** Whether the score of the passage is below its threshold, without deciding its label. */
  isLittleConfirmed: boolean;
}

/** Values missing in old records are not tested. */
export function unsureOf(
  { coverage: { sentences }, trace, isLittleConfirmed }: UnsureInput,
  { unsure, weights }: { unsure: UnsureSettings; weights: Weights },
): Unsure | null {
  const isBySamples =
    familiesIn(weights).every((family) => family === 'zeroResource') &&
    OF_SAMPLES.some((name) => weights[name] > 0);
  const rows = trace.agreement?.alike;
  const samples = rows?.length ?? trace.consistency[0]?.votes.length ?? null;
  if (isBySamples && samples !== null && samples < unsure.samples) {
    const detail = `${samples} usable ${samples === 1 ? 'sample' : 'samples'}, ${unsure.samples} are needed`;
    return { reason: 'few-samples', detail };
  }
  const alike = mean(rows?.flat() ?? []);
  if (isBySamples && alike !== null && alike < unsure.alike) {
    const detail = `the samples share ${percent(alike)} of their words, ${percent(unsure.alike)} are needed`;
    return { reason: 'unlike-samples', detail };
  }
  if (isLittleConfirmed)
    return {
      reason: 'little-confirmed',
      detail: 'nothing is contradicted, but the samples confirm only a part of it',
    };
  if (sentences === null || sentences >= unsure.coverage) return null;
  const spokenOf = isBySamples ? 'that samples speak of' : 'with evidence';
  const detail = `facts ${spokenOf} in ${percent(sentences)} of the sentences, ${percent(unsure.coverage)} are needed`;
  return { reason: 'coverage', detail };
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

const NOT_SPOKEN_OF: ReadonlySet<Label> = new Set(['unsure', 'unsupported']);

export function coverageOf(triples: readonly TripleVerdict[], sentences: readonly Span[]): Coverage {
  const scored = triples.filter(({ score }) => score !== null);
  const within = byPlace(
    scored.filter(({ label }) => !NOT_SPOKEN_OF.has(label)),
    ({ triple }) => triple.span,
  );
  const held = sentences.filter((span) => within(span).length > 0).length;
  return {
    triples: triples.length === 0 ? null : scored.length / triples.length,
    sentences: sentences.length === 0 ? null : held / sentences.length,
  };
}
