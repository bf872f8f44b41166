/** What a run came to: counts, scores, where it is wrong, what it cost and what it was made of. */
import { counted, figure, MISSING } from '../format/figures.ts';
import type { ScoredPoint } from '../format/charts.ts';
import type { ViewIndex } from '../report/view/view-data.ts';
import type { TextTable } from '../format/document.ts';
import { Histogram, Keys } from './charts/histogram.tsx';
import { ScoreCharts } from './charts/score-charts.tsx';
import { linkTo } from './route.ts';
import { Table } from './text-table.tsx';
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
          <Support index={index} />
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

function Support({ index: { rows, threshold } }: { index: ViewIndex }) {
  const scored = rows.filter(({ score }) => score !== null);
  if (scored.length === 0) return <p>No passage has a score.</p>;
  const flagged = scored.filter(({ label }) => label === 'hallucinated').length;
  return (
    <Histogram
      items={scored.map(({ score, label }) => ({
        value: score as number,
        isSetOff: label === 'hallucinated',
      }))}
      range={[0, 1]}
      threshold={threshold}
      description={`Histogram of the support of ${scored.length} passages, ${flagged} of them hallucinated`}
      across="support: 0 contradicted, 1 supported"
      caption={<Keys setOff="hallucinated" others="others" />}
    />
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
  const scored = labelled.flatMap(({ score, gold, chance }): ScoredPoint[] =>
    score === null ? [] : [[-score, gold === true, chance]],
  );
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
      <ScoreCharts methods={[{ name: 'hallugraph', marked: true, items: scored }]} />
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
  const table: TextTable = {
    header: ['asked for', 'requests', 'tokens', 'US dollars'],
    groups: [
      {
        title: null,
        rows: purposes
          .toSorted((one, other) => other.tokens - one.tokens)
          .map(({ name, requests, tokens, usd }) => [
            ...[name, String(requests), String(tokens)],
            usd === null ? MISSING : usd.toFixed(4),
          ]),
      },
    ],
  };
  return (
    <section>
      <h2>What it cost</h2>
      <Table table={table} name="Requests by purpose" />
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
