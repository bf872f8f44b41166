/** The passages with another label in two runs, of their own or of a fact. */
import { counted, figure } from '../format/figures.ts';
import type { ChangedRow } from '../report/view/view-data.ts';
import { Verdict } from './heading.tsx';
import { linkTo } from './route.ts';
import { VirtualList } from './virtual-list.tsx';

export function ChangedCounts({ rows }: { rows: readonly ChangedRow[] }) {
  const flips = rows.filter(({ a, b }) => a.label !== b.label).length;
  const facts = rows.reduce((sum, row) => sum + row.facts, 0);
  return (
    <ul class="tiles" aria-label="Changes">
      {Object.entries({ passage: flips, fact: facts }).map(([noun, count]) => (
        <li key={noun}>
          <a href="#/passages">
            <strong>{count}</strong> {count === 1 ? noun : `${noun}s`} with another label
          </a>
        </li>
      ))}
    </ul>
  );
}

export function ChangedList({ rows }: { rows: readonly ChangedRow[] }) {
  const entries = rows.map((row, position) => ({ row, position }));
  return (
    <>
      <h1>{counted(rows.length, 'passage')} with a change</h1>
      <p>Those with another label first, then those with another label of a fact.</p>
      <VirtualList name="Passages" entries={entries} keyOf={({ position }) => position}>
        {({ row: { a, b, facts }, position }) => (
          <a href={linkTo(position)}>
            <span class="name">
              <bdi>{a.id}</bdi>
            </span>
            <span>
              <Verdict label={a.label} />
              {a.label !== b.label && (
                <>
                  {' → '}
                  <Verdict label={b.label} />
                </>
              )}
            </span>
            <span class="figures">
              support {figure(a.score)} → {figure(b.score)} · {counted(facts, 'fact')} with another label
              {a.gold !== null && ` · gold label: ${a.gold ? 'has an error' : 'factual'}`}
            </span>
            <span class="preview">
              <bdi>{b.preview}</bdi>
            </span>
          </a>
        )}
      </VirtualList>
    </>
  );
}
