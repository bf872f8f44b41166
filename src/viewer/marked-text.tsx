/** A response with its facts marked: by colour, line and words. */
import { type ComponentChildren, Fragment } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Span } from '../passage.ts';
import type { ViewFact, ViewPassage } from '../report/view/view-data.ts';
import { type TableBlock, tableBlocks } from './table-blocks.ts';
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

/** A mark without a fact only cuts the text, at the borders of tables and cells. */
type Mark = { span: Span | null } & (
  | { fact: null }
  | { fact: ViewFact & { index: number; isWrong: boolean } }
);

export function MarkedText({ passage, chosen, linkOf }: MarkedTextProps) {
  const { pieces, tables } = useMemo(() => {
    const tables = tableBlocks(passage.response);
    const cuts = tables.flatMap((table) => [table, ...table.rows.flat()]);
    const marks = passage.facts.flatMap((fact, index): Mark[] => {
      const own = { ...fact, index, isWrong: false };
      const mark = { span: fact.span, fact: own };
      return fact.wrong === null ? [mark] : [mark, { span: fact.wrong, fact: { ...own, isWrong: true } }];
    });
    return {
      tables,
      pieces: piecesOf(passage.response, [...marks, ...cuts.map((span): Mark => ({ span, fact: null }))]),
    };
  }, [passage]);
  const shown = ({ start, end }: Span) =>
    pieces
      .filter((piece) => piece.start >= start && piece.start + piece.text.length <= end)
      .map(({ start: key, text, marks }) => {
        const facts = marks.flatMap(({ fact }) => fact ?? []);
        const worst = facts.toSorted(byState)[0];
        if (worst === undefined) return <span key={key}>{text}</span>;
        return (
          <a
            key={key}
            class="mark"
            href={linkOf(worst.index)}
            data-state={worst.state}
            data-chosen={facts.some(({ index }) => index === chosen) || undefined}
            // The list has the same links for the keyboard; hundreds of tab stops in a text would be useless.
            tabIndex={-1}
            title={`${STATE_WORDS[worst.state]}: ${worst.text}`}
          >
            {facts.some(({ isWrong }) => isWrong) ? <strong>{text}</strong> : text}
          </a>
        );
      });
  const ends = [0, ...tables.map(({ end }) => end)];
  const last = { start: ends.at(-1) as number, end: passage.response.length };
  return (
    <div class="text" dir="auto">
      {tables.map((table, index) => (
        <Fragment key={table.start}>
          {shown({ start: ends[index] as number, end: table.start })}
          <Table table={table} shown={shown} />
        </Fragment>
      ))}
      {shown(last)}
    </div>
  );
}

function Table({ table, shown }: { table: TableBlock; shown: (span: Span) => ComponentChildren }) {
  const [header = [], ...rows] = table.rows;
  return (
    <table>
      <thead>
        <tr>
          {header.map((cell) => (
            <th key={cell.start} scope="col">
              {shown(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell) => (
              <td key={cell.start}>{shown(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
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
