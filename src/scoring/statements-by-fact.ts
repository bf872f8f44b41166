/** The samples' statements on the facts of a response: as read by a model where one was asked, else by words. */
import type { SampleStatement, Trace } from '../passage.ts';
import { factScore, meanLikeness, UNDECIDED_BY_WORDS } from './fact-score.ts';

export interface FactStatements {
  /** One per compared sample, in order. */
  statements: readonly SampleStatement[];
  byModel: boolean;
}

/** Statements by triple id; built once per passage. */
export function statementsByFact({
  verification,
  agreement,
}: Pick<Trace, 'verification' | 'agreement'>): (tripleId: string) => FactStatements {
  const byModel = new Map(verification.map(({ tripleId, statements }) => [tripleId, statements ?? []]));
  return (tripleId) => {
    const read = byModel.get(tripleId) ?? [];
    if (read.length > 0) return { statements: read, byModel: true };
    return { statements: agreement?.triples[tripleId]?.statements ?? [], byModel: false };
  };
}

/** The resulting score of a fact, see fact-score.ts; a model counts no words, so that silence scores ½. Built once per passage. */
export function scoreOfStatements({ agreement }: Pick<Trace, 'agreement'>) {
  const alike = meanLikeness(agreement ?? {});
  // silence is certain when a model has read the sample
  return ({ statements, byModel }: FactStatements): number | null =>
    byModel ? factScore(statements, () => 0) : factScore(statements, alike, UNDECIDED_BY_WORDS);
}
