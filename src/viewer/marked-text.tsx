/** A response with its facts marked: by colour, line and words. */
import { useMemo } from 'preact/hooks';
import type { ViewFact, ViewPassage } from '../report/view/view-data.ts';
import { piecesOf } from './text-pieces.ts';
import { STATE_MEANINGS, STATE_WORDS, STATES } from './words.ts';

type Ordered = Pick<ViewFact, 'state' | 'score'>;
/** The worst first; where facts overlap, the worst is shown. */
export const byState = (one: Ordered, other: Ordered): number =>
  STATES.indexOf(one.state) - STATES.indexOf(other.state) || (one.score ?? 1) - (other.score ?? 1);

interface MarkedTextProps {
  passage: ViewPassage;
  chosen: number | null;
  linkOf: (fact: number) => string;
}

export function MarkedText({ passage, chosen, linkOf }: MarkedTextProps) {
  const pieces = useMemo(() => {
    const marks = passage.facts.flatMap((fact, index) => {
      const mark = { ...fact, index, isWrong: false };
      return fact.wrong === null ? [mark] : [mark, { ...mark, span: fact.wrong, isWrong: true }];
    });
    return piecesOf(passage.response, marks);
  }, [passage]);
  return (
    <p class="text" dir="auto">
      {pieces.map(({ start, text, marks }) => {
        const worst = marks.toSorted(byState)[0];
        if (worst === undefined) return <span key={start}>{text}</span>;
        return (
          <a
            key={start}
            class="mark"
            href={linkOf(worst.index)}
            data-state={worst.state}
            data-chosen={marks.some(({ index }) => index === chosen) || undefined}
            // The list has the same links for the keyboard; hundreds of tab stops in a text would be useless.
            tabIndex={-1}
            title={`${STATE_WORDS[worst.state]}: ${worst.text}`}
          >
            {marks.some(({ isWrong }) => isWrong) ? <strong>{text}</strong> : text}
          </a>
        );
      })}
    </p>
  );
}

export function Legend({ facts }: { facts: readonly ViewFact[] }) {
  const states = STATES.filter((state) => facts.some((fact) => fact.state === state));
  if (states.length === 0) return null;
  return (
    <ul class="legend" aria-label="What the marks mean">
      {states.map((state) => (
        <li key={state}>
          <span class="mark" data-state={state} title={STATE_MEANINGS[state]}>
            {STATE_WORDS[state]}
          </span>{' '}
          {facts.filter((fact) => fact.state === state).length}
        </li>
      ))}
    </ul>
  );
}
