/**
 * An axis from `from` to `to`, widened to round values: about `steps` steps of 1, 2 or 5 times a power of ten.
 *
 * @param domain minimum and maximum, which differ
 * @returns the position of a value, the round values, and their labels
 */
export function roundAxis(
  [least, most]: readonly [number, number],
  [from, to]: readonly [number, number],
  steps = 5,
) {
  const raw = (most - least) / steps;
  const power = Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((factor) => factor * 10 ** power >= raw * (1 - 1e-9)) ?? 10) * 10 ** power;
  const [first, last] = [Math.floor(least / step + 1e-9), Math.ceil(most / step - 1e-9)];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return {
    at: linear([first * step, last * step], [from, to]),
    ticks,
    words: (tick: number) => tick.toFixed(decimals),
  };
}

/** The line through both ends; the middle where the domain is one value. */
export function linear(
  [least, most]: readonly [number, number],
  [from, to]: readonly [number, number],
): (value: number) => number {
  return (value) =>
    most === least ? (from + to) / 2 : from + ((value - least) / (most - least)) * (to - from);
}
