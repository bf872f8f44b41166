/**
 * Scores of facts, sentences, claims and the passage where all evidence is pooled in log odds: a sentence has the
 * minimum over its facts or less, as the judge rates it, the passage the minimum over its sentences and facts or less
 * (see log-odds.ts), a claim the minimum over its facts. There is one scale of probability on all three levels, so that
 * under one threshold a hallucinated fact makes its sentence, and a hallucinated sentence its passage hallucinated.
 */
import { mean } from '../statistics/summary.ts';
import { pooledParts, pooledText } from './log-odds.ts';
import type { ScoredStatement, StatementScore, StatementScores, Statements } from './statement-scores.ts';
import type { Weights } from './weighted-sum.ts';

interface Pooling {
  consistency: 'raw' | 'mean';
  prior: number;
}

/** A sentence or claim without scored facts has its own evidence, or the mean of the facts of the passage. */
export function pooledScores(
  statements: Statements,
  weights: Weights,
  pooling: Pooling,
): Omit<StatementScores, 'families'> {
  const triples = statements.triples.map((components) => pooledParts(components, weights, pooling));
  const passageMean = mean(triples);
  const stated = (value: number | null) => ({ value, weight: weights.judged, prior: pooling.prior });
  const scoreOf = <Own extends string>(
    own: Own,
    { triples: positions, components }: ScoredStatement,
  ): StatementScore<Own> => {
    const facts = positions.map((position) => triples[position] ?? null);
    if (facts.some((score) => score !== null))
      return { score: pooledText(facts, stated(components.judged.value)), source: 'triples' };
    const score = pooledParts(components, weights, pooling);
    if (score !== null) return { score, source: own };
    return { score: passageMean, source: passageMean === null ? 'none' : 'passage' };
  };
  const sentences = statements.sentences.map((sentence) => scoreOf('sentence', sentence));
  const ofSentences = sentences.map(({ score, source }) => (source === 'passage' ? null : score));
  const passage = pooledText([...triples, ...ofSentences], stated(statements.judged));
  return {
    triples,
    sentences,
    claims: statements.claims.map((claim) => scoreOf('claim', claim)),
    ...{ rows: [passage], passage },
  };
}
