/**
 * How well the scores of methods separate non-factual from factual items: curves of all, and details of our own and a
 * chosen one.
 */
import { useMemo, useState } from 'preact/hooks';
import type { ScoredMethod } from '../../format/charts.ts';
import { threeDecimals } from '../../format/figures.ts';
import { riskHistogram } from '../../format/svg/histogram.ts';
import { type CurveKind, calibrationOf, curvesDrawing } from '../../format/svg/score-drawings.ts';
import { averagePrecision, precisionRecall, rocAuc, rocPoints } from '../../statistics/ranking.ts';
import { UnitChart } from './drawn.tsx';
import { HistogramChart } from './histogram-chart.tsx';

type Ranked = ReturnType<typeof ranked>[number];

function ranked({ name, items: points }: ScoredMethod) {
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
          <HistogramChart
            key={method.name}
            histogram={riskHistogram(method, method === own ? ownRisk : undefined)}
          />
        ))}
      </div>
    </div>
  );
}

interface CurvesProps {
  kind: CurveKind;
  own: Ranked;
  other: Ranked | undefined;
  faint: readonly Ranked[];
}

function Curves({ kind, own, other, faint }: CurvesProps) {
  const name = kind === 'roc' ? 'ROC, area' : 'Precision and recall, average precision';
  const value = (method: Ranked) => threeDecimals(kind === 'roc' ? method.area : method.precision);
  const beside = other === undefined ? '' : `; ${other.name} ${value(other)}`;
  const title = `${name} ${value(own)}${beside}`;
  const curves = [
    ...faint.map((method) => ({ points: method[kind], look: { class: 'curve-faint' } })),
    ...(other === undefined ? [] : [{ points: other[kind], look: { class: 'curve-chosen' } }]),
    { points: own[kind], look: { class: 'curve' } },
  ];
  return <UnitChart title={title} drawing={curvesDrawing(kind, title, curves)} />;
}

/** Empty for a method without probabilities. */
function Calibration({ method }: { method: Ranked }) {
  const drawing = calibrationOf(method);
  return drawing && <UnitChart drawing={drawing} title={`Calibration of ${method.name}`} />;
}
