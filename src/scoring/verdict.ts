/**
 * From the records of a passage to its verdict: pure, so that a recorded run can be rescored with other weights,
 * options or thresholds, without model calls.
 */
import type {
  Abstention,
  CallRecord,
  Components,
  Label,
  Passage,
  PassageVerdict,
  Span,
  Trace,
  Triple,
  TripleVerdict,
  Usage,
} from '../passage.ts';
import { COMPONENTS, EMPTY_TRACE, originalOf, sampleTexts } from '../passage.ts';
import { isCourtesy } from '../english/courtesy.ts';
import { mean } from '../statistics/summary.ts';
import { doesScoreDecide, labelByScore } from './as-a-whole.ts';
import { chanceOfFact, evidenceOnFact, probabilityOf } from './calibration.ts';
import { countedRecords, countsWords } from './counted-records.ts';
import { evidenceOf } from './evidence.ts';
import { isContradictedByChance, NOTHING_SAID, scoreOfStatements, statementsByFact } from './fact-score.ts';
import { familiesIn } from './families.ts';
import {
  chanceWith,
  type OwnLabels,
  passageLabels,
  passageScoreWith,
  sentenceScoreWith,
  statementLabels,
} from './levels.ts';
import { isOnlyUnfounded, isUnstated, unmentionedIn } from './mentioned.ts';
import { reasonsByTriple } from './reasons.ts';
import type { Scoring } from './scoring-schema.ts';
import { type SpanInput, spansOfVerdicts } from './spans.ts';
import type { ScoredStatement, StatementScore, Statements } from './statement-scores.ts';
import { statementScores, statementsOf } from './statement-scores.ts';
import { labelOf, type Thresholds, thresholdsOf } from './threshold.ts';
import { coverageOf, unsureOf } from './unsure.ts';
import { canDecide, weakerOf } from './weaker-evidence.ts';
import { withOtherFamilies } from './weighted-sum.ts';

/** Everything scoring needs of a passage. */
export interface ScoringInput {
  passage: Passage;
  /** Sentences of the response, in order. */
  sentences: readonly Span[];
  trace: Trace;
  usage: Usage;
  calls?: CallRecord | undefined;
  /** Whether hallucinated spans are computed. */
  withSpans?: boolean;
  /** Why the passage cannot be scored, found before scoring. */
  abstention: Abstention | null;
}

/** The verdict on a passage that could not be evaluated. */
export const abstainedVerdict = (
  passage: Passage,
  abstention: Abstention,
  scoring: Scoring,
  costs: Pick<ScoringInput, 'usage' | 'calls'>,
): PassageVerdict =>
  scorePassage({ passage, sentences: [], trace: { ...EMPTY_TRACE }, abstention, ...costs }, scoring);

/** @param thresholds as in `scorePassage` */
export const rescoreVerdict = (
  verdict: PassageVerdict,
  scoring: Scoring,
  thresholds?: Thresholds,
): PassageVerdict => scorePassage(scoringInputOf(verdict), scoring, thresholds);

/** Second pass: the verdicts of a whole data set with a threshold rule that needs all of them. */
export function applyDatasetThreshold(
  verdicts: readonly PassageVerdict[],
  scoring: Scoring,
): PassageVerdict[] {
  const scores = verdicts.map(({ score }) => score);
  const thresholds = thresholdsOf(scoring.threshold, scores);
  return verdicts.map((verdict) => rescoreVerdict(verdict, scoring, thresholds));
}

