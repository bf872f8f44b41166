/** The charts of a report as SVG, one figure per file. */
import { precisionRecall, rocPoints } from '../../statistics/ranking-points.ts';
import { reliabilityBins } from '../../statistics/reliability-bins.ts';
import type { DrawnNode, Forest, ScoredMethod } from '../charts.ts';
import type { Figure } from '../document.ts';
import { withInterval } from '../figures.ts';
import { linear, roundAxis } from './axis.ts';
import { distributionSvg, reliabilitySvg } from './score-svg.ts';
import { COLOURS, element, GRID, INK, label, line, svgFile } from './svg.ts';
import { LEFT, SIDE, TOP, unitSquare } from './unit-square.ts';

/** Figures by kind: `forest`, `roc`, `precision-recall`, `distribution <method>`, `reliability <method>`, `nodes`. */
export function svgFigures({ chart, caption }: Figure): { name: string; text: string }[] {
  switch (chart.kind) {
    case 'forest':
      return [{ name: 'forest', text: forestSvg(chart.forest, caption) }];
    case 'scores':
      return [
        { name: 'roc', text: curvesSvg(chart.methods, ROC) },
        { name: 'precision-recall', text: curvesSvg(chart.methods, PRECISION_RECALL) },
        ...chart.methods.flatMap(ofOneMethod),
      ].flatMap(({ name, text }) => (text === null ? [] : { name, text }));
    case 'nodes':
      return [{ name: 'nodes', text: nodesSvg(chart.nodes, caption) }];
    case 'reliability':
      return [{ name: 'reliability', text: reliabilitySvg(chart.bins, caption) }];
  }
}

/** As on the page: how its scores are distributed, and where it gives probabilities how they are calibrated. */
function ofOneMethod(method: ScoredMethod): { name: string; text: string | null }[] {
  const { name, items } = method;
  const known = items.flatMap(([, positive, probability]) =>
    probability === null ? [] : [{ probability, positive }],
  );
  const reliability =
    known.length === 0 ? null : reliabilitySvg(reliabilityBins(known), `Calibration of ${name}`);
  return [
    { name: `distribution ${name}`, text: items.length === 0 ? null : distributionSvg(method) },
    { name: `reliability ${name}`, text: reliability },
  ];
}

const ROW = 14;
const NAMES = 150;
const PLOT = 190;
const FIGURES = 100;

function forestSvg({ metric, reference, rows }: Forest, caption: string): string {
  const known = rows.flatMap(({ value, interval }) => [value ?? [], interval ?? []].flat());
  const [least, most] = [Math.min(reference.value, ...known), Math.max(reference.value, ...known)];
  const axis = roundAxis([least, least === most ? least + 0.1 : most], [NAMES, NAMES + PLOT]);
  const x = axis.at;
  const [top, bottom] = [16, 16 + rows.length * ROW];
  const ticks = axis.ticks.flatMap((tick) => [
    line([x(tick), top], [x(tick), bottom]),
    label(axis.words(tick), [x(tick), bottom + 10], { anchor: 'middle', size: 7 }),
  ]);
  const chance = x(reference.value);
  const body = rows.flatMap(({ label: name, value, interval, marked }, index) => {
    const y = top + (index + 0.5) * ROW;
    const colour = marked ? COLOURS[1] : COLOURS[0];
    return [
      label(name, [NAMES - 6, y + 3], { anchor: 'end', bold: marked }),
      ...(interval === null
        ? []
        : [line([x(interval[0]), y], [x(interval[1]), y], colour, { 'stroke-width': 1 })]),
      ...(value === null ? [] : [element('circle', { cx: x(value), cy: y, r: 2.2, fill: colour })]),
      label(withInterval(value, interval), [NAMES + PLOT + 6, y + 3], { size: 7, bold: marked }),
    ];
  });
  return svgFile(
    caption,
    [NAMES + PLOT + FIGURES, bottom + 28],
    [
      ...ticks,
      line([chance, top], [chance, bottom], INK, { 'stroke-dasharray': '2 2' }),
      label(reference.label, [chance, top - 4], { anchor: 'middle', size: 7 }),
      ...body,
      label(metric, [NAMES + PLOT / 2, bottom + 22], { anchor: 'middle' }),
    ],
  );
}

