/**
 * Scores of triples, sentences, claims and the passage from their parts: everything that weights and options change,
 * so that many settings can be tried on records that are read once.
 */

import type { ConsistencyScale } from '../consistency/consistency-score.ts';
import { contentKeys } from '../english/content-words.ts';
import {
  COMPONENTS,
  type Components,
  type Family,
  originalOf,
  type PassageVerdict,
  type Triple,
} from '../passage.ts';
import { mean } from '../statistics/summary.ts';
import { byPlace } from '../text/by-place.ts';
import { agreementOdds, areComparable } from './agreement-odds.ts';
import {
  componentsByTriple,
  componentsOfClaim,
  componentsOfSamples,
  componentsOfSentence,
} from './components.ts';
import { familiesIn, isOfAgreement, weightsOfFamily } from './families.ts';
import { pooledScores } from './pooled-scores.ts';
import type { Scoring } from './scoring-schema.ts';
import type { ScoringInput } from './verdict.ts';
import { withWeaker } from './weaker-evidence.ts';
import { type Weights, weightedSum, weightsBy, withContext } from './weighted-sum.ts';

/** A sentence or claim: its own parts, and the positions of its triples. */
export interface ScoredStatement {
  components: Components;
  triples: readonly number[];
}

/** Inputs of the scores of a passage. */
export interface Statements {
  /** Whether there was no abstention before scoring. */
  isJudged: boolean;
  triples: readonly Components[];
  sentences: readonly ScoredStatement[];
  claims: readonly ScoredStatement[];
  /** What the samples say of one another; null where that was not measured. */
  mutual: Components | null;
}

/** A score, high = factual, and its source. */
export interface StatementScore<Own extends string> {
  score: number | null;
  source: 'triples' | Own | 'passage' | 'none';
}

export interface StatementScores {
  triples: (number | null)[];
  sentences: StatementScore<'sentence'>[];
  claims: StatementScore<'claim'>[];
  /** The scores that the passage score aggregates; without any of them it is not judged. */
  rows: (number | null)[];
  passage: number | null;
  /** The passage score by each family alone; null where fewer than two have a weight. */
  families: NonNullable<PassageVerdict['families']> | null;
}

/** Collects the parts; a triple belongs to the sentence that holds the middle of its span. */
export function statementsOf(
  {
    passage,
    trace,
    sentences,
    abstention,
  }: Pick<ScoringInput, 'passage' | 'trace' | 'sentences' | 'abstention'>,
  scale: ConsistencyScale,
): Statements {
  const isJudged = abstention === null;
  const original = originalOf(trace);
  const rows = (isJudged ? (original?.triples ?? []) : []).map((triple, position) => ({ triple, position }));
  const componentsOf = componentsByTriple(trace, scale);
  const within = byPlace(rows, ({ triple }) => triple.span);
  return {
    isJudged,
    triples: rows.map(({ triple }) => componentsOf(triple.id)),
    sentences: sentences.map((span, index) => ({
      components: componentsOfSentence(trace, index),
      triples: within(span).map(({ position }) => position),
    })),
    claims: (passage.claims ?? []).map((text, index) => ({
      components: componentsOfClaim(trace, index),
      triples: triplesOfClaim(text, rows).map(({ position }) => position),
    })),
    mutual: trace.agreement?.mutual === undefined ? null : componentsOfSamples(trace),
  };
}

export function statementScores(
  statements: Statements,
  scoring: Omit<Scoring, 'threshold' | 'unsure'>,
): StatementScores {
  const own = scoresBy(scoring.weights, statements, scoring);
  const names = familiesIn(scoring.weights);
  if (names.length < 2) return { ...own, families: null };
  const scoreOf = (family: Family) =>
    scoresBy(weightsOfFamily(scoring.weights, family), statements, scoring).passage;
  const families = Object.fromEntries(names.map((family) => [family, scoreOf(family)]));
  return { ...own, families };
}

function scoresBy(
  weights: Weights,
  statements: Statements,
  scoring: Omit<Scoring, 'threshold' | 'unsure'>,
): Omit<StatementScores, 'families'> {
  if (scoring.facts === 'pooled') {
    const agreement = agreementOf(statements, { ...scoring, weights });
    return pooledScores(statements, weights, { ...scoring, agreement });
  }
  const triples = withContext(
    statements.triples.map((components) =>
      weightedSum(
        scoring.facts === 'evidence' ? withWeaker(components, weights) : components,
        weights,
        scoring.consistency,
      ),
    ),
    scoring.context,
  );
  const partsOf = (statement: ScoredStatement) => ({
    own: weightedSum(statement.components, weights, scoring.consistency),
    ofTriples: mean(statement.triples.map((position) => triples[position] ?? null)),
    passageMean,
  });
  const passageMean = mean(triples);
  const sentences = statements.sentences.map((sentence) => sentenceScore(partsOf(sentence), scoring));
  const claims = statements.claims.map((claim) => claimScore(partsOf(claim), scoring));
  // a response without triples is judged by its sentences
  const isOfSentences = statements.isJudged && (scoring.passageOf === 'sentences' || triples.length === 0);
  const rows = isOfSentences ? sentences.map(({ score }) => score) : triples;
  return { triples, sentences, claims, rows, passage: passageScore(rows, scoring.passage) };
}

