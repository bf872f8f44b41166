/** What becomes of answers that are held against three other ones: right answers, and ordinary ones, half with one wrong clause. */
import { readFileSync } from 'node:fs';
import type { Passage, PassageVerdict } from '../../../src/passage.ts';
import { parsedLines } from '../../support/json-lines.ts';

/** The rows of a file of this folder, one a line. */
export const rowsOf = <Row>(file: string): Row[] =>
  parsedLines(readFileSync(new URL(file, import.meta.url), 'utf8'));

interface Answered {
  prompt: string;
  /** By four writers, right as far as they know. */
  answers: readonly string[];
  /** Positions of the answers whose false alarms were read by nobody. */
  unread: readonly number[];
}

export const PARTS = ['read', 'unread'] as const;

export const answered = (): Answered[] => rowsOf('answers.jsonl');

/** One passage for each answer, with the others as its samples. */
export function passagesOf(all: readonly Answered[], part: (typeof PARTS)[number]): Passage[] {
  return all.flatMap(({ prompt, answers, unread }, question) =>
    answers.flatMap((response, writer) =>
      unread.includes(writer) === (part === 'unread')
        ? [
            {
              id: `${question + 1}-${writer + 1}`,
              prompt,
              response,
              samples: answers.filter((_, other) => other !== writer),
            },
          ]
        : [],
    ),
  );
}

export function countsOf(verdicts: readonly PassageVerdict[]) {
  const facts = verdicts.flatMap(({ triples }) => triples);
  return {
    answers: verdicts.length,
    facts: facts.length,
    factsFlagged: facts.filter(({ label }) => label === 'hallucinated').length,
    unsupported: facts.filter(({ label }) => label === 'unsupported').length,
    answersFlagged: verdicts.filter(({ label }) => label === 'hallucinated').length,
  };
}

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
