/** The heading of a page on one passage: its name, links to the others, and its verdict. */
import { percentage } from '../format/figures.ts';
import { labelWords } from '../format/labels.ts';
import type { Label } from '../passage.ts';
import type { ViewPassage, ViewRow } from '../report/view/view-data.ts';
import { linkTo } from './route.ts';
import { walkAround } from './walk.ts';
import { mistakeOf, suspicious } from './words.ts';

export function Heading({ name, position, count }: { name: string; position: number; count: number }) {
  const { positions, words } = walkAround(position, count);
  const at = positions.indexOf(position);
  const [before, after] = [positions[at - 1], positions[at + 1]];
  return (
    <div class="heading">
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <nav class="neighbours" aria-label="Other passages">
        {before !== undefined && (
          <a href={linkTo(before)} rel="prev">
            ← previous
          </a>
        )}
        <span class="quiet">
          {at + 1} of {positions.length}
          {words !== null && ` (${words})`}
        </span>
        {after !== undefined && (
          <a href={linkTo(after)} rel="next">
            next →
          </a>
        )}
      </nav>
    </div>
  );
}

const unbroken = (share: number): string => percentage(share).replace(' ', '\u00a0');

export const Verdict = ({ label }: { label: Label }) => (
  <span class="verdict" data-label={label}>
    {labelWords(label)}
  </span>
);

export function VerdictLine({ row }: { row: ViewRow }) {
  const mistake = mistakeOf(row);
  return (
    <p class="lead">
      <Verdict label={row.label} />
      {row.facts > 0 && `: ${suspicious(row)}`}
      {row.score !== null && `, support ${row.support}`}
      {row.chance !== null && `, chance wrong ${unbroken(row.chance)}`}
      {row.coverage !== null && row.facts > 0 && `, coverage ${unbroken(row.coverage)}`}
      {row.gold !== null && `; gold label: ${row.gold ? 'has an error' : 'factual'}`}
      {mistake !== null && ` (${mistake})`}
    </p>
  );
}

/** The reason for the label if no fact shows it, and further notes. */
export function Note({ passage: { why, note }, row }: { passage: ViewPassage; row: ViewRow | undefined }) {
  return (
    <>
      {why !== null && (
        <p class="notice">
          Why {row === undefined ? 'so' : labelWords(row.label)}: <bdi>{why}</bdi>
        </p>
      )}
      {note !== null && (
        <p class="notice">
          Note: <bdi>{note}</bdi>
        </p>
      )}
    </>
  );
}
