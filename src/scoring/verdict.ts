/**
 * From the records of a passage to its verdict: pure, so that a recorded run can be scored again with other
 * weights, options or thresholds and no model call.
 */
import type {
  Abstention,
  CallRecord,
  ClaimVerdict,
  Components,
  Coverage,
  Family,
  Label,
  Passage,
  PassageVerdict,
  SentenceVerdict,
  Span,
  Trace,
  TripleVerdict,
  Usage,
} from '../passage.ts';
import { COMPONENTS, ORIGINAL, sampleId } from '../passage.ts';
import { byPlace } from '../text/by-place.ts';
import { type Calibrator, probabilityOf } from './calibration.ts';
import { triplesOfClaim } from './claim-triples.ts';
import { componentsByTriple, componentsOfClaim, componentsOfSentence } from './components.ts';
import { evidenceOf } from './evidence.ts';
import { type Combination, combinedScore, familiesIn, weightsOfFamily } from './families.ts';
import { factScore, likenessOf } from './fact-score.ts';
import { hallucinationScore, type PassageAggregation, passageScore } from './passage-score.ts';
import { type SpanInput, spansOfVerdicts } from './spans.ts';
import { labelOf, type ThresholdRule, type Thresholds, thresholdsOf } from './threshold.ts';
import { reasonsByTriple } from './reasons.ts';
import { mean, type Weights, weightedSum, withContext, withOtherFamilies } from './weighted-sum.ts';

export interface Scoring {
  weights: Weights;
  consistency: 'raw' | 'mean';
  conflictVote: boolean;
  /** β in [0, 1]: share of a triple's score that comes from the mean of its passage. */
  context: number;
  /** The same of a claim, which brings little evidence of its own. */
  claimContext: number;
  /** η in [0, 1]: share of a sentence's score that comes from its own sample agreement beside that of its triples. */
  wholeSentence: number;
  passage: PassageAggregation;
  /** What the passage score is an aggregate of. */
  passageOf: 'triples' | 'sentences';
  /** What the score and label of a triple rest on: its weighted parts, or what each sample says of it. */
  facts: 'parts' | 'statements';
  /** Below it a fact is hallucinated, where `facts` is `statements` and no other family of evidence has a weight. */
  factThreshold: number;
  /** Where families of evidence meet. */
  combine: Combination;
  threshold: ThresholdRule;
  /** How scores become probabilities; `triple` serves sentences and claims too. */
  calibration?: { passage?: Calibrator | undefined; triple?: Calibrator | undefined } | undefined;
}

/** Everything scoring needs of a passage. */
export interface ScoringInput {
  passage: Passage;
  /** Sentences of the response, in order. */
  sentences: readonly Span[];
  trace: Trace;
  usage: Usage;
  calls?: CallRecord | undefined;
  /** Whether hallucinated spans are wanted. */
  withSpans?: boolean;
  /** Why the passage cannot be scored, found before scoring. */
  abstention: Abstention | null;
}

/** The verdict under the scoring given; `undecided` while the threshold rule needs the whole data set. */
export function judge(input: ScoringInput, scoring: Scoring): PassageVerdict {
  return judgeAgainst(input, scoring, thresholdsOf(scoring.threshold));
}

/** The same passage under another scoring. */
export function rescoreVerdict(verdict: PassageVerdict, scoring: Scoring): PassageVerdict {
  return judge(scoringInputOf(verdict), scoring);
}

/** Second pass: the verdicts of a whole data set under a threshold rule that needs all of them. */
export function applyDatasetThreshold(
  verdicts: readonly PassageVerdict[],
  scoring: Scoring,
): PassageVerdict[] {
  const scores = verdicts.map(({ score }) => score);
  const thresholds = thresholdsOf(scoring.threshold, scores);
  return verdicts.map((verdict) => rejudge(verdict, scoring, thresholds));
}

/** The same passage under thresholds taken from its data set. */
export function rejudge(verdict: PassageVerdict, scoring: Scoring, thresholds: Thresholds): PassageVerdict {
  return judgeAgainst(scoringInputOf(verdict), scoring, thresholds);
}

function scoringInputOf(verdict: PassageVerdict): ScoringInput {
  const { passage, sentences, trace, usage, calls, abstention } = verdict;
  return {
    passage,
    sentences: sentences.map(({ span }) => span),
    trace,
    ...{ usage, calls },
    withSpans: verdict.spans !== undefined,
    abstention: abstention?.reason === 'no-scores' ? null : abstention,
  };
}

