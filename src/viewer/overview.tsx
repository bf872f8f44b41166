/** What a run came to: counts, scores, where it is wrong, what it cost and what it was made of. */
import { counted, figure } from '../format/figures.ts';
import type { ViewIndex } from '../report/view/view-data.ts';
import { CalibrationChart, Histogram, RankingChart } from './charts.tsx';
import { linkTo } from './route.ts';
import { mistakeOf } from './words.ts';

export function Overview({ index }: { index: ViewIndex }) {
  const { rows, failures, legend, provenance, status } = index;
  const worst = rows
    .map((row, position) => ({ row, position }))
    .filter(({ row }) => row.label === 'hallucinated')
    .toSorted((one, other) => (one.row.score ?? 0) - (other.row.score ?? 0))
    .slice(0, 8);
  return (
    <>
      <h1>{index.title}</h1>
      <p class="lead" role="status">
        {index.summary}.{status === 'running' && ' The run is going on.'}
        {status !== 'running' && status !== 'done' && ' The run is not finished.'}
      </p>
      <Tiles index={index} />
      <div class="columns">
        <section>
          <h2>Support of the passages</h2>
          <Histogram rows={rows} threshold={index.threshold} />
        </section>
        {worst.length > 0 && (
          <section>
            <h2>Least supported</h2>
            <ol class="worst">
              {worst.map(({ row, position }) => (
                <li key={position}>
                  <a href={linkTo(position)}>
                    <bdi>{row.id}</bdi>
                  </a>{' '}
                  <span class="quiet">
                    {row.flagged} of {counted(row.facts, 'fact')} suspicious, support {figure(row.score)}
                  </span>
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
      <WithLabels index={index} />
      {failures.length > 0 && (
        <section>
          <h2>Not judged, and why</h2>
          <ul>
            {failures.map(([reason, count]) => (
              <li key={reason}>
                {reason}: {counted(count, 'passage')}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Cost index={index} />
      <div class="columns">
        {legend.length > 0 && (
          <section>
            <h2>What the words mean</h2>
            <ul>
              {legend.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h2>How it was made</h2>
          <dl>
            {provenance.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </>
  );
}

function Tiles({ index: { rows } }: { index: ViewIndex }) {
  const by = new Map<string, number>();
  for (const { words } of rows) by.set(words, (by.get(words) ?? 0) + 1);
  const labels = new Map(rows.map(({ words, label }) => [words, label]));
  const facts = rows.reduce((sum, row) => sum + row.facts, 0);
  const flagged = rows.reduce((sum, row) => sum + row.flagged, 0);
  return (
    <ul class="tiles" aria-label="Counts">
      {[...by].map(([words, count]) => (
        <li key={words} data-label={labels.get(words)}>
          <strong>{count}</strong> {words}
        </li>
      ))}
      {facts > 0 && (
        <li>
          <strong>{flagged}</strong> of {counted(facts, 'fact')} suspicious
        </li>
      )}
    </ul>
  );
}

function WithLabels({ index }: { index: ViewIndex }) {
  const labelled = index.rows.filter(({ gold }) => gold !== null);
  if (labelled.length === 0) return null;
  const mistakes = index.rows
    .map((row, position) => ({ row, position, mistake: mistakeOf(row) }))
    .filter(({ mistake }) => mistake !== null);
  return (
    <section>
      <h2>Against the gold labels</h2>
      <p>
        {counted(labelled.length, 'passage')} with a gold label, {labelled.filter(({ gold }) => gold).length}{' '}
        of them with an error; {mistakes.filter(({ mistake }) => mistake === 'missed').length} missed,{' '}
        {mistakes.filter(({ mistake }) => mistake === 'false alarm').length} false alarms.
      </p>
      <div class="charts">
        <RankingChart kind="roc" rows={labelled} />
        <RankingChart kind="precision-recall" rows={labelled} />
        <CalibrationChart rows={labelled} />
      </div>
      {mistakes.length > 0 && (
        <details>
          <summary>Where the verdict differs from the label</summary>
          <ul>
            {mistakes.map(({ row, position, mistake }) => (
              <li key={position}>
                {mistake}:{' '}
                <a href={linkTo(position)}>
                  <bdi>{row.id}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Cost({ index: { purposes, rows } }: { index: ViewIndex }) {
  if (purposes.length === 0) return null;
  const dearest = rows
    .map((row, position) => ({ row, position }))
    .filter(({ row }) => row.requests > 0)
    .toSorted((one, other) => other.row.requests - one.row.requests)
    .slice(0, 5);
  return (
    <section>
      <h2>What it cost</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="scroll" tabIndex={0} aria-label="Requests by purpose">
        <table>
          <thead>
            <tr>
              <th scope="col">asked for</th>
              <th scope="col">requests</th>
              <th scope="col">tokens</th>
              <th scope="col">US dollars</th>
            </tr>
          </thead>
          <tbody>
            {purposes
              .toSorted((one, other) => other.tokens - one.tokens)
              .map(({ name, requests, tokens, usd }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{requests}</td>
                  <td>{tokens}</td>
                  <td>{usd === null ? '–' : usd.toFixed(4)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
      {dearest.length > 0 && (
        <p>
          Most requests:{' '}
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
