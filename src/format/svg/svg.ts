/** SVG for papers, also for conversion to PDF: sizes in points, no style sheet, no script, common fonts. */
import { escapeHtml } from '../text.ts';

/** An element; text content is escaped, child elements are not. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  inner: readonly string[] = [],
): string {
  const shown = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeHtml(typeof value === 'number' ? rounded(value) : value)}"`)
    .join('');
  return inner.length === 0 ? `<${name}${shown}/>` : `<${name}${shown}>${inner.join('')}</${name}>`;
}

const rounded = (value: number): string => String(Math.round(value * 100) / 100);

interface TextOptions {
  anchor?: 'start' | 'middle' | 'end';
  size?: number;
  bold?: boolean;
  /** Degrees, around the position of the text. */
  turned?: number;
}

export function label(
  text: string,
  [x, y]: readonly [number, number],
  { anchor = 'start', size = 8, bold = false, turned }: TextOptions = {},
): string {
  const attributes = {
    ...{ x, y, 'text-anchor': anchor, 'font-size': size, fill: INK },
    ...(bold && { 'font-weight': 'bold' }),
    ...(turned !== undefined && { transform: `rotate(${turned} ${rounded(x)} ${rounded(y)})` }),
  };
  return element('text', attributes, [escapeHtml(text)]);
}

export const line = (
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  stroke = GRID,
  more: Readonly<Record<string, string | number>> = {},
): string => element('line', { x1, y1, x2, y2, stroke, 'stroke-width': 0.5, ...more });

export const INK = '#222222';
export const GRID = '#d8d8d8';
/** Distinguishable with colour blindness (Okabe and Ito). */
export const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000'] as const;

/** With a line break at the end. @param title description for screen readers */
export function svgFile(
  title: string,
  [width, height]: readonly [number, number],
  parts: readonly string[],
): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: `${rounded(width)}pt`,
    height: `${rounded(height)}pt`,
    viewBox: `0 0 ${rounded(width)} ${rounded(height)}`,
    ...{ 'font-family': 'Helvetica, Arial, sans-serif', role: 'img' },
  };
  const paper = element('rect', { width, height, fill: '#ffffff' });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    'svg',
    attributes,
    [element('title', {}, [escapeHtml(title)]), paper, ...parts].map((part) => `\n${part}`),
  )}\n`;
}
