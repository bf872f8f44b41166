/** All passages: searched, filtered and sorted. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { counted, percentage } from '../format/figures.ts';
import { LABELS, labelWords } from '../format/labels.ts';
import type { ViewIndex, ViewRow } from '../report/view/view-data.ts';
import { linkTo } from './route.ts';
import { VirtualList } from './virtual-list.tsx';
import { walkThrough } from './walk.ts';
import { mistakeOf, suspicious } from './words.ts';

const ORDERS = {
  'in input order': (one: Entry, other: Entry) => one.position - other.position,
  'least supported first': (one: Entry, other: Entry) => (one.row.score ?? 2) - (other.row.score ?? 2),
  'most suspicious facts first': (one: Entry, other: Entry) => other.row.flagged - one.row.flagged,
  'by name': (one: Entry, other: Entry) => one.row.id.localeCompare(other.row.id),
} as const;

interface Entry {
  row: ViewRow;
  position: number;
}

/** @param wanted initial label, or `wrong`; default: all */
export function PassageList({ index, wanted }: { index: ViewIndex; wanted: string | null }) {
  const [query, setQuery] = useState('');
  const [verdict, setVerdict] = useState(wanted ?? 'all');
  const [order, setOrder] = useState<keyof typeof ORDERS>('in input order');
  const { rows } = index;
  const shown = useMemo(() => {
    const words = query.trim().toLowerCase();
    return rows
      .map((row, position) => ({ row, position }))
      .filter(
        ({ row }) =>
          (verdict === 'all' || row.label === verdict || (verdict === 'wrong' && mistakeOf(row) !== null)) &&
          (words === '' || `${row.id} ${row.preview}`.toLowerCase().includes(words)),
      )
      .toSorted(ORDERS[order]);
  }, [rows, query, verdict, order]);
  useEffect(() => {
    const isAll = shown.length === rows.length;
    const positions = shown.map(({ position }) => position);
    walkThrough({ positions, words: isAll ? null : 'of those in the list' });
  }, [shown, rows]);
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
        <VerdictFilter rows={rows} value={verdict} onChange={setVerdict} />
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

interface VerdictFilterProps {
  rows: readonly ViewRow[];
  value: string;
  onChange: (value: string) => void;
}

function VerdictFilter({ rows, value, onChange }: VerdictFilterProps) {
  const labels = useMemo(() => LABELS.filter((label) => rows.some((row) => row.label === label)), [rows]);
  const hasGold = rows.some(({ gold }) => gold !== null);
  return (
    <label>
      Verdict
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="all">all</option>
        {labels.map((label) => (
          <option key={label} value={label}>
            {labelWords(label)}
          </option>
        ))}
        {hasGold && <option value="wrong">differs from the gold label</option>}
      </select>
    </label>
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
        {labelWords(row.label)}
        {mistake !== null && <em> ({mistake})</em>}
      </span>
      <span class="figures">
        {suspicious(row)} · support {row.support}
        {row.chance !== null && ` · chance wrong ${percentage(row.chance)}`} · coverage{' '}
        {percentage(row.coverage)}
      </span>
      <span class="preview">
        <bdi>{row.preview}</bdi>
      </span>
    </a>
  );
}
