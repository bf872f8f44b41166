/** All passages: searched, filtered and sorted. */
import { useMemo, useState } from 'preact/hooks';
import { counted, figure, percentage } from '../format/figures.ts';
import type { ViewIndex, ViewRow } from '../report/view/view-data.ts';
import { linkTo } from './route.ts';
import { VirtualList } from './virtual-list.tsx';
import { mistakeOf } from './words.ts';

const ORDERS = {
  'as they came': (one: Entry, other: Entry) => one.position - other.position,
  'least supported first': (one: Entry, other: Entry) => (one.row.score ?? 2) - (other.row.score ?? 2),
  'most suspicious facts first': (one: Entry, other: Entry) => other.row.flagged - one.row.flagged,
  'by name': (one: Entry, other: Entry) => one.row.id.localeCompare(other.row.id),
} as const;

interface Entry {
  row: ViewRow;
  position: number;
}

export function PassageList({ index }: { index: ViewIndex }) {
  const [query, setQuery] = useState('');
  const [verdict, setVerdict] = useState('all');
  const [order, setOrder] = useState<keyof typeof ORDERS>('as they came');
  const { rows } = index;
  const verdicts = useMemo(() => [...new Set(rows.map(({ words }) => words))], [rows]);
  const hasGold = rows.some(({ gold }) => gold !== null);
  const shown = useMemo(() => {
    const wanted = query.trim().toLowerCase();
    return rows
      .map((row, position) => ({ row, position }))
      .filter(
        ({ row }) =>
          (verdict === 'all' || row.words === verdict || (verdict === 'wrong' && mistakeOf(row) !== null)) &&
          (wanted === '' || `${row.id} ${row.preview}`.toLowerCase().includes(wanted)),
      )
      .toSorted(ORDERS[order]);
  }, [rows, query, verdict, order]);
  return (
    <>
      <h1>Passages</h1>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label>
          Search
          <input
            type="search"
            value={query}
            onInput={({ currentTarget }) => setQuery(currentTarget.value)}
            placeholder="name or beginning of the text"
          />
        </label>
        <label>
          Verdict
          <select value={verdict} onChange={({ currentTarget }) => setVerdict(currentTarget.value)}>
            <option value="all">all</option>
            {verdicts.map((words) => (
              <option key={words} value={words}>
                {words}
              </option>
            ))}
            {hasGold && <option value="wrong">differs from the gold label</option>}
          </select>
        </label>
        <label>
          Order
          <select
            value={order}
            onChange={({ currentTarget }) => setOrder(currentTarget.value as keyof typeof ORDERS)}
          >
            {Object.keys(ORDERS).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <p role="status">{counted(shown.length, 'passage')}</p>
      </form>
      <VirtualList name="Passages" entries={shown} keyOf={({ position }) => position}>
        {(entry) => <Row {...entry} />}
      </VirtualList>
    </>
  );
}

function Row({ row, position }: Entry) {
  const mistake = mistakeOf(row);
  return (
    <a href={linkTo(position)}>
      <span class="name">
        <bdi>{row.id}</bdi>
      </span>
      <span class="verdict" data-label={row.label}>
        {row.words}
        {mistake !== null && <em> ({mistake})</em>}
      </span>
      <span class="figures">
        {row.flagged} of {row.facts} suspicious · support {figure(row.score)}
        {row.chance !== null && ` · chance wrong ${percentage(row.chance)}`} · coverage{' '}
        {percentage(row.coverage)}
      </span>
      <span class="preview">
        <bdi>{row.preview}</bdi>
      </span>
    </a>
  );
}