/** The log odds of sample agreement, weighed; null where it is no evidence or has no weight. */
export interface AgreementOdds {
  sentences: (number | null)[];
  claims: (number | null)[];
}

export function agreementOf(
  statements: Statements,
  { weights, ...scoring }: Omit<Scoring, 'threshold' | 'unsure'>,
): AgreementOdds {
  const ofAgreement = weightsBy((name) => (isOfAgreement(name) ? weights[name] : 0));
  const weight = COMPONENTS.reduce((sum, name) => sum + ofAgreement[name], 0);
  const none = { sentences: statements.sentences.map(() => null), claims: statements.claims.map(() => null) };
  const { mutual } = statements;
  const ofSamples = mutual && weightedSum(mutual, ofAgreement, scoring.consistency);
  if (!areComparable(ofSamples)) return none;
  const setting = { ...scoring, weights: ofAgreement, facts: 'parts' } as const;
  const { sentences, claims } = scoresBy(ofAgreement, statements, setting);
  const oddsOf = ({ score }: { score: number | null }): number | null => {
    const odds = agreementOdds(score);
    return odds === null ? null : weight * odds;
  };
  return { sentences: sentences.map(oddsOf), claims: claims.map(oddsOf) };
}

/**
 * From the scores of triples, or sentences, to one passage score, high = factual; null without a score.
 *
 *   mean        mean of those scored (of triples: the authors' rule)
 *   min         the worst
 *   meanAndMin  half the mean and half the worst: an error is one fact, a confabulation is many
 */
export function passageScore(
  scores: readonly (number | null)[],
  aggregation: Scoring['passage'],
): number | null {
  const average = mean(scores);
  if (average === null) return null;
  const worst = Math.min(...scores.filter((score) => score !== null));
  switch (aggregation) {
    case 'mean':
      return average;
    case 'min':
      return worst;
    case 'meanAndMin':
      return (average + worst) / 2;
  }
}

/** All null where there is none. */
interface Parts {
  own: number | null;
  ofTriples: number | null;
  passageMean: number | null;
}

/**
 * (1 − η) · the mean of the scored triples located in it + η · its own sample agreement, with context like a triple;
 * where one of the two is missing, the other; without both, the mean of the passage's triples.
 */
function sentenceScore(
  { own, ofTriples, passageMean }: Parts,
  { context, wholeSentence }: Pick<Scoring, 'context' | 'wholeSentence'>,
): StatementScore<'sentence'> {
  const read = mixed(own, passageMean, context);
  if (ofTriples !== null) return { score: mixed(ofTriples, read, wholeSentence), source: 'triples' };
  if (read !== null) return { score: read, source: 'sentence' };
  return { score: passageMean, source: passageMean === null ? 'none' : 'passage' };
}

/**
 * Like a sentence's, with the triples whose tail it contains; the mean of the passage has a larger share, since a
 * claim has little evidence of its own.
 */
function claimScore(
  { own, ofTriples, passageMean }: Parts,
  { claimContext, wholeSentence }: Pick<Scoring, 'claimContext' | 'wholeSentence'>,
): StatementScore<'claim'> {
  const evidence = mixed(ofTriples, own, wholeSentence) ?? own;
  const score = mixed(evidence, passageMean, claimContext) ?? passageMean;
  if (ofTriples !== null) return { score, source: 'triples' };
  if (own !== null) return { score, source: 'claim' };
  return { score, source: passageMean === null ? 'none' : 'passage' };
}

/** (1 − share) · score + share · other; the score alone without the other. */
function mixed(score: number | null, other: number | null, share: number): number | null {
  return score === null || other === null ? score : (1 - share) * score + share * other;
}

/** Minimum share of a tail's content words in a claim that refers to the triple. */
const LEAST_SHARE = 0.8;

/** The triples, in order, whose tail occurs in the claim, word by word. */
export function triplesOfClaim<Row extends { triple: Pick<Triple, 'tail'> }>(
  claim: string,
  rows: readonly Row[],
): Row[] {
  const held = contentKeys(claim);
  return rows.filter(({ triple }) => {
    const words = contentKeys(triple.tail);
    const shared = [...words].filter((key) => held.has(key)).length;
    return words.size > 0 && shared >= LEAST_SHARE * words.size;
  });
}
