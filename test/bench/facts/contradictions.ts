/**
 * Whether contradictions are of one thing: of every second one of the first passages of WikiBio a reader saw the two sentences and
 * "about A's X, B gives Y instead", and judged whether both values tell the same of the same, so that one at most is right.
 */
import { readFileSync } from 'node:fs';
import type { PassageVerdict } from '../../../src/passage.ts';
import { parsedLines } from '../../support/json-lines.ts';

const JUDGED = new URL('judged-contradictions.jsonl', import.meta.url);

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

/** Of the contradictions of flagged facts by samples, each value of a passage with another once; `unjudged` where nobody could tell. */
export function judgedContradictions(
  verdicts: readonly PassageVerdict[],
  judged: readonly Judged[] = parsedLines(readFileSync(JUDGED, 'utf8')),
) {
  const answers = new Map(judged.map((one) => [keyOf(one), one.isRight]));
  const found = verdicts
    .slice(0, PASSAGES)
    .filter((_, index) => index % 2 === 1)
    .flatMap(({ passage, triples }) =>
      triples
        .filter(({ label }) => label === 'hallucinated')
        .flatMap(({ reasons }) => reasons)
        .filter(({ kind, quote }) => kind === 'samples-contradict' && quote !== null)
        .map(({ value, instead }) =>
          keyOf({ passage: passage.id, value: value ?? '', instead: instead ?? '' }),
        ),
    );
  const all = [...new Set(found)].map((key) => answers.get(key) ?? null);
  const count = (answer: boolean | null) => all.filter((one) => one === answer).length;
  return { right: count(true), wrong: count(false), unjudged: count(null) };
}
