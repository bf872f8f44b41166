/** The head of a page on one passage: its name, the ways to the others, and what was decided of it. */
import { figure, percentage } from '../format/figures.ts';
import type { ViewRow } from '../report/view/view-data.ts';
import { linkTo } from './route.ts';
import { mistakeOf } from './words.ts';

interface HeadingProps {
  name: string;
  position: number;
  /** Passages there are. */
  count: number;
}

export function Heading({ name, position, count }: HeadingProps) {
  return (
    <div class="heading">
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <nav class="neighbours" aria-label="Other passages">
        {position > 0 && (
          <a href={linkTo(position - 1)} rel="prev">
            ← previous
          </a>
        )}
        <span class="quiet">
          {position + 1} of {count}
        </span>
        {position + 1 < count && (
          <a href={linkTo(position + 1)} rel="next">
            next →
          </a>
        )}
      </nav>
    </div>
  );
}

export function VerdictLine({ row }: { row: ViewRow }) {
  const mistake = mistakeOf(row);
  return (
    <p class="lead">
      <span class="verdict" data-label={row.label}>
        {row.words}
      </span>
      {row.score !== null && `, support ${figure(row.score)}`}
      {row.chance !== null && `, chance wrong ${percentage(row.chance)}`}
      {row.coverage !== null && `, coverage ${percentage(row.coverage)}`}
      {row.gold !== null && `; gold label: ${row.gold ? 'has an error' : 'factual'}`}
      {mistake !== null && ` (${mistake})`}
    </p>
  );
}
