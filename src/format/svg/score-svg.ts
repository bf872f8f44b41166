/** The scores of one method as SVG: their distribution, and how well its probabilities are calibrated. */
import type { ReliabilityBin } from '../../statistics/reliability-bins.ts';
import type { ScoredMethod } from '../charts.ts';
import { linear, roundAxis } from './axis.ts';
import { COLOURS, element, label, line, svgFile } from './svg.ts';
import { LEFT, SIDE, TOP, unitSquare } from './unit-square.ts';

const BINS = 20;
const [FACTUAL, NON_FACTUAL] = [COLOURS[0], COLOURS[1]];

/** Histogram of the risks, non-factual items on top of factual ones. @param method with at least one item */
export function distributionSvg({ name, items }: ScoredMethod): string {
  const least = items.reduce((one, [risk]) => Math.min(one, risk), Number.POSITIVE_INFINITY);
  const most = items.reduce((one, [risk]) => Math.max(one, risk), Number.NEGATIVE_INFINITY);
  const extent = most - least || 1;
  const bins = Array.from({ length: BINS }, () => ({ factual: 0, wrong: 0 }));
  for (const [risk, isPositive] of items) {
    const bin = bins[Math.min(BINS - 1, Math.floor((BINS * (risk - least)) / extent))];
    if (bin) bin[isPositive ? 'wrong' : 'factual'] += 1;
  }
  const across = roundAxis([least, least + extent], [LEFT, LEFT + SIDE]);
  const highest = Math.max(...bins.map(({ factual, wrong }) => factual + wrong));
  const up = roundAxis([0, highest], [TOP + SIDE, TOP], Math.min(5, highest));
  const place = linear([0, BINS], [across.at(least), across.at(least + extent)]);
  const bar = (index: number, [from, to]: readonly [number, number], fill: string): string[] =>
    from === to
      ? []
      : [
          element('rect', {
            ...{ x: place(index), y: up.at(to), width: place(index + 1) - place(index) },
            ...{ height: up.at(from) - up.at(to), fill, stroke: '#ffffff', 'stroke-width': 0.3 },
          }),
        ];
  const wrong = items.filter(([, isPositive]) => isPositive).length;
  const key = ([words, fill]: readonly [string, string], index: number) => [
    element('rect', { x: LEFT + SIDE + 12, y: TOP + 2 + index * 12, width: 8, height: 8, fill }),
    label(words, [LEFT + SIDE + 24, TOP + 9 + index * 12]),
  ];
  return svgFile(
    `Risk by ${name}`,
    [LEFT + SIDE + 120, TOP + SIDE + 28],
    [
      ...up.ticks.flatMap((tick) => [
        line([LEFT, up.at(tick)], [LEFT + SIDE, up.at(tick)]),
        label(up.words(tick), [LEFT - 4, up.at(tick) + 2.5], { anchor: 'end', size: 7 }),
      ]),
      ...across.ticks.map((tick) =>
        label(across.words(tick), [across.at(tick), TOP + SIDE + 10], { anchor: 'middle', size: 7 }),
      ),
      ...bins.flatMap((bin, index) => [
        ...bar(index, [0, bin.factual], FACTUAL),
        ...bar(index, [bin.factual, bin.factual + bin.wrong], NON_FACTUAL),
      ]),
      ...[
        [`factual (${items.length - wrong})`, FACTUAL] as const,
        [`non-factual (${wrong})`, NON_FACTUAL] as const,
      ].flatMap(key),
      label(`risk by ${name}`, [LEFT + SIDE / 2, TOP + SIDE + 22], { anchor: 'middle' }),
    ],
  );
}

/** The observed share against the shown probability, a point a bin with its 95 % interval. */
export function reliabilitySvg(bins: readonly ReliabilityBin[], title: string): string {
  const { x, y, grid, diagonal, titles } = unitSquare(['shown probability', 'share that is non-factual']);
  const largest = Math.max(1, ...bins.map(({ n }) => n));
  const points = bins.flatMap(({ meanProbability, observed, interval, n }) => {
    if (meanProbability === null || observed === null) return [];
    const across = x(meanProbability);
    return [
      ...(interval === null ? [] : [line([across, y(interval[0])], [across, y(interval[1])], COLOURS[0])]),
      element('circle', { cx: across, cy: y(observed), r: 1 + 4 * Math.sqrt(n / largest), fill: COLOURS[0] }),
    ];
  });
  return svgFile(title, [LEFT + SIDE + 16, TOP + SIDE + 28], [...grid, diagonal, ...points, ...titles]);
}