interface Curves {
  title: string;
  axes: [across: string, up: string];
  pointsOf: typeof rocPoints;
  diagonal: boolean;
}

const ROC: Curves = {
  title: 'ROC curves',
  axes: ['false alarm rate', 'recall'],
  pointsOf: rocPoints,
  diagonal: true,
};
const PRECISION_RECALL: Curves = {
  title: 'Precision and recall',
  axes: ['recall', 'precision'],
  pointsOf: precisionRecall,
  diagonal: false,
};

/** Null where no method has items of both kinds. */
function curvesSvg(
  methods: readonly ScoredMethod[],
  { title, axes, pointsOf, diagonal }: Curves,
): string | null {
  const { x, y, grid, diagonal: chance, titles } = unitSquare(axes);
  const drawn = methods.flatMap(({ name, marked, items }) => {
    const points = pointsOf(items.map(([score, positive]) => ({ score, positive })));
    return points.length === 0 ? [] : [{ name, marked, points }];
  });
  if (drawn.length === 0) return null;
  const curves = drawn.flatMap(({ name, marked, points }, index) => {
    const colour = COLOURS[index % COLOURS.length] as string;
    const dashes = ['', '4 2', '1 2'][Math.floor(index / COLOURS.length) % 3] as string;
    const stroke = {
      stroke: colour,
      'stroke-width': marked ? 1.6 : 0.9,
      ...(dashes && { 'stroke-dasharray': dashes }),
    };
    const path = points.map(([a, b]) => `${x(a).toFixed(2)},${y(b).toFixed(2)}`).join(' ');
    const height = TOP + 8 + index * 12;
    return [
      element('polyline', { points: path, fill: 'none', ...stroke }),
      line([LEFT + SIDE + 12, height - 3], [LEFT + SIDE + 28, height - 3], colour, stroke),
      label(name, [LEFT + SIDE + 33, height], { bold: marked }),
    ];
  });
  const size = [LEFT + SIDE + 190, Math.max(TOP + SIDE + 28, TOP + 20 + drawn.length * 12)] as const;
  return svgFile(title, size, [...[...grid, ...(diagonal ? [chance] : []), ...curves, ...titles]]);
}

/** Before and after message passing, side by side; one colour per passage. */
function nodesSvg(nodes: readonly DrawnNode[], caption: string): string {
  const passages = [...new Set(nodes.map(({ passageId }) => passageId))];
  const panel = (place: 'before' | 'after', left: number): string[] => {
    const [xs, ys] = [nodes.map((node) => node[place][0]), nodes.map((node) => node[place][1])];
    const x = linear([Math.min(...xs), Math.max(...xs)], [left + 8, left + SIDE - 8]);
    const y = linear([Math.min(...ys), Math.max(...ys)], [TOP + SIDE - 8, TOP + 8]);
    return [
      element('rect', { x: left, y: TOP, width: SIDE, height: SIDE, fill: 'none', stroke: GRID }),
      ...nodes.map((node) =>
        element('circle', {
          ...{ cx: x(node[place][0]), cy: y(node[place][1]), r: 2.2 },
          fill: COLOURS[passages.indexOf(node.passageId) % COLOURS.length] as string,
        }),
      ),
      label(place === 'before' ? 'before the RGCN' : 'after the RGCN', [left + SIDE / 2, TOP + SIDE + 14], {
        anchor: 'middle',
      }),
    ];
  };
  return svgFile(caption, [2 * SIDE + 30, SIDE + 30], [...panel('before', 8), ...panel('after', SIDE + 22)]);
}
