/**
 * Scores of facts, sentences, claims and the passage where all evidence is pooled in log odds (see log-odds.ts). There is
 * one scale of probability on all levels: no fact has less than its sentence, no sentence less than the passage. So under
 * one threshold a hallucinated fact makes its sentence, and a hallucinated sentence its passage hallucinated. A claim has
 * the minimum over its facts.
 */
import type { ConsistencyScale } from '../consistency/consistency-score.ts';
import type { Components } from '../passage.ts';
import { mean } from '../statistics/summary.ts';
import {
  type FactOdds,
  factOdds,
  probabilityOfOdds,
  sentenceOdds,
  weighedOdds,
  weighedParts,
  withOdds,
} from './log-odds.ts';
import type {
  AgreementOdds,
  ScoredStatement,
  StatementScore,
  StatementScores,
  Statements,
} from './statement-scores.ts';
import type { Weights } from './weighted-sum.ts';

/** A sentence or claim without evidence has the mean of the facts of the passage. */
export function pooledScores(
  statements: Omit<Statements, 'mutual'>,
  weights: Weights,
  {
    consistency,
    prior,
    agreement,
  }: { consistency: ConsistencyScale; prior: number; agreement: AgreementOdds },
): Omit<StatementScores, 'families'> {
  const oddsOf = (components: Components): FactOdds => {
    const { judged, ...others } = weighedParts(components, weights, consistency);
    return { judged: weighedOdds([judged]), others: weighedOdds(Object.values(others)) };
  };
  const facts = statements.triples.map(oddsOf);
  /** Evidence of its own other than the judge's is that of a fact more, which the judge can tell. */
  const textOdds = ({ components, triples }: ScoredStatement, agreed: number | null): number | null => {
    const { judged, others } = oddsOf(components);
    const within = triples.map((position) => facts[position] as FactOdds);
    const isMore = others !== null || within.length === 0;
    const all = isMore ? [...within, { judged, others }] : within;
    return sentenceOdds(
      all.map((fact) => withOdds(fact, agreed)),
      judged,
      prior,
    );
  };
  const sentences = statements.sentences.map((sentence, index) =>
    textOdds(sentence, agreement.sentences[index] ?? null),
  );
  const agreed = new Map(
    statements.sentences.flatMap(({ triples }, index) =>
      triples.map((position) => [position, agreement.sentences[index] ?? null] as const),
    ),
  );
  const own = facts.map((fact, position) => factOdds(withOdds(fact, agreed.get(position) ?? null), prior));
  const raised = [...own];
  for (const [index, { triples: held }] of statements.sentences.entries())
    for (const position of held)
      raised[position] = atLeast(raised[position] ?? null, sentences[index] ?? null);
  const triples = raised.map(probabilityOf);
  const passageMean = mean(triples);
  const scoreOf = <Own extends string>(
    name: Own,
    odds: number | null,
    held: readonly number[],
  ): StatementScore<Own> => {
    if (odds === null) return { score: passageMean, source: passageMean === null ? 'none' : 'passage' };
    const isOfFacts = held.some((position) => own[position] !== null);
    return { score: probabilityOfOdds(odds), source: isOfFacts ? 'triples' : name };
  };
  const known = [...triples, ...sentences.map(probabilityOf)].filter((score) => score !== null);
  const passage = known.length === 0 ? null : Math.min(...known);
  return {
    triples,
    sentences: statements.sentences.map(({ triples: held }, index) =>
      scoreOf('sentence', sentences[index] ?? null, held),
    ),
    claims: statements.claims.map((claim, index) =>
      scoreOf('claim', textOdds(claim, agreement.claims[index] ?? null), claim.triples),
    ),
    ...{ rows: [passage], passage },
  };
}

const probabilityOf = (odds: number | null): number | null =>
  odds === null ? null : probabilityOfOdds(odds);

/** A fact without evidence has none from its sentence. */
const atLeast = (odds: number | null, ofSentence: number | null): number | null =>
  odds === null || ofSentence === null ? odds : Math.max(odds, ofSentence);
