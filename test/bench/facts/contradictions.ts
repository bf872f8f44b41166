/**
 * Whether contradictions are of one thing: of every second one of the first passages of WikiBio a reader saw the two sentences and
 * "about A's X, B gives Y instead", and judged whether both values tell the same of the same, so that one at most is right.
 */
import { readFileSync } from 'node:fs';
import type { PassageVerdict } from '../../../src/passage.ts';

/** Of the first so many passages those at odd places were judged; rules may be read off the others. */
const PASSAGES = 120;

interface Judged {
  passage: string;
  value: string;
  instead: string;
  /** Null where the reader could not tell. */
  isRight: boolean | null;
}

const keyOf = ({ passage, value, instead }: Omit<Judged, 'isRight'>): string =>
  JSON.stringify([passage, value, instead]);

export interface JudgedCounts {
  right: number;
  wrong: number;
  /** Contradictions that nobody judged, or could. */
  unjudged: number;
}

/** Of the contradictions of flagged facts by samples, each value of a passage with another once. */
export function judgedContradictions(
  verdicts: readonly PassageVerdict[],
  judged: readonly Judged[] = read(),
): JudgedCounts {
  const answers = new Map(judged.map((one) => [keyOf(one), one.isRight]));
  const found = verdicts
    .slice(0, PASSAGES)
    .flatMap(({ passage, triples }, index) =>
      index % 2 === 0
        ? []
        : triples
            .filter(({ label }) => label === 'hallucinated')
            .flatMap(({ reasons }) =>
              reasons.flatMap((reason) =>
                reason.kind === 'samples-contradict' && reason.quote !== null
                  ? [keyOf({ passage: passage.id, value: reason.value ?? '', instead: reason.instead ?? '' })]
                  : [],
              ),
            ),
    );
  const all = [...new Set(found)].map((key) => answers.get(key) ?? null);
  const count = (answer: boolean | null) => all.filter((one) => one === answer).length;
  return { right: count(true), wrong: count(false), unjudged: count(null) };
}

const read = (): Judged[] =>
  readFileSync(new URL('judged-contradictions.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
