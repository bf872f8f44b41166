/** The model calls of a run, and their cost. */
import { MISSING, percentage } from '../format/figures.ts';
import type { ViewIndex, ViewPurpose } from '../report/view/view-data.ts';
import { linkTo } from './route.ts';
import { Table } from './text-table.tsx';

const DEAREST = 5;

export function Cost({ index: { purposes, rows } }: { index: ViewIndex }) {
  if (purposes.length === 0) return null;
  const dearest = rows
    .map((row, position) => ({ row, position }))
    .filter(({ row }) => row.requests > 0)
    .toSorted((one, other) => other.row.requests - one.row.requests)
    .slice(0, DEAREST);
  return (
    <section>
      <h2>What it cost</h2>
      <Table table={costTable(purposes, rows.length)} name="Requests by purpose" />
      {purposes.some(({ estimated }) => estimated) && (
        <p>Tokens are partly estimates: a service sent no counts.</p>
      )}
      <Slowest purposes={purposes} />
      {dearest.length > 0 && (
        <p>
          Passages with most requests:{' '}
          {dearest.map(({ row, position }, index) => (
            <span key={position}>
              {index > 0 && ', '}
              <a href={linkTo(position)}>
                <bdi>{row.id}</bdi>
              </a>{' '}
              ({row.requests})
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

/** Requests that wait concurrently are added up, so the sum may exceed the duration of the run. */
function Slowest({ purposes }: { purposes: readonly ViewPurpose[] }) {
  const timed = purposes.filter(({ seconds }) => seconds !== null);
  const [slowest] = timed.toSorted((one, other) => (other.seconds ?? 0) - (one.seconds ?? 0));
  if (slowest === undefined) return null;
  return (
    <p>
      Waited for longest: {slowest.words ?? slowest.name},{' '}
      {((slowest.seconds ?? 0) / Math.max(1, slowest.requests)).toFixed(1)} seconds a request; what waits at
      once counts once for each.
    </p>
  );
}

const WHOLE = new Intl.NumberFormat('en');

/** The most expensive first, by tokens where a price is unknown; the total last. */
function costTable(purposes: readonly ViewPurpose[], passages: number) {
  const sum = (of: (purpose: ViewPurpose) => number) =>
    purposes.reduce((total, purpose) => total + of(purpose), 0);
  const isPriced = purposes.every(({ usd }) => usd !== null);
  const costOf = ({ usd, tokens }: ViewPurpose) => (isPriced ? (usd ?? 0) : tokens);
  const total = sum(costOf);
  const hasPrices = purposes.some(({ usd }) => usd !== null);
  const isTimed = purposes.some(({ seconds }) => seconds !== null);
  const all: ViewPurpose = {
    ...{ name: 'all', words: null, requests: sum(({ requests }) => requests) },
    ...{ tokens: sum(({ tokens }) => tokens), usd: isPriced ? sum(({ usd }) => usd ?? 0) : null },
    seconds: isTimed ? sum(({ seconds }) => seconds ?? 0) : null,
  };
  const row = (purpose: ViewPurpose) => [
    purpose.words ?? purpose.name,
    purpose.words === null ? '' : purpose.name,
    WHOLE.format(purpose.requests),
    passages === 0 ? MISSING : (purpose.requests / passages).toFixed(1),
    WHOLE.format(purpose.tokens),
    ...(hasPrices ? [purpose.usd?.toFixed(4) ?? MISSING] : []),
    percentage(total === 0 ? null : costOf(purpose) / total),
    ...(isTimed ? [purpose.seconds?.toFixed(1) ?? MISSING] : []),
  ];
  const sorted = purposes.toSorted((one, other) => costOf(other) - costOf(one));
  return {
    header: [
      ...['purpose', 'prompt', 'requests', 'a passage', 'tokens'],
      ...(hasPrices ? ['US dollars'] : []),
      isPriced ? 'of the cost' : 'of the tokens',
      ...(isTimed ? ['seconds waited'] : []),
    ],
    groups: [
      { title: null, rows: sorted.map(row) },
      { title: null, rows: [row(all)], marked: true },
    ],
  };
}
