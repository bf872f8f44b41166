/** Axes of drawings, with their ticks and titles. */
import { element, label, line, type Shape } from './drawing.ts';

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
    at: (value: number) => from + ((value - first * step) / ((last - first) * step)) * (to - from),
    ticks,
    words: (tick: number) => tick.toFixed(decimals),
  };
}

export type Axis = ReturnType<typeof roundAxis>;

const MARGIN = { left: 46, right: 24, top: 10, bottom: 42 };

/**
 * A plot with the ends of its axes, and the size of the drawing that has room for ticks and titles around it.
 *
 * @param right room on the right, as for a key
 */
export const plotOf = (width: number, height: number, right = MARGIN.right) => ({
  across: [MARGIN.left, MARGIN.left + width] as const,
  up: [MARGIN.top + height, MARGIN.top] as const,
  size: [MARGIN.left + width + right, MARGIN.top + height + MARGIN.bottom] as const,
});

/** Ticks of both axes, grid lines upwards, and titles. */
export function frame(
  { across: [left, right], up: [bottom, top] }: Pick<ReturnType<typeof plotOf>, 'across' | 'up'>,
  [x, across]: readonly [Axis, string],
  [y, up]: readonly [Axis, string?],
): Shape[] {
  return [
    ...y.ticks.flatMap((tick) => [
      line([left, y.at(tick)], [right, y.at(tick)], 'grid'),
      label(y.words(tick), [left - 5, y.at(tick) + 4], 'tick', 'end'),
    ]),
    ...x.ticks.map((tick) => label(x.words(tick), [x.at(tick), bottom + 18], 'tick', 'middle')),
    label(across, [(left + right) / 2, bottom + 37], 'axis', 'middle'),
    ...(up === undefined ? [] : [turned(up, [left - 34, (top + bottom) / 2])]),
  ];
}

const turned = (text: string, [x, y]: readonly [number, number]): Shape =>
  element(
    'text',
    { class: 'axis', 'text-anchor': 'middle', transform: `translate(${x} ${y}) rotate(-90)` },
    text,
  );
