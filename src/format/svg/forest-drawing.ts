/** Forest plot: one metric of many methods, a dot with its 95 % interval a method. */
import type { Forest, ForestRow } from '../charts.ts';
import { shortened, withInterval } from '../figures.ts';
import { roundAxis } from './axis.ts';
import { type Drawing, element, label, line, type Shape } from './drawing.ts';

const ROW = 22;
const TOP = 22;
const LABELS = 200;
const PLOT = 300;
const FIGURES = 165;
const LONGEST = 30;

const wordsOf = ({ label: name, value, interval }: ForestRow): string =>
  `${name}: ${withInterval(value, interval)}`;

export function forestDrawing({ metric, reference, rows }: Forest): Drawing {
  const known = rows.flatMap(({ value, interval }) => [value ?? [], interval ?? []].flat());
  const [least, most] = [Math.min(reference.value, ...known), Math.max(reference.value, ...known)];
  const x = roundAxis([least, least === most ? least + 0.1 : most], [LABELS, LABELS + PLOT]);
  const bottom = TOP + rows.length * ROW;
  const chance = x.at(reference.value);
  return {
    description: `${metric}. ${rows.map(wordsOf).join('; ')}`,
    size: [LABELS + PLOT + FIGURES, bottom + 40],
    shapes: [
      ...x.ticks.flatMap((tick) => [
        line([x.at(tick), TOP], [x.at(tick), bottom], 'grid'),
        label(x.words(tick), [x.at(tick), bottom + 16], 'tick', 'middle'),
      ]),
      line([chance, TOP], [chance, bottom], 'diagonal'),
      label(reference.label, [chance, TOP - 7], 'tick', 'middle'),
      ...rows.flatMap((row, index) => rowShapes(row, TOP + (index + 0.5) * ROW, x.at)),
      label(metric, [LABELS + PLOT / 2, bottom + 34], 'axis', 'middle'),
    ],
  };
}

function rowShapes(row: ForestRow, y: number, x: (value: number) => number): Shape[] {
  const { label: name, value, interval, marked } = row;
  const look = marked ? 'row-marked' : 'row';
  return [
    label(shortened(name, LONGEST), [LABELS - 12, y + 4], look, 'end'),
    ...(interval === null ? [] : [line([x(interval[0]), y], [x(interval[1]), y], `whisker ${look}`)]),
    ...(value === null
      ? []
      : [element('circle', { class: look, cx: x(value), cy: y, r: 4 }, element('title', {}, wordsOf(row)))]),
    label(withInterval(value, interval), [LABELS + PLOT + 12, y + 4], look),
  ];
}
