/**
 * The method without one of its parts (paper Table 2), from the records of a run: no model is asked.
 *
 * A part is taken out by giving it weight 0. Its weight goes to the others in proportion, as that of a missing part
 * does, so that scores and thresholds stay on one scale. −Relations compares triples without their relations, so that
 * every tail that a sample repeats of the same head counts for a fact. −Relations (GCN) and −Graph take the consistency
 * votes of other encoders, where the run recorded them. Where several families of evidence have a weight, each is taken out as a
 * whole, and of three each is also left alone. Ablations that change no score, because what they take out has no weight or
 * no value, get no row of zeros but stand together in one note.
 */
import type { Config } from '../config/schema.ts';
import {
  COMPONENTS,
  type Component,
  type EncoderKind,
  FAMILIES,
  type PassageVerdict,
  TASKS,
  type TripleConsistency,
} from '../passage.ts';
import { FAMILY_NAMES, familiesIn, familyTitle, isOfFamily } from '../scoring/families.ts';
import { thresholdsOf } from '../scoring/threshold.ts';
import { rescoreVerdict } from '../scoring/verdict.ts';
import type { Weights } from '../scoring/weighted-sum.ts';
import type { MethodScores } from './method-scores.ts';
import { type LabelledRun, verdictScores } from './verdict-scores.ts';
import type { Scoring } from '../scoring/scoring-schema.ts';

interface Ablation {
  /** The row of the table. */
  method: string;
  /** Weights set to 0. */
  components?: readonly Component[];
  /** Shares of the passage or sentence score that are set to 0. */
  shares?: readonly Share[];
  /** Recorded votes used in place of the run's own: of another encoder, or of a comparison without relations. */
  votes?: Votes;
  /** Fewer weighted families than this, or fewer than two weighted parts removed, would repeat another ablation. */
  leastFamilies?: number;
}

export type Votes = EncoderKind | 'any-relation';

/** Contributions from outside an item: to a triple or claim from its passage, to a sentence from its own words. */
type Share = 'context' | 'claimContext' | 'wholeSentence';

/** Parts that are not in Eq. 3, each taken out under its own name. */
export const SAMPLE_PARTS = COMPONENTS.filter((name) => ![...TASKS, 'consistency'].includes(name));

/** Those of the paper first. */
export const ABLATIONS: readonly Ablation[] = [
  { method: '−RVF', components: TASKS },
  { method: '−GCCC', components: ['consistency'] },
  { method: '−HEQA', components: ['head'] },
  { method: '−RR', components: ['relation'] },
  { method: '−FTSTE', components: ['tail'] },
  { method: '−Relations', votes: 'any-relation' },
  { method: '−Relations (GCN)', votes: 'gcn' },
  { method: '−Graph', votes: 'identity' },
  ...SAMPLE_PARTS.map((name) => ({ method: `−${name}`, components: [name] })),
  { method: '−zero-resource', components: FAMILIES.zeroResource, leastFamilies: 2 },
  ...FAMILY_NAMES.map((family) => ({
    method: `only ${familyTitle(family)}`,
    components: COMPONENTS.filter((name) => !isOfFamily(name, family)),
    leastFamilies: 3,
  })),
  { method: '−context', shares: ['context', 'claimContext'] },
  { method: '−wholeSentence', shares: ['wholeSentence'] },
];

export interface AblationInput extends LabelledRun {
  scoring: Scoring;
  /** `consistency.unaligned` of the run. Default: same-head. */
  unaligned?: Config['consistency']['unaligned'];
  /** Whether a model read the samples as a whole (`segmentation.extractor=judge`), so that they have no graphs. Default: false. */
  readByModel?: boolean;
}

export interface Ablated {
  methods: MethodScores[];
  /** Rows left out, with the reason. */
  absent: { method: string; reason: string }[];
}

/** One row for each ablation that changes something. */
export function ablate(input: AblationInput): Ablated {
  const { passages, verdicts, scoring } = input;
  const own = verdictScores({ passages, verdicts });
  const methods: MethodScores[] = [];
  const absent: Ablated['absent'] = [];
  const idle: string[] = [];
  const families = familiesIn(scoring.weights).length;
  for (const ablation of ABLATIONS) {
    const { method, leastFamilies = 0, components = [] } = ablation;
    const isOfOnePart = components.filter((name) => scoring.weights[name] > 0).length < 2;
    if (leastFamilies > 0 && (families < leastFamilies || isOfOnePart)) continue;
    const idles = isIdle(ablation, scoring, verdicts);
    const obstacle = idles ? null : obstacleTo(ablation, input);
    if (obstacle !== null) {
      absent.push({ method, reason: obstacle });
      continue;
    }
    const row = idles ? own : ablated(ablation, input);
    if (sameScores(row, own)) idle.push(method);
    else methods.push(row);
  }
  if (idle.length === 0) return { methods, absent };
  return { methods, absent: [...absent, { method: idle.join(', '), reason: CHANGES_NOTHING }] };
}