function judgeAgainst(input: ScoringInput, scoring: Scoring, thresholds: Thresholds): PassageVerdict {
  const { triples, ranked, passageMean, sentences, rows } = judgeStatements(input, scoring, thresholds);
  const families = familyScores(input, scoring, thresholds);
  const score =
    families !== null && scoring.combine === 'families'
      ? combinedScore(families, scoring.weights)
      : passageScore(rows, scoring.passage);
  const abstention =
    input.abstention ??
    (mean(rows.map((row) => row.score)) === null ? withoutScores(triples, input, scoring) : null);
  return {
    passage: input.passage,
    score,
    ...(families !== null && { families }),
    hallucinationScore: hallucinationScore(score),
    label: abstention === null ? passageLabel(score, triples, scoring, thresholds) : 'abstained',
    probability: probabilityOf(score, scoring.calibration?.passage),
    abstention,
    threshold: thresholds?.passage ?? null,
    coverage: coverageOf(triples, input.sentences),
    triples,
    sentences,
    claims: (input.passage.claims ?? []).map((text, index) =>
      judgeClaim({ text, index, triples: ranked, passageMean, trace: input.trace, scoring, thresholds }),
    ),
    ...(input.withSpans && abstention === null && spansOf({ triples, sentences, trace: input.trace })),
    usage: input.usage,
    ...(input.calls && { calls: input.calls }),
    trace: input.trace,
  };
}

/** Triples, sentences, and those of them that the passage score is made of. */
function judgeStatements(input: ScoringInput, scoring: Scoring, thresholds: Thresholds) {
  const isJudged = input.abstention === null;
  const ranked = isJudged ? judgeTriples(input, scoring, thresholds) : [];
  const passageMean = mean(ranked.map(({ score }) => score));
  const within = byPlace(ranked, ({ triple }) => triple.span);
  const sentences = input.sentences.map((span, index) =>
    judgeSentence({
      span,
      index,
      inside: within(span),
      passageMean,
      trace: input.trace,
      scoring,
      thresholds,
    }),
  );
  const triples = withReasons(judgeFacts(ranked, input.trace, scoring, thresholds), input, scoring);
  const rows = rowsOf({ triples: ranked, sentences, isJudged }, scoring);
  return { triples, ranked, passageMean, sentences, rows };
}

/** The passage score by each family alone; null where fewer than two have a weight. */
function familyScores(
  input: ScoringInput,
  scoring: Scoring,
  thresholds: Thresholds,
): NonNullable<PassageVerdict['families']> | null {
  const families = familiesIn(scoring.weights);
  if (families.length < 2) return null;
  const scoreOf = (family: Family): number | null => {
    const own = { ...scoring, weights: weightsOfFamily(scoring.weights, family) };
    return passageScore(judgeStatements(input, own, thresholds).rows, scoring.passage);
  };
  return Object.fromEntries(families.map((family) => [family, scoreOf(family)]));
}

/** What the passage score is made of; a response without triples is judged by its sentences. */
function rowsOf(
  { triples, sentences, isJudged }: Pick<PassageVerdict, 'triples' | 'sentences'> & { isJudged: boolean },
  { passageOf }: Pick<Scoring, 'passageOf'>,
) {
  return isJudged && (passageOf === 'sentences' || triples.length === 0) ? sentences : triples;
}

/** Those a model gave where one was asked, none where it gave no usable answer; else those of the verdicts. */
function spansOf(input: SpanInput): Pick<PassageVerdict, 'spans'> {
  const asked = input.trace.spans;
  if (asked === undefined) return { spans: spansOfVerdicts(input) };
  return asked.value === null ? {} : { spans: asked.value };
}

/** `no part with a weight has a value: tokens (no tokens)`. */
function withoutScores(
  triples: readonly TripleVerdict[],
  { trace, sentences }: Pick<ScoringInput, 'trace' | 'sentences'>,
  { weights }: Pick<Scoring, 'weights'>,
): Abstention {
  const all = [
    ...triples.map(({ components }) => components),
    ...sentences.map((_, index) => componentsOfSentence(trace, index)),
  ];
  const parts = COMPONENTS.filter((name) => weights[name] > 0).map((name) => {
    const reason = all.find((components) => components[name].reason !== null)?.[name].reason;
    return `${name} (${reason?.replaceAll('-', ' ') ?? 'no value'})`;
  });
  const why =
    parts.length === 0 ? 'no part has a weight' : `no part with a weight has a value: ${parts.join(', ')}`;
  return { reason: 'no-scores', detail: why };
}

function judgeTriples({ trace }: ScoringInput, scoring: Scoring, thresholds: Thresholds): TripleVerdict[] {
  const original = trace.segmentations.find(({ responseId }) => responseId === ORIGINAL)?.triples ?? [];
  const componentsOf = componentsByTriple(trace, scoring);
  const components = original.map(({ id }) => componentsOf(id));
  const scores = withContext(
    components.map((parts) => weightedSum(parts, scoring.weights)),
    scoring.context,
  );
  return original.map((triple, index) => {
    const score = scores[index] ?? null;
    return {
      triple,
      score,
      label: labelOf(score, thresholds?.triple),
      probability: probabilityOf(score, scoring.calibration?.triple),
      components: components[index] as Components,
      ...{ reasons: [], evidence: [] },
    };
  });
}

/**
 * The triples as facts: where `facts` says so, score and label rest on what the samples say of each fact itself, and on
 * references and token probabilities where these have a weight. The scores before serve sentences, claims and the
 * ranking of passages, where what surrounds a fact tells of it too.
 */
