/**
 * Whether any sample mentions a fact or sentence.
 *
 * A sample mentions a fact that it repeats, holds or contradicts, or if it has half of the words: it may be a
 * rephrasing. Where a model has read the samples, only its reading counts.
 */
import type { Agreement, ComponentScore, Components, SampleStatement, Trace } from '../passage.ts';
import { type FactStatements, NOTHING_SAID, statementsByFact } from './fact-score.ts';
import type { Scoring } from './scoring-schema.ts';

/** Minimum share of a fact's words in a sample that may mention it. */
const LEAST_SHARE = 0.5;

/** False without samples, and where none holds anything that could be looked for. */
export function isUnmentioned(read: FactStatements): boolean {
  return read.statements.length > 0 && read.statements.every(doesNotMention(read));
}

/** Whether a sample does not mention the fact. */
export const doesNotMention = ({ byModel }: FactStatements): ((statement: SampleStatement) => boolean) =>
  byModel ? isSilent : holdsLittle;

/** Whether no sample repeats, holds or contradicts the fact. */
export const isUnstated = ({ statements }: FactStatements): boolean =>
  statements.length > 0 && statements.every(({ says }) => says === 'silent' || says === 'incomparable');

/** Whether no sample mentions a whole sentence, by the largest share of its words in one sample. */
export const isSentenceUnmentioned = (own: Pick<Agreement, 'held'> | undefined): boolean =>
  own?.held != null && own.held < LEAST_SHARE;

/**
 * The facts and sentences without evidence: by the model's reading where labels rest on that, by words where they
 * rest on these; none where they rest on weighted parts.
 */
export function unmentionedIn(trace: Trace, { facts, weights }: Pick<Scoring, 'facts' | 'weights'>) {
  const statementsOn = statementsByFact(trace);
  const isUndecided = ({ value }: ComponentScore): boolean => value === null || value === NOTHING_SAID;
  const isUndecidedBy = ({ reference, tokens, tail }: Components): boolean =>
    [
      ...(weights.reference > 0 ? [reference] : []),
      ...(weights.tokens > 0 ? [tokens] : []),
      ...(facts === 'evidence' ? [tail] : []),
    ].every(isUndecided);
  return {
    fact: (tripleId: string, components: Components) => {
      const read = statementsOn(tripleId);
      const isReadBy = facts === 'statements' || (facts === 'evidence' && read.byModel);
      const counts = isReadBy && isUndecidedBy(components);
      return { isUnmentioned: counts && isUnmentioned(read), isUnstated: counts && isUnstated(read) };
    },
    sentence: (index: number, components: Components): boolean =>
      facts === 'statements' &&
      isSentenceUnmentioned(trace.agreement?.sentences[index]) &&
      isUndecidedBy(components),
  };
}

/**
 * Whether all that speaks against a fact is that a checker without a model does not find it in the references: to that a paraphrase
 * looks unfounded, too.
 */
export function isOnlyUnfounded(trace: Trace): (tripleId: string) => boolean {
  const { reference } = trace;
  if (reference?.checker !== LEXICAL) return () => false;
  const statementsOn = statementsByFact(trace);
  return (tripleId) =>
    reference.triples[tripleId]?.label === 'neutral' &&
    statementsOn(tripleId).statements.every(({ says }) => says !== 'contradicts');
}

/** The id of the checker in `local/lexical-checker.ts`. */
const LEXICAL = 'lexical';

const isSilent = ({ says }: SampleStatement): boolean => says === 'silent';

const holdsLittle = ({ says, coverage }: SampleStatement): boolean =>
  (says === 'silent' || says === 'incomparable') && coverage !== null && coverage < LEAST_SHARE;
