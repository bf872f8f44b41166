/**
 * What each part of the score achieves alone, whatever its weight: the other weights are 0, nothing is taken from the
 * passage, and the passage score is the mean of its triples. From the records of a run.
 */
import type { Component, EncoderKind, PassageVerdict } from '../passage.ts';
import { rescoreVerdict } from '../scoring/verdict.ts';
import { weightsBy } from '../scoring/weighted-sum.ts';
import { type Ablated, type AblationInput, encoderObstacle, SAMPLE_PARTS, withVotesOf } from './ablations.ts';
import { type MethodScores, NO_THRESHOLDS } from './method-scores.ts';
import { verdictScores } from './verdict-scores.ts';
import type { Scoring } from '../scoring/scoring-schema.ts';

interface Part {
  /** The row of the table, in the symbols of Eq. 3. */
  method: string;
  component: Component;
  /** Default: the encoder of the run. */
  encoder?: EncoderKind;
}

export const PARTS: readonly Part[] = [
  { method: 'S_h', component: 'head' },
  { method: 'S_r', component: 'relation' },
  { method: 'S_t', component: 'tail' },
  { method: 'C', component: 'consistency' },
  { method: 'C (GCN)', component: 'consistency', encoder: 'gcn' },
  { method: 'C (no graph)', component: 'consistency', encoder: 'identity' },
  ...SAMPLE_PARTS.map((component) => ({ method: component, component })),
];

/** One row for each part with a value somewhere; single parts have no thresholds. */
export function partsAlone(input: AblationInput): Ablated {
  const { passages, verdicts, scoring } = input;
  const methods: MethodScores[] = [];
  const absent: Ablated['absent'] = [];
  for (const { method, component, encoder } of PARTS) {
    const alone = scoringOf(component, scoring);
    const rescored = verdicts.map((verdict) => rescoreVerdict(withVotesOf(verdict, encoder), alone));
    const reason = obstacle(encoder, input, rescored);
    if (reason !== null) absent.push({ method, reason });
    else {
      const scores = verdictScores({ passages, verdicts: rescored, method, origin: 'part' });
      methods.push({ ...scores, thresholds: NO_THRESHOLDS });
    }
  }
  return { methods, absent };
}

const scoringOf = (component: Component, scoring: Scoring): Scoring => ({
  ...scoring,
  weights: weightsBy((name) => Number(name === component)),
  ...{ context: 0, claimContext: 0, wholeSentence: 0 },
  ...{ facts: 'parts', passage: 'mean' },
  calibration: undefined,
});

function obstacle(
  encoder: EncoderKind | undefined,
  input: AblationInput,
  rescored: readonly PassageVerdict[],
): string | null {
  const unrecorded = encoder === undefined ? null : encoderObstacle(encoder, input);
  if (unrecorded !== null) return unrecorded;
  return rescored.every(({ score }) => score === null) ? 'has no value in this run' : null;
}