const CHANGES_NOTHING = 'changes no score of this run: what it takes out has no weight or no value';

/** Whether everything that the ablation removes has no weight or no value. */
function isIdle(
  { components = [], shares = [], votes }: Ablation,
  scoring: Scoring,
  verdicts: readonly PassageVerdict[],
): boolean {
  if (votes !== undefined) return scoring.weights.consistency === 0;
  const triples = verdicts.flatMap((verdict) => verdict.triples);
  const hasValue = (name: Component) =>
    triples.length === 0 || triples.some(({ components: own }) => own[name].value !== null);
  return (
    components.every((name) => scoring.weights[name] === 0 || !hasValue(name)) &&
    shares.every((name) => scoring[name] === 0)
  );
}

/** Whether two rows agree on every labelled item, up to rounding. */
function sameScores(left: MethodScores, right: MethodScores): boolean {
  const [a, b] = [left, right].map(({ scores }) =>
    scores.flatMap(({ passage, sentences, claims }) => [passage, ...(sentences ?? []), ...(claims ?? [])]),
  ) as [(number | null)[], (number | null)[]];
  return a.every((value, index) => isSame(value, b[index] ?? null));
}

const ROUNDING = 1e-9;

const isSame = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) < ROUNDING;

/** Why an ablation cannot be computed; null where it can. */
function obstacleTo({ components = [], votes }: Ablation, input: AblationInput): string | null {
  const { scoring, unaligned = 'same-head' } = input;
  if (votes === 'any-relation') return unaligned === 'same-head' ? null : OTHER_HEADS;
  if (votes !== undefined) return encoderObstacle(votes, input);
  const isLeft = COMPONENTS.some((name) => scoring.weights[name] > 0 && !components.includes(name));
  return isLeft ? null : 'nothing with a weight would be left';
}

const NOT_RECORDED = 'the run did not record this encoder; begin one with --ablate';
const NO_GRAPHS =
  'samples are not taken apart under segmentation.extractor=judge, so there are no graphs of them to encode';
const OTHER_HEADS =
  'the votes of the run count triples of other heads as well (consistency.unaligned=any-head), which are not told apart';

/** Whether every passage that was compared holds the votes of an encoder. */
export const isRecorded = (verdicts: readonly PassageVerdict[], encoder: EncoderKind): boolean =>
  verdicts.every(({ trace }) => trace.consistency.length === 0 || trace.encoders?.[encoder] !== undefined);

/** Why the votes of an encoder are missing; null where they are recorded. */
export function encoderObstacle(
  encoder: EncoderKind,
  { verdicts, readByModel = false }: Pick<AblationInput, 'verdicts' | 'readByModel'>,
): string | null {
  if (isRecorded(verdicts, encoder)) return null;
  return readByModel ? NO_GRAPHS : NOT_RECORDED;
}

function ablated(
  { method, components = [], shares = [], votes }: Ablation,
  { passages, verdicts, scoring: { calibration: _, ...scoring } }: AblationInput,
): MethodScores {
  const changed: Scoring = {
    ...scoring,
    weights: without(scoring.weights, components),
    ...Object.fromEntries(shares.map((name) => [name, 0])),
  };
  const rescored = verdicts.map((verdict) => rescoreVerdict(withVotesOf(verdict, votes), changed));
  const scores = rescored.map(({ score }) => score);
  const thresholds = thresholdsOf(changed.threshold, scores);
  const decided = rescored.map((verdict) => ({ ...verdict, threshold: thresholds?.passage ?? null }));
  return verdictScores({ passages, verdicts: decided, method, origin: 'ablation', thresholds });
}

/** The weights without some; all 0 where nothing else has a weight. */
const without = (weights: Weights, names: readonly Component[]): Weights => ({
  ...weights,
  ...Object.fromEntries(names.map((name) => [name, 0])),
});

/** The verdict as if triples had been compared by another encoder, or without relations; unchanged by default. */
export function withVotesOf(verdict: PassageVerdict, votes: Votes | undefined): PassageVerdict {
  const { trace } = verdict;
  const consistency =
    votes === 'any-relation'
      ? trace.consistency.map(withoutRelations)
      : votes && trace.encoders?.[votes]?.consistency;
  return consistency === undefined ? verdict : { ...verdict, trace: { ...trace, consistency } };
}

/**
 * Without relations every triple of the same head is aligned (`unaligned: same-head`): those with the same tail
 * repeat the fact, and none is a risk. A conflict on a single-valued relation cannot be detected.
 */
function withoutRelations({ tripleId, votes }: TripleConsistency): TripleConsistency {
  return {
    tripleId,
    votes: votes.map((vote) => ({
      ...vote,
      ...{ repeated: vote.repeated || vote.risk, risk: false, conflict: false },
      ...(vote.pairs && { pairs: { repeated: vote.pairs.repeated + vote.pairs.risk, risk: 0 } }),
    })),
  };
}
