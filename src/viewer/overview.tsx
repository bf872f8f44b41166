/** The overview of a run: counts, scores, its worst parts, its cost and provenance. */
import { counted } from '../format/figures.ts';
import { LABELS, labelWords } from '../format/labels.ts';
import type { Label } from '../passage.ts';
import type { ViewIndex, ViewRow } from '../report/view/view-data.ts';
import { AgainstLabels } from './against-labels.tsx';
import type { Kind } from '../format/svg/histogram.ts';
import { HistogramChart } from './charts/histogram-chart.tsx';
import { Cost } from './cost.tsx';
import { linkTo, linkToList } from './route.ts';
import { Meanings } from './meanings.tsx';
import { suspicious } from './words.ts';

export function Overview({ index }: { index: ViewIndex }) {
  const { rows, status } = index;
  return (
    <>
      <h1>{index.title}</h1>
      <p class="lead" role="status">
        <bdi>{index.about}</bdi>.{status === 'running' && ' The run is in progress.'}
        {status !== 'running' && status !== 'done' && ' The run is not finished.'}
      </p>
      <Tiles rows={rows} />
      <div class="columns">
        <Support index={index} />
        <Worst rows={rows} />
      </div>
      <AgainstLabels index={index} />
      <NotJudged index={index} />
      <Cost index={index} />
      <div class="columns">
        <Meanings index={index} />
        <Provenance index={index} />
      </div>
    </>
  );
}

const MOST_SHOWN = 8;

function Worst({ rows }: { rows: readonly ViewRow[] }) {
  const supportOf = ({ worst, score }: ViewRow) => worst?.score ?? score ?? 0;
  const found = rows
    .map((row, position) => ({ row, position }))
    .filter(({ row }) => row.label === 'hallucinated')
    .toSorted((one, other) => supportOf(one.row) - supportOf(other.row));
  if (found.length === 0) return null;
  return (
    <section>
      <h2>What is suspicious, worst first</h2>
      <ol class="worst">
        {found.slice(0, MOST_SHOWN).map(({ row, position }) => (
          <li key={position}>
            <a href={linkTo(position, row.worst?.index)}>
              <bdi>{row.worst?.text ?? row.id}</bdi>
            </a>{' '}
            <span class="quiet">
              {row.worst !== null && (
                <>
                  <bdi>{row.id}</bdi>:{' '}
                </>
              )}
              <bdi>{row.worst?.why ?? suspicious(row)}</bdi>
              {row.flagged > 1 && ` (the worst of ${row.flagged} suspicious facts)`}
            </span>
          </li>
        ))}
      </ol>
      {found.length > MOST_SHOWN && (
        <p>
          <a href={linkToList('hallucinated')}>and {found.length - MOST_SHOWN} more</a>
        </p>
      )}
    </section>
  );
}

function NotJudged({ index: { failures } }: { index: ViewIndex }) {
  if (failures.length === 0) return null;
  return (
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
  );
}

function Provenance({ index: { provenance } }: { index: ViewIndex }) {
  return (
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
  );
}

function Support({ index: { rows, threshold } }: { index: ViewIndex }) {
  const scored = rows.filter((row): row is Scored => row.score !== null);
  // a single bar adds nothing to the list
  if (scored.length < 2) return null;
  return (
    <section>
      <h2>Support of the passages</h2>
      <HistogramChart
        histogram={{
          ...{ kinds: kindsOf(scored, threshold), range: [0, 1], threshold },
          description: `Histogram of the support of ${scored.length} passages`,
          across: 'support: 0 contradicted, 1 supported',
        }}
      />
    </section>
  );
}

type Scored = ViewRow & { score: number };

/** By verdict; those decided by a single fact separately, since the threshold does not apply to them. */
function kindsOf(rows: readonly Scored[], threshold: number | null): Kind[] {
  const isByFact = ({ label, score }: Scored) =>
    label === 'hallucinated' && threshold !== null && score >= threshold;
  const scoresOf = (isOf: (row: Scored) => boolean) => rows.filter(isOf).map(({ score }) => score);
  const kindOf = (label: Label, look: Kind['look']): Kind => ({
    ...{ name: labelWords(label), look },
    values: scoresOf((row) => row.label === label && !isByFact(row)),
  });
  const kinds: Kind[] = [
    kindOf('factual', 'other'),
    ...(['unsure', 'undecided', 'abstained'] as const).map((label) => kindOf(label, 'unsure')),
    { name: 'hallucinated by a suspicious fact alone', look: 'by-fact', values: scoresOf(isByFact) },
    kindOf('hallucinated', 'set-off'),
  ];
  return kinds.filter(({ values }) => values.length > 0);
}

function Tiles({ rows }: { rows: readonly ViewRow[] }) {
  const sum = (of: 'facts' | 'flagged' | 'unsupported') => rows.reduce((total, row) => total + row[of], 0);
  const [facts, unsupported] = [sum('facts'), sum('unsupported')];
  const counts = LABELS.map((label) => ({ label, count: rows.filter((row) => row.label === label).length }));
  return (
    <ul class="tiles" aria-label="Counts">
      {counts
        .filter(({ count }) => count > 0)
        .map(({ label, count }) => (
          <li key={label} data-label={label}>
            <a href={linkToList(label)}>
              <strong>{count}</strong> {labelWords(label)}
            </a>
          </li>
        ))}
      {facts > 0 && (
        <li>
          <strong>{sum('flagged')}</strong> of {counted(facts, 'fact')} suspicious
        </li>
      )}
      {unsupported > 0 && (
        <li>
          <strong>{unsupported}</strong> of {counted(facts, 'fact')} unsupported
        </li>
      )}
    </ul>
  );
}
