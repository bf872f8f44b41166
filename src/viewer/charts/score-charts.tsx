/**
 * How well the scores of methods separate non-factual from factual items: curves of all, and details of our own and a
 * chosen one.
 */
import { useMemo, useState } from 'preact/hooks';
import type { ScoredMethod } from '../../format/charts.ts';
import { threeDecimals } from '../../format/figures.ts';
import { averagePrecision, rocAuc } from '../../statistics/ranking.ts';
import { reliabilityBins } from '../../statistics/reliability-bins.ts';
import { precisionRecall, rocPoints } from '../../statistics/ranking-points.ts';
import { Diagonal, UnitChart, UnitLine } from './frame.tsx';
import { Histogram } from './histogram.tsx';
import { ReliabilityChart } from './reliability-chart.tsx';

type Points = readonly [number, number][];

interface Ranked {
  name: string;
  items: ScoredMethod['items'];
  area: number;
  precision: number | null;
  roc: Points;
  precisionRecall: Points;
}

function ranked({ name, items: points }: ScoredMethod): Ranked[] {
  const items = points.map(([score, positive]) => ({ score, positive }));
  const { value: area } = rocAuc(items);
  if (area === null) return [];
  const { value: precision } = averagePrecision(items);
  return [
    {
      ...{ name, area, precision, items: points },
      ...{ roc: rocPoints(items), precisionRecall: precisionRecall(items) },
    },
  ];
}

interface ScoreChartsProps {
  methods: readonly ScoredMethod[];
  /** A description of the risk of our own method. */
  ownRisk?: string;
}

/** The marked method, the first of them; without any, the first of all. */
export function ScoreCharts({ methods, ownRisk }: ScoreChartsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [own, others] = useMemo(() => {
    const marked = methods.find((method) => method.marked) ?? methods[0];
    const rest = methods.filter((method) => method !== marked).flatMap(ranked);
    return [
      marked === undefined ? undefined : ranked(marked)[0],
      rest.toSorted((one, other) => other.area - one.area),
    ];
  }, [methods]);
  if (own === undefined) return <p>The labelled items are all of one kind, so there is no curve to draw.</p>;
  const other = others.find(({ name }) => name === chosen) ?? others[0];
  const faint = others.filter((method) => method !== other);
  const shown = other === undefined ? [own] : [own, other];
  return (
    <div class="score-charts">
      {other !== undefined && (
        <p class="chooser">
          <span class="key key-own" /> <strong>{own.name}</strong> <span class="key key-chosen" />{' '}
          <label>
            beside{' '}
            <select value={other.name} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
              {others.map(({ name, area }) => (
                <option key={name} value={name}>
                  {name} (area {threeDecimals(area)})
                </option>
              ))}
            </select>
          </label>
          {faint.length > 0 && <span class="quiet"> grey: the others</span>}
        </p>
      )}
      <div class="charts">
        <Curves kind="roc" {...{ own, other, faint }} />
        <Curves kind="precisionRecall" {...{ own, other, faint }} />
        {shown.map((method) => (
          <Calibration key={method.name} method={method} />
        ))}
        {shown.map((method) => (
          <Distribution key={method.name} method={method} risk={method === own ? ownRisk : undefined} />
        ))}
      </div>
    </div>
  );
}

interface CurvesProps {
  kind: 'roc' | 'precisionRecall';
  own: Ranked;
  other: Ranked | undefined;
  faint: readonly Ranked[];
}

function Curves({ kind, own, other, faint }: CurvesProps) {
  const [name, across, up] =
    kind === 'roc'
      ? ['ROC, area', 'share of factual ones flagged', 'share of errors found']
      : ['Precision and recall, average precision', 'share of errors found', 'share of flags that are right'];
  const value = (method: Ranked) => threeDecimals(kind === 'roc' ? method.area : method.precision);
  const beside = other === undefined ? '' : `; ${other.name} ${value(other)}`;
  return (
    <UnitChart title={`${name} ${value(own)}${beside}`} across={across} up={up}>
      {kind === 'roc' && <Diagonal />}
      {faint.map((method) => (
        <UnitLine key={method.name} look="curve-faint" points={method[kind]} />
      ))}
      {other !== undefined && <UnitLine look="curve-chosen" points={other[kind]} />}
      <UnitLine look="curve" points={own[kind]} />
    </UnitChart>
  );
}

/** Empty for a method without probabilities. */
function Calibration({ method: { name, items } }: { method: Ranked }) {
  const known = items.flatMap(([, positive, probability]) =>
    probability === null ? [] : [{ probability, positive }],
  );
  if (known.length === 0) return null;
  return <ReliabilityChart bins={reliabilityBins(known)} title={`Calibration of ${name}`} />;
}

interface DistributionProps {
  method: Ranked;
  risk: string | undefined;
}

function Distribution({ method: { name, items }, risk = `risk by ${name}` }: DistributionProps) {
  const riskOf = (isWrong: boolean) =>
    items.filter(([, positive]) => positive === isWrong).map(([value]) => value);
  return (
    <Histogram
      kinds={[
        { name: 'factual', look: 'other', values: riskOf(false) },
        { name: 'non-factual', look: 'set-off', values: riskOf(true) },
      ]}
      description={`Risk by ${name} of ${items.length} labelled items`}
      across={`${risk}: the further right, the more suspicious`}
    />
  );
}
