/**
 * Vega specifications drawn to SVG, without a browser. Vega is loaded with the first chart.
 *
 * Colours are the variables of the page with a value for light paper beside them, so that a chart follows the page
 * it stands in and can be read by itself. Vega numbers the clip paths and gradients of a process, which would make
 * two drawings of the same data differ: specifications here use neither.
 */
import type { Spec } from 'vega';
import { escapeHtml } from '../html.ts';

export const INK = 'var(--ink, #1d2127)';
export const MUTED = 'var(--muted, #5d6570)';
export const RULE = 'var(--rule, #d9dde2)';
export const ACCENT = 'var(--accent, #1f5fa8)';

const FONT = 'system-ui, -apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif';

/** Pixels between an axis and its title. Fixed: Vega would measure the labels, with the `canvas` package if present. */
const AXIS_EXTENT = 28;

const CONFIG: NonNullable<Spec['config']> = {
  axis: {
    domainColor: MUTED,
    tickColor: MUTED,
    gridColor: RULE,
    labelColor: INK,
    titleColor: INK,
    labelFont: FONT,
    titleFont: FONT,
    labelFontSize: 11,
    titleFontSize: 12,
    titleFontWeight: 'normal',
    minExtent: AXIS_EXTENT,
    maxExtent: AXIS_EXTENT,
    aria: false,
  },
  text: { font: FONT, fontSize: 12, fill: INK },
};

/** What the chart shows, in one sentence, for those who do not see it. */
export interface Chart {
  description: string;
  /** Sizes in pixels; `padding` holds the axes. Descriptions of marks become tooltips. */
  spec: Omit<Spec, 'autosize' | 'config' | 'background'>;
}

/** @returns one `<svg>` element; equal charts give equal bytes */
export async function draw({ description, spec }: Chart): Promise<string> {
  const { None, parse, View } = await import('vega');
  const view = new View(parse({ ...spec, autosize: 'none', config: CONFIG }), {
    renderer: 'none',
    logLevel: None,
  });
  const svg = await view.toSVG();
  view.finalize();
  return withTooltips(rounded(svg)).replace(
    /^<svg [^>]*?class="marks" (?<size>[^>]*)>/,
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escapeHtml(description)}" $<size>>`,
  );
}

/** Places to a hundredth of a pixel; text stays as it is. */
function rounded(svg: string): string {
  const round = (place: string): string => String(Number(Number(place).toFixed(2)));
  return svg.replace(/<[^>]+>/g, (tag) =>
    tag.replace(/ (?:transform|d|x2|y2)="[^"]*"/g, (attribute) => attribute.replace(/-?\d+\.\d+/g, round)),
  );
}

/** Vega writes the description of a mark as its `aria-label`; browsers show a `<title>` to the pointer. */
function withTooltips(svg: string): string {
  return svg.replace(
    /<(path|line) aria-label="([^"]*)"[^>]*?(?= (?:transform|d)=)([^>]*)\/>/g,
    '<$1$3><title>$2</title></$1>',
  );
}