export function scoringInputOf(verdict: PassageVerdict): ScoringInput {
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

/**
 * The verdict under the given scoring.
 *
 * @param thresholds those of its data set; default: by the rule alone, so that labels are `undecided` where that needs
 *   the whole data set
 */
export function scorePassage(
  input: ScoringInput,
  scoring: Scoring,
  thresholds = thresholdsOf(scoring.threshold),
): PassageVerdict {
  const counted = countedRecords(input.trace, scoring.weights);
  const statements = statementsOf(input, scoring.consistency);
  const scores = statementScores(statements, scoring);
  const { families } = scores;
  const rated = (score: number | null, threshold = thresholds?.triple) => ({
    score,
    label: labelOf(score, threshold),
    probability: probabilityOf(score, scoring.calibration?.triple),
  });
  const abstention =
    input.abstention ?? (mean(scores.rows) === null ? withoutScores(statements, scoring) : null);
  const byScore = abstention !== null ? 'abstained' : labelByScore(statements, scores, scoring, thresholds);
  const unmentioned = unmentionedIn(counted, scoring);
  const isUnfounded = isOnlyUnfounded(counted);
  const original = originalOf(input.trace);
  const byParts = scores.triples.map((score, index) => ({
    triple: original?.triples[index] as Triple,
    ...rated(score),
    components: statements.triples[index] as Components,
    ...{ reasons: [], evidence: [] },
  }));
  const isRead = input.trace.verification.some(({ statements: rows = [] }) => rows.length > 0);
  const judgedBy = (factThreshold: number) =>
    judgeFacts(byParts, { trace: counted, isRead }, { ...scoring, factThreshold }, thresholds);
  const ranked = judgedBy(scoring.factThreshold);
  const textOf = (index: number) => {
    const { start, end } = input.sentences[index] as Span;
    return input.passage.response?.slice(start, end) ?? '';
  };
  const ownFacts = (rows: readonly TripleVerdict[]) =>
    rows.map(({ triple, label, components }) => ({
      label,
      isUnfounded: isUnfounded(triple.id),
      ...unmentioned.fact(triple.id, components),
    }));
  const ownLabels: OwnLabels = {
    passage: byScore,
    facts: ownFacts(ranked),
    sentences: statements.sentences.map(({ components, triples: facts }, index) => ({
      label: labelOf(scores.sentences[index]?.score ?? null, thresholds?.triple),
      isUnmentioned: unmentioned.sentence(index, components),
      isCourtesy: isCourtesy(textOf(index)),
      facts,
    })),
    doesScoreDecide: doesScoreDecide(
      ranked.map(({ triple }) => triple.id),
      counted,
      scoring,
    ),
    doFactsDecide: scoring.facts !== 'parts',
    doSentencesDecide: scoring.facts === 'pooled',
  };
  const { passage: own, facts } = passageLabels(ownLabels);
  // what the evidence speaks of is the same wherever the threshold of facts is
  const atHalf =
    scoring.factThreshold === NOTHING_SAID
      ? facts
      : passageLabels({ ...ownLabels, facts: ownFacts(judgedBy(NOTHING_SAID)) }).facts;
  const coverage = coverageOf(withLabels(ranked, atHalf), input.sentences);
  const isLittle = byScore === 'hallucinated' && !ownLabels.doesScoreDecide;
  const found = mayBeUnsure(own, facts, scoring)
    ? unsureOf({ coverage, trace: input.trace, isLittleConfirmed: isLittle }, scoring)
    : null;
  // low coverage of facts is in the score of the passage already
  const unsure = own === 'hallucinated' && found?.reason === 'coverage' ? null : found;
  const label = unsure === null ? own : 'unsure';
  const labels = statementLabels(ownLabels, label);
  const triples = withLabels(withReasons(ranked, { ...input, trace: counted }, scoring), labels.facts);
  const deciding = (rows: readonly TripleVerdict[]) => (scoring.facts === 'statements' ? rows : []);
  const sentences = input.sentences.map((span, index) => {
    const { score: ofParts, source } = scores.sentences[index] as StatementScore<'sentence'>;
    const { triples: positions } = statements.sentences[index] as ScoredStatement;
    const held = positions.map((position) => triples[position] as TripleVerdict);
    const tripleIds = held.map(({ triple }) => triple.id);
    const rating = rated(sentenceScoreWith(deciding(held), ofParts, thresholds));
    const probability = chanceWith(deciding(held), rating.probability);
    return { span, ...rating, probability, source, label: labels.sentences[index] as Label, tripleIds };
  });
  const score = passageScoreWith(deciding(triples), scores.passage, thresholds);
  return {
    passage: input.passage,
    score,
    ...(families !== null && { families }),
    label,
    probability: chanceWith(deciding(triples), probabilityOf(score, scoring.calibration?.passage)),
    ...{ abstention, unsure },
    threshold: thresholds?.passage ?? null,
    coverage,
    ...languageOf(input.trace),
    triples,
    sentences,
    claims: scores.claims.map(({ score, source }, index) => ({
      text: input.passage.claims?.[index] as string,
      ...{ ...rated(score, thresholds?.claim), source },
    })),
    ...(input.withSpans && abstention === null && spansOf({ triples, sentences, trace: counted })),
    usage: input.usage,
    ...(input.calls && { calls: input.calls }),
    trace: input.trace,
  };
}

/** Those of a model where one was asked, none where its answer was unusable; else those of the verdicts. */
function spansOf(input: SpanInput): Pick<PassageVerdict, 'spans'> {
  const asked = input.trace.spans;
  if (asked === undefined) return { spans: spansOfVerdicts(input) };
  return asked.value === null ? {} : { spans: asked.value };
}

/** `tokens (no tokens)`: the parts with a weight, and why they have no value. */
function withoutScores(
  { triples, sentences }: Statements,
  { weights }: Pick<Scoring, 'weights'>,
): Abstention {
  const all = [...triples, ...sentences.map(({ components }) => components)];
  const parts = COMPONENTS.filter((name) => weights[name] > 0).map((name) => {
    const reason = all.find((components) => components[name].reason !== null)?.[name].reason;
    return `${name} (${reason?.replaceAll('-', ' ') ?? 'no value'})`;
  });
  return { reason: 'no-scores', detail: parts.length === 0 ? 'no part has a weight' : parts.join(', ') };
}

/**
 * Scores and labels the triples as facts, by `scoring.facts`; sentences, claims and passages keep the scores of the parts.
 *
 *   parts       the scores of the parts
 *   pooled      the same; a fact above the threshold without evidence is unsure
 *   statements  what each sample states about the fact, combined with references and token probabilities by weight
 *   evidence    the model's reading of the samples and its choice of tail, combined likewise
 *
 * Where nothing of this has a weight, or no model has read the samples (`evidence`), the scores of the parts remain.
 *
 * @param trace its records with a weight
 */
function judgeFacts(
  ranked: readonly TripleVerdict[],
  { trace, isRead }: { trace: Trace; isRead: boolean },
  scoring: Scoring,
  thresholds: Thresholds,
): TripleVerdict[] {
  if (scoring.facts === 'pooled') return ranked.map(unsureWithoutEvidence);
  const { weights } = scoring;
  const isCompared = {
    parts: false,
    statements: (isRead && weights.stated > 0) || (trace.agreement !== null && countsWords(weights)),
    evidence: isRead && canDecide(weights),
  };
  if (!isCompared[scoring.facts]) return [...ranked];
  // fitted on English facts
  const chance = languageOf(trace).language === undefined ? scoring.calibration?.fact : undefined;
  const [statementsOn, scoreOf] = [statementsByFact(trace), scoreOfStatements(trace)];
  const families = familiesIn(scoring.weights);
  const threshold = families.length > 1 ? thresholds?.triple : scoring.factThreshold;
  // that samples have its words is no statement for it
  const isUnsaid = ({ triple }: TripleVerdict) =>
    scoring.facts === 'statements' && isUnstated(statementsOn(triple.id));
  return ranked.map((verdict) => {
    const own =
      scoring.facts === 'evidence'
        ? weakerOf(verdict.components, weights)
        : scoreOf(statementsOn(verdict.triple.id));
    const score = withOtherFamilies(own, verdict.components, scoring.weights);
    const label = labelOf(score, threshold);
    if (families.length > 1) return { ...verdict, score, label };
    const isOpen =
      label === 'hallucinated'
        ? scoring.facts === 'statements' &&
          isContradictedByChance(statementsOn(verdict.triple.id), ranked.length)
        : label === 'factual' && ((score as number) <= NOTHING_SAID || isUnsaid(verdict));
    return {
      ...{ ...verdict, score },
      label: isOpen ? 'unsure' : label,
      probability:
        chance === undefined || chance === 'none'
          ? verdict.probability
          : chanceOfFact(score, evidenceOnFact(statementsOn(verdict.triple.id)), chance),
    };
  });
}

/** A fact above the threshold whose score is at most ½ (no evidence) is labelled unsure. */
const unsureWithoutEvidence = (verdict: TripleVerdict): TripleVerdict =>
  verdict.label === 'factual' && (verdict.score as number) <= NOTHING_SAID
    ? { ...verdict, label: 'unsure' }
    : verdict;

function withReasons(
  triples: readonly TripleVerdict[],
  { trace, passage: { samples = [], context: references = [] } }: ScoringInput,
  scoring: Scoring,
): TripleVerdict[] {
  const texts = { samples: sampleTexts(samples), references };
  const reasonsOf = reasonsByTriple(trace, texts, scoring);
  return triples.map((verdict) => {
    const reasons = reasonsOf(verdict.triple, verdict.label === 'hallucinated');
    return { ...verdict, reasons, evidence: evidenceOf(reasons) };
  });
}

/** Where no error was found, by the score or, where facts decide, by a fact. */
const mayBeUnsure = (
  label: Label,
  facts: readonly Label[],
  { facts: basis }: Pick<Scoring, 'facts'>,
): boolean =>
  label === 'factual' || (label === 'hallucinated' && basis !== 'parts' && !facts.includes('hallucinated'));

const withLabels = (rows: readonly TripleVerdict[], labels: readonly Label[]): TripleVerdict[] =>
  rows.map((row, index) => ({ ...row, label: labels[index] as Label }));

/** The language of a response that was read without grammar. */
function languageOf(trace: Trace): Pick<PassageVerdict, 'language'> {
  const language = originalOf(trace)?.language;
  return language === undefined ? {} : { language };
}
