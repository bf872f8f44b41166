/** A drawing without colours: shapes with the names of their looks, for a file or for a page. */
export interface Drawing {
  /** For screen readers. */
  description: string;
  size: readonly [width: number, height: number];
  shapes: readonly Shape[];
}

/** An element of SVG; `class` names its look. */
export interface Shape {
  name: string;
  attributes: Readonly<Record<string, string | number>>;
  inner: readonly (Shape | string)[];
}

type Place = readonly [x: number, y: number];

/** With numbers to two decimals. */
export const element = (
  name: string,
  attributes: Shape['attributes'],
  ...inner: readonly (Shape | string)[]
): Shape => ({
  name,
  attributes: Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [
      key,
      typeof value === 'number' ? rounded(value) : value,
    ]),
  ),
  inner,
});

const rounded = (value: number): number => Math.round(value * 100) / 100;

export const line = ([x1, y1]: Place, [x2, y2]: Place, look: string): Shape =>
  element('line', { class: look, x1, y1, x2, y2 });

export const label = (
  text: string,
  [x, y]: Place,
  look: string,
  anchor: 'start' | 'middle' | 'end' = 'start',
): Shape => element('text', { class: look, x, y, 'text-anchor': anchor }, text);

/** A line through points. @param look its class or its own attributes */
export const polyline = (points: readonly Place[], look: Shape['attributes']): Shape =>
  element('polyline', { points: points.map((place) => place.map(rounded).join(',')).join(' '), ...look });

/** Distinguishable on light and dark paper, and with colour blindness: Okabe & Ito (2008) without black. */
export const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00'] as const;
