/** The charts of a report as SVG files for papers, one figure per file: no style sheet, no script, common fonts. */
import { precisionRecall, rocPoints } from '../../statistics/ranking.ts';
import type { ScoredMethod } from '../charts.ts';
import type { Figure } from '../document.ts';
import { escapeHtml } from '../text.ts';
import { COLOURS, type Drawing, element, label, type Shape } from './drawing.ts';
import { forestDrawing } from './forest-drawing.ts';
import { histogramDrawing, type Kind, riskHistogram } from './histogram.ts';
import { nodeDrawing } from './node-drawing.ts';
import { type CurveKind, calibrationOf, curvesDrawing, reliabilityDrawing } from './score-drawings.ts';

export interface NamedFile {
  name: string;
  text: string;
}

/** Figures by kind: `forest`, `roc`, `precision-recall`, `distribution <method>`, `reliability <method>`, `nodes`. */
export function svgFigures({ chart, caption }: Figure): NamedFile[] {
  switch (chart.kind) {
    case 'forest':
      return [{ name: 'forest', text: svgText(forestDrawing(chart.forest), caption) }];
    case 'scores':
      return [
        ...curves('roc', { name: 'roc', title: 'ROC curves' }, chart.methods),
        ...curves(
          'precisionRecall',
          { name: 'precision-recall', title: 'Precision and recall' },
          chart.methods,
        ),
        ...chart.methods.flatMap(ofOneMethod),
      ];
    case 'nodes':
      return [{ name: 'nodes', text: svgText(nodeDrawing(chart.nodes), caption) }];
    case 'reliability':
      return [{ name: 'reliability', text: svgText(reliabilityDrawing(chart.bins, caption), caption) }];
  }
}

/** Empty where no method has items of both kinds. */
function curves(
  kind: CurveKind,
  { name, title }: { name: string; title: string },
  methods: readonly ScoredMethod[],
): NamedFile[] {
  const pointsOf = kind === 'roc' ? rocPoints : precisionRecall;
  const drawn = methods
    .map((method) => ({
      ...method,
      points: pointsOf(method.items.map(([score, positive]) => ({ score, positive }))),
    }))
    .filter(({ points }) => points.length > 0)
    .map((method, index) => ({ ...method, look: curveLook(index, method.marked) }));
  if (drawn.length === 0) return [];
  const drawing = curvesDrawing(kind, title, drawn, KEY_WIDTH);
  const rows = drawn.map(
    ({ name: method, marked, look }): KeyRow => ({ name: method, marked, look, isLine: true }),
  );
  return [{ name, text: svgText(withKey(drawing, rows), title) }];
}

function curveLook(index: number, marked: boolean): Shape['attributes'] {
  const dashes = ['', '4 2', '1 2'][Math.floor(index / COLOURS.length) % 3] as string;
  return {
    stroke: COLOURS[index % COLOURS.length] as string,
    'stroke-width': marked ? 2 : 1.1,
    ...(dashes && { 'stroke-dasharray': dashes }),
  };
}

/** How its scores are distributed, and where it gives probabilities how they are calibrated. */
function ofOneMethod(method: ScoredMethod): NamedFile[] {
  const { name, items } = method;
  if (items.length === 0) return [];
  const histogram = riskHistogram(method);
  const keyOf = ({ name: kind, look, values }: Kind): KeyRow => ({
    ...{ name: `${kind} (${values.length})`, look: { class: `bar-${look}` } },
  });
  const distribution = withKey(histogramDrawing(histogram, KEY_WIDTH), histogram.kinds.map(keyOf));
  const calibration = calibrationOf(method);
  return [
    { name: `distribution ${name}`, text: svgText(distribution, `Risk by ${name}`) },
    ...(calibration === null
      ? []
      : [{ name: `reliability ${name}`, text: svgText(calibration, `Calibration of ${name}`) }]),
  ];
}

const KEY_WIDTH = 230;
const KEY_ROW = 16;

interface KeyRow {
  name: string;
  look: Shape['attributes'];
  marked?: boolean;
  isLine?: boolean;
}

/** With a key in the room on its right. */
function withKey({ size: [width, height], shapes, description }: Drawing, rows: readonly KeyRow[]): Drawing {
  const x = width - KEY_WIDTH + 14;
  const key = rows.flatMap(({ name, look, marked, isLine }, index) => {
    const y = 18 + index * KEY_ROW;
    const sign = isLine
      ? element('line', { class: 'curve', x1: x, y1: y, x2: x + 20, y2: y, ...look })
      : element('rect', { x, y: y - 5, width: 10, height: 10, ...look });
    return [sign, label(name, [x + 26, y + 4], marked ? 'key-marked' : 'tick')];
  });
  return {
    description,
    size: [width, Math.max(height, 26 + rows.length * KEY_ROW)],
    shapes: [...shapes, ...key],
  };
}

const [INK, GRID] = ['#222222', '#d8d8d8'];
const [BLUE, ORANGE] = COLOURS;

/** What the style sheet of the viewer says of its pages. */
const LOOKS: Readonly<Record<string, Shape['attributes']>> = {
  grid: { stroke: GRID, 'stroke-width': 0.6 },
  panel: { stroke: GRID, fill: 'none' },
  diagonal: { stroke: INK, 'stroke-width': 0.6, 'stroke-dasharray': '3 3' },
  tick: { fill: INK, 'font-size': 10 },
  axis: { fill: INK, 'font-size': 11 },
  'key-marked': { fill: INK, 'font-size': 10, 'font-weight': 'bold' },
  curve: { fill: 'none' },
  point: { fill: BLUE, opacity: 0.75 },
  whisker: { stroke: BLUE },
  row: { fill: INK, 'font-size': 11 },
  'row-marked': { fill: ORANGE, stroke: 'none', 'font-size': 11, 'font-weight': 'bold' },
  'whisker row': { stroke: INK, 'stroke-width': 1.5 },
  'whisker row-marked': { stroke: ORANGE, 'stroke-width': 1.5 },
  'bar-other': { fill: BLUE },
  'bar-set-off': { fill: ORANGE },
};

/** Points a unit of a drawing. */
const SCALE = 0.75;

/** With a line break at the end. @param title description for screen readers */
function svgText({ size: [width, height], shapes }: Drawing, title: string): string {
  const attributes = {
    ...{ xmlns: 'http://www.w3.org/2000/svg', width: `${width * SCALE}pt`, height: `${height * SCALE}pt` },
    ...{ viewBox: `0 0 ${width} ${height}`, 'font-family': 'Helvetica, Arial, sans-serif', role: 'img' },
  };
  const paper = element('rect', { width, height, fill: '#ffffff' });
  const parts = [element('title', {}, title), paper, ...shapes].map((shape) => `\n${written(shape)}`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tagged('svg', attributes, parts.join(''))}\n`;
}

/** Text and values are escaped, looks become attributes. */
function written(shape: Shape | string): string {
  if (typeof shape === 'string') return escapeHtml(shape);
  const { class: look = '', ...own } = shape.attributes;
  return tagged(shape.name, { ...LOOKS[look], ...own }, shape.inner.map(written).join(''));
}

function tagged(name: string, attributes: Shape['attributes'], inner: string): string {
  const shown = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(String(value))}"`);
  return `<${name}${shown.join('')}${inner === '' ? '/>' : `>${inner}</${name}>`}`;
}
