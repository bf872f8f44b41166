/** Rounding of figures in reports; records keep full precision. */

/** Smaller values are rounding errors. */
const NOTHING = 1e-9;

/** Six significant digits; whole numbers are unchanged. */
export function roundedFigure(value: number): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) return value;
  return Math.abs(value) < NOTHING ? 0 : Number(value.toPrecision(6));
}

/** Indented, with rounded figures and a line break at the end. */
export const reportJson = (report: unknown): string => `${reportJsonText(report, 2)}\n`;

/** @param indent columns per level; on one line without it */
export const reportJsonText = (report: unknown, indent?: number): string =>
  JSON.stringify(report, (_, value) => (typeof value === 'number' ? roundedFigure(value) : value), indent);