function judgeFacts(
  ranked: readonly TripleVerdict[],
  { agreement }: Trace,
  scoring: Scoring,
  thresholds: Thresholds,
): TripleVerdict[] {
  if (scoring.facts === 'parts' || agreement === null) return [...ranked];
  const alike = likenessOf(agreement);
  const families = familiesIn(scoring.weights);
  const threshold = families.length > 1 ? thresholds?.triple : scoring.factThreshold;
  return ranked.map((verdict) => {
    const said = factScore(agreement.triples[verdict.triple.id]?.statements ?? [], alike);
    const score = withOtherFamilies(said, verdict.components, scoring.weights);
    return { ...verdict, score, label: labelOf(score, threshold) };
  });
}

function withReasons(
  triples: readonly TripleVerdict[],
  { trace, passage: { samples = [], context: references = [] } }: ScoringInput,
  scoring: Scoring,
): TripleVerdict[] {
  const texts = { samples: new Map(samples.map((text, index) => [sampleId(index), text])), references };
  const reasonsOf = reasonsByTriple(trace, texts, scoring);
  return triples.map((verdict) => {
    const reasons = reasonsOf(verdict.triple, verdict.label === 'hallucinated');
    return { ...verdict, reasons, evidence: evidenceOf(reasons) };
  });
}

/** A passage with a hallucinated fact is one; else, and where its threshold keeps a measured promise, its score decides. */
function passageLabel(
  score: number | null,
  triples: readonly TripleVerdict[],
  { facts, calibration }: Pick<Scoring, 'facts' | 'calibration'>,
  thresholds: Thresholds,
): Label {
  const own = labelOf(score, thresholds?.passage);
  if (facts === 'parts' || calibration?.passage !== undefined || own !== 'factual') return own;
  return triples.some(({ label }) => label === 'hallucinated') ? 'hallucinated' : own;
}

/** What the score of a sentence or claim is taken from. */
interface PartInput {
  /** Position among the sentences or claims. */
  index: number;
  /** Of the scores of all triples. */
  passageMean: number | null;
  trace: Trace;
  scoring: Scoring;
  thresholds: Thresholds;
}

/**
 * A sentence's score: (1 − η) · the mean of the scored triples located in it (by the middle of their span, so each
 * counts once) + η · its own sample agreement, read in the light of the passage like a triple; where one of the two
 * is missing, the other; without both, the mean of the passage's triples.
 */
function judgeSentence(
  part: PartInput & { span: Span /** Triples located in it. */; inside: readonly TripleVerdict[] },
): SentenceVerdict {
  const { span, index, inside, passageMean, trace, scoring, thresholds } = part;
  const ofTriples = mean(inside.map(({ score }) => score));
  const own = mixed(
    weightedSum(componentsOfSentence(trace, index), scoring.weights),
    passageMean,
    scoring.context,
  );
  const candidates: [number | null, SentenceVerdict['source']][] = [
    [mixed(ofTriples, own, scoring.wholeSentence), 'triples'],
    [own, 'sentence'],
    [passageMean, 'passage'],
  ];
  const [score, source] = candidates.find(([value]) => value !== null) ?? [null, 'none'];
  const label: Label = labelOf(score, thresholds?.triple);
  const probability = probabilityOf(score, scoring.calibration?.triple);
  return { span, score, label, probability, source, tripleIds: inside.map(({ triple }) => triple.id) };
}

/**
 * A claim's score: what a sentence's is, with the triples whose tail it holds; more of it comes from the mean of the
 * passage, since a claim brings little evidence of its own.
 */
function judgeClaim(
  part: PartInput & { text: string /** Of the passage. */; triples: readonly TripleVerdict[] },
): ClaimVerdict {
  const { text, index, triples, passageMean, trace, scoring, thresholds } = part;
  const ofTriples = mean(triplesOfClaim(text, triples).map(({ score }) => score));
  const own = weightedSum(componentsOfClaim(trace, index), scoring.weights);
  const evidence = mixed(ofTriples, own, scoring.wholeSentence) ?? own;
  const score = mixed(evidence, passageMean, scoring.claimContext) ?? passageMean;
  return {
    text,
    score,
    label: labelOf(score, thresholds?.claim ?? thresholds?.triple),
    probability: probabilityOf(score, scoring.calibration?.triple),
    source:
      ofTriples !== null ? 'triples' : own !== null ? 'claim' : passageMean !== null ? 'passage' : 'none',
  };
}

/** (1 − share) · score + share · other; the score alone without the other. */
function mixed(score: number | null, other: number | null, share: number): number | null {
  return score === null || other === null ? score : (1 - share) * score + share * other;
}

function coverageOf(triples: readonly TripleVerdict[], sentences: readonly Span[]): Coverage {
  const scored = triples.filter(({ score }) => score !== null).length;
  const within = byPlace(triples, ({ triple }) => triple.span);
  const held = sentences.filter((span) => within(span).length > 0).length;
  return {
    triples: triples.length === 0 ? null : scored / triples.length,
    sentences: sentences.length === 0 ? null : held / sentences.length,
  };
}
