/** What becomes of ordinary answers, half of them with one wrong clause, held against three other answers to the same prompt. */
import type { Passage, PassageVerdict } from '../../../src/passage.ts';
import { rowsOf } from './rows.ts';

export interface OrdinaryAnswer extends Pick<Passage, 'id' | 'prompt' | 'samples'> {
  response: string;
  /** Who wrote the answer and its samples, from 1. */
  author: number;
  /** Words of the response, which occur once; null where all is right. */
  wrong: string | null;
}

export const ordinaryAnswers = (): OrdinaryAnswer[] => rowsOf('ordinary.jsonl');

/**
 * Right answers and those of them that are called hallucinated, wrong ones and those of which a fact in the wrong clause is
 * flagged, and flagged facts outside the wrong clauses.
 *
 * @param verdicts one for each answer, in order
 */
export function ordinaryCounts(
  answers: readonly Pick<OrdinaryAnswer, 'response' | 'wrong'>[],
  verdicts: readonly PassageVerdict[],
) {
  const counts = { right: 0, rightFlagged: 0, wrong: 0, found: 0, othersFlagged: 0 };
  for (const [index, { response, wrong }] of answers.entries()) {
    const { label, triples } = verdicts[index] as PassageVerdict;
    const start = wrong === null ? -1 : response.indexOf(wrong);
    const end = start + (wrong ?? '').length;
    const flagged = triples.filter((fact) => fact.label === 'hallucinated');
    const hits = flagged.filter(
      ({ triple: { span } }) => wrong !== null && span !== null && span.start < end && span.end > start,
    );
    counts.othersFlagged += flagged.length - hits.length;
    if (wrong === null) {
      counts.right++;
      counts.rightFlagged += Number(label === 'hallucinated');
    } else {
      counts.wrong++;
      counts.found += Number(hits.length > 0);
    }
  }
  return counts;
}
