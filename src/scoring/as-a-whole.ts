/**
 * Where facts rest on the samples' statements and the score of a passage is their mean, the passage as a whole has too
 * little support only if its support is too low even without its least supported sentence, which is no evidence on the
 * others, and enough facts are left for a mean to tell: the support of facts varies by σ = .31 (PHD), so the mean of n is
 * known to σ / √n, .13 for six. Of a shorter text single facts tell all.
 */
import type { Label, Trace } from '../passage.ts';
import { mean } from '../statistics/summary.ts';
import { familiesIn } from './families.ts';
import type { Statements, StatementScores } from './statement-scores.ts';
import { statementsByFact } from './fact-score.ts';
import { labelOf, type Thresholds } from './threshold.ts';
import type { Scoring } from './scoring-schema.ts';

/** Facts, or sentences, that a mean is taken of, at least. */
const LEAST_STATEMENTS = 6;

type Scores = Pick<StatementScores, 'triples' | 'sentences' | 'passage'>;

/** Whether the score of a passage is a mean over its facts, and samples are all the evidence on these. */
export const isMeanOfSamples = ({
  facts,
  passage,
  weights,
}: Pick<Scoring, 'facts' | 'passage' | 'weights'>): boolean =>
  facts === 'statements' && passage === 'mean' && familiesIn(weights).join() === 'zeroResource';

/**
 * Whether little support makes a passage hallucinated. Right answers to one question tell of different things, so where samples
 * are all the evidence one of them must contradict something, or the score be fitted to labels.
 */
export function doesScoreDecide(
  tripleIds: readonly string[],
  trace: Pick<Trace, 'agreement' | 'verification'>,
  scoring: Pick<Scoring, 'facts' | 'passage' | 'weights' | 'calibration'>,
): boolean {
  if (!isMeanOfSamples(scoring) || scoring.calibration?.passage !== undefined) return true;
  const statementsOn = statementsByFact(trace);
  return tripleIds.some((id) => statementsOn(id).statements.some(({ says }) => says === 'contradicts'));
}

/** The label of a passage by its score, regardless of single facts. */
export function labelByScore(
  statements: Pick<Statements, 'sentences'>,
  scores: Scores,
  scoring: Pick<Scoring, 'facts' | 'passage' | 'passageOf' | 'weights'>,
  thresholds: Thresholds,
): Label {
  const label = labelOf(scores.passage, thresholds?.passage);
  if (label !== 'hallucinated' || !isMeanOfSamples(scoring)) return label;
  const rest = scoreOfRest(statements, scores, scoring);
  return labelOf(rest, thresholds?.passage) === 'hallucinated' ? 'hallucinated' : 'factual';
}

/** The score of the passage without its least supported sentence; null where too little is left. */
export function scoreOfRest(
  { sentences: places }: Pick<Statements, 'sentences'>,
  { triples, sentences }: Omit<Scores, 'passage'>,
  { passageOf }: Pick<Scoring, 'passageOf'>,
): number | null {
  const scores = sentences.map(({ score, source }) => (source === 'passage' ? null : score));
  const worst = scores.indexOf(Math.min(...scores.flatMap((score) => score ?? [])));
  const left = new Set(places[worst]?.triples ?? []);
  const rest =
    passageOf === 'sentences' || triples.length === 0
      ? scores.filter((_, index) => index !== worst)
      : triples.filter((_, position) => !left.has(position));
  return rest.filter((score) => score !== null).length < LEAST_STATEMENTS ? null : mean(rest);
}
