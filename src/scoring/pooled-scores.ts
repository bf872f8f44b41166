/**
 * Scores of facts, sentences, claims and the passage where all evidence is pooled in log odds: a sentence or claim
 * has the minimum over its facts, the passage the minimum over all or less (see log-odds.ts). There is one scale of
 * probability on all three levels, so that under one threshold a hallucinated fact makes its sentence and its passage
 * hallucinated.
 */
import { mean } from '../statistics/summary.ts';
import { pooledPassage, pooledParts } from './log-odds.ts';
import type { ScoredStatement, StatementScore, StatementScores, Statements } from './statement-scores.ts';
import type { Weights } from './weighted-sum.ts';

interface Pooling {
  consistency: 'raw' | 'mean';
  prior: number;
}

/** A sentence without facts has its own evidence, or the mean of the facts of the passage. */
export function pooledScores(
  statements: Statements,
  weights: Weights,
  pooling: Pooling,
): Omit<StatementScores, 'families'> {
  const triples = statements.triples.map((components) => pooledParts(components, weights, pooling));
  const passageMean = mean(triples);
  const scoreOf = <Own extends string>(own: Own, statement: ScoredStatement): StatementScore<Own> => {
    const ofTriples = least(statement.triples.map((position) => triples[position] ?? null));
    if (ofTriples !== null) return { score: ofTriples, source: 'triples' };
    const score = pooledParts(statement.components, weights, pooling);
    if (score !== null) return { score, source: own };
    return { score: passageMean, source: passageMean === null ? 'none' : 'passage' };
  };
  const sentences = statements.sentences.map((sentence) => scoreOf('sentence', sentence));
  const ofSentences = sentences.map(({ score, source }) => (source === 'passage' ? null : score));
  return {
    triples,
    sentences,
    claims: statements.claims.map((claim) => scoreOf('claim', claim)),
    rows: triples.length > 0 ? triples : ofSentences,
    passage: pooledPassage([...triples, ...ofSentences], statements.judged, weights.judged),
  };
}

function least(scores: readonly (number | null)[]): number | null {
  const known = scores.filter((score) => score !== null);
  return known.length === 0 ? null : Math.min(...known);
}
