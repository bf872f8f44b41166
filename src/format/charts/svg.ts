/**
 * SVG as text: elements, marks, axes and the image around them. Colours are the variables of the page with a value for
 * light paper beside them, so that a chart follows the page it stands in and can be read by itself.
 */
import type { ScaleLinear } from 'd3-scale';
import { type SymbolType, symbol, symbolCircle } from 'd3-shape';
import { escapeHtml } from '../html.ts';

export const INK = 'var(--ink, #1d2127)';
export const MUTED = 'var(--muted, #5d6570)';
export const RULE = 'var(--rule, #d9dde2)';
export const ACCENT = 'var(--accent, #1f5fa8)';

const FONT = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif';

type Attributes = Readonly<Record<string, string | number>>;
type Scale = ScaleLinear<number, number>;

/** @param children already written: elements, or text from {@link escapeHtml} */
export function element(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${typeof value === 'number' ? pixels(value) : escapeHtml(value)}"`,
  );
  const open = `<${name}${written.join('')}`;
  return children.length === 0 ? `${open}/>` : `${open}>${children.join('')}</${name}>`;
}

/** To a hundredth. */
const pixels = (value: number): string => String(Number(value.toFixed(2)) || 0);

const translate = (x: number, y: number): string => `translate(${pixels(x)},${pixels(y)})`;

/** One image. @param description what it shows, in one sentence, for those who do not see it */
export const image = (width: number, height: number, description: string, ...children: string[]): string =>
  element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      ...{ role: 'img', 'aria-label': description, width, height },
      ...{ viewBox: `0 0 ${pixels(width)} ${pixels(height)}`, 'font-family': FONT, 'font-size': 12 },
    },
    ...children,
  );

export const group = (x: number, y: number, ...children: string[]): string =>
  element('g', { transform: translate(x, y) }, ...children);

/** Words whose middle is at `y`. */
export const words = (x: number, y: number, text: string, attributes: Attributes = {}): string =>
  element('text', { x, y, dy: '.32em', fill: INK, ...attributes }, escapeHtml(text));

export const line = (from: [number, number], to: [number, number], attributes: Attributes = {}): string =>
  element('line', { x1: from[0], y1: from[1], x2: to[0], y2: to[1], stroke: MUTED, ...attributes });

export interface Mark {
  x: number;
  y: number;
  fill: string;
  /** In square pixels. */
  size: number;
  shape?: SymbolType;
  /** What the pointer is told. */
  title?: string;
}

export const mark = ({ x, y, fill, size, shape = symbolCircle, title }: Mark): string =>
  element(
    'path',
    { transform: translate(x, y), d: symbol(shape, size)() ?? '', fill },
    ...(title === undefined ? [] : [element('title', {}, escapeHtml(title))]),
  );

/** At height `y`. @param grid how far its lines reach up */
export function bottomAxis(scale: Scale, y: number, title: string, grid = 0): string {
  const [left = 0, right = 0] = scale.range();
  const format = scale.tickFormat(6);
  const ticks = scale.ticks(6).flatMap((value) => {
    const x = scale(value);
    return [
      ...(grid > 0 ? [line([x, y], [x, y - grid], { stroke: RULE })] : []),
      line([x, y], [x, y + 5]),
      words(x, y + 14, format(value), { 'text-anchor': 'middle', 'font-size': 11 }),
    ];
  });
  const middle = { 'text-anchor': 'middle' };
  return [...ticks, line([left, y], [right, y]), words((left + right) / 2, y + 34, title, middle)].join('');
}

/** At the left edge. @param width how far the lines of its grid reach; none with 0 */
export function leftAxis(scale: Scale, values: readonly number[], title: string, width = 0): string {
  const [bottom = 0, top = 0] = scale.range();
  const ticks = values.flatMap((value) => {
    const y = scale(value);
    return [
      ...(width > 0 ? [line([0, y], [width, y], { stroke: RULE })] : []),
      line([-5, y], [0, y]),
      words(-8, y, String(value), { 'text-anchor': 'end', 'font-size': 11 }),
    ];
  });
  const turned = { transform: `rotate(-90) ${translate(-(bottom + top) / 2, -40)}`, 'text-anchor': 'middle' };
  return [...ticks, line([0, bottom], [0, top]), words(0, 0, title, turned)].join('');
}
