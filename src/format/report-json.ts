/** Figures where reports are written; records keep theirs to the last bit. */

/** What lies nearer to 0 is what rounding has left of it. */
const NOTHING = 1e-9;

/** Six significant digits; whole numbers as they are. */
export function roundedFigure(value: number): number {
  if (Number.isInteger(value) || !Number.isFinite(value)) return value;
  return Math.abs(value) < NOTHING ? 0 : Number(value.toPrecision(6));
}

/** With every figure rounded, for reading over several lines, and a line break at its end. */
export const reportJson = (report: unknown): string => `${reportJsonText(report, 2)}\n`;

/** @param indent columns a level; all on one line without it */
export const reportJsonText = (report: unknown, indent?: number): string =>
  JSON.stringify(report, (_, value) => (typeof value === 'number' ? roundedFigure(value) : value), indent);
