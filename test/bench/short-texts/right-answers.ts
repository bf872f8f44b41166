/** What becomes of right answers to ordinary questions, each held against those of three other writers. */
import type { Passage, PassageVerdict } from '../../../src/passage.ts';
import { rowsOf } from './rows.ts';

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
