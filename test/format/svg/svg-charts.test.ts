import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linear, roundAxis } from '../../../src/format/svg/axis.ts';
import { svgFigures } from '../../../src/format/svg/svg-charts.ts';
import { reliabilityBins } from '../../../src/statistics/reliability-bins.ts';

const forest = {
  metric: 'ROC-AUC',
  reference: { value: 0.5, label: 'chance' },
  rows: [
    { label: 'hallugraph', value: 0.8, interval: [0.7, 0.9] as const, marked: true },
    { label: 'a < b & "c"', value: null, interval: null, marked: false },
  ],
};

describe('roundAxis', () => {
  it('goes from one round value to another', () => {
    const { at, ticks, words } = roundAxis([0.53, 0.86], [0, 100]);
    expect(ticks.map(words)).toEqual(['0.5', '0.6', '0.7', '0.8', '0.9']);
    expect([at(0.5), at(0.9)].map((value) => Math.round(value))).toEqual([0, 100]);
  });

  it('holds all values, whatever they are', () => {
    const value = fc.double({ min: -1000, max: 1000, noNaN: true });
    fc.assert(
      fc.property(value, fc.double({ min: 0.001, max: 1000, noNaN: true }), (least, extent) => {
        const { ticks } = roundAxis([least, least + extent], [0, 1]);
        expect(ticks[0]).toBeLessThanOrEqual(least + extent * 1e-6);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(least + extent * (1 - 1e-6));
        expect(ticks.length).toBeLessThan(15);
      }),
    );
  });
});

it('linear puts the one value of a domain in the middle', () => {
  expect(linear([2, 2], [0, 10])(2)).toBe(5);
  expect(linear([0, 4], [0, 10])(1)).toBe(2.5);
});

describe('svgFigures', () => {
  it('draws a forest: a row a method, its interval and its value', () => {
    const [figure] = svgFigures({ chart: { kind: 'forest', forest }, caption: 'ROC-AUC of each method' });
    const text = figure?.text ?? '';
    expect(figure?.name).toBe('forest');
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="440pt"/,
    );
    expect(text).toContain('a &lt; b &amp; &quot;c&quot;');
    expect(text.match(/<circle /g)).toHaveLength(1);
    // the axis goes from .5 to .9 over 190 points after 150: .8 stands at 150 + 190 · ¾
    expect(text).toContain('<circle cx="292.5"');
    expect(text).not.toMatch(/<style|<script|class=/);
  });

  it('draws the curves of all methods in one figure each, and none without both kinds of items', () => {
    const items = [
      [0.9, true, null],
      [0.1, false, null],
    ] as const;
    const draw = (own: typeof items | []) =>
      svgFigures({
        chart: { kind: 'scores', methods: [{ name: 'm', marked: true, items: [...own] }] },
        caption: '',
      });
    const [roc, precision] = draw(items);
    expect([roc?.name, precision?.name]).toEqual(['roc', 'precision-recall']);
    // from the corner (0, 0) straight up to (0, 1), then to (1, 1)
    expect(roc?.text).toContain('points="34.00,208.00 34.00,8.00 234.00,8.00"');
    expect(draw([])).toEqual([]);
  });

  it('draws the distribution of each method, and the calibration of those with probabilities', () => {
    const items = [
      [0, false, 0.25],
      [0, false, 0.25],
      [1, true, 0.95],
    ] as const;
    const bare = items.map(([risk, positive]) => [risk, positive, null] as const);
    const methods = [
      { name: 'ours', marked: true, items },
      { name: 'theirs', marked: false, items: bare },
    ];
    const figures = svgFigures({ chart: { kind: 'scores', methods }, caption: '' });
    expect(figures.map(({ name }) => name)).toEqual([
      ...['roc', 'precision-recall'],
      ...['distribution ours', 'reliability ours', 'distribution theirs'],
    ]);
    const distribution = figures[2]?.text ?? '';
    expect(distribution).toContain('factual (2)');
    // two of 20 bins: the first is 2 high, of 200 points, the last 1
    const heights = [...distribution.matchAll(/width="10" height="(\d+)"/g)].map(([, height]) => height);
    expect(heights).toEqual(['200', '100']);
    // one point at (.25, 0), one at (.95, 1): the square goes from (34, 208) to (234, 8)
    expect(figures[3]?.text).toContain('<circle cx="84" cy="208" r="5"');
    expect(figures[3]?.text).toContain('<circle cx="224" cy="8"');
  });

  it('draws a reliability diagram by itself', () => {
    const bins = reliabilityBins([{ probability: 0.5, positive: true }]);
    const [figure] = svgFigures({ chart: { kind: 'reliability', bins }, caption: 'Passages' });
    expect(figure?.name).toBe('reliability');
    expect(figure?.text.match(/<circle /g)).toHaveLength(1);
  });

  it('draws nodes before and after message passing', () => {
    const node = (before: [number, number]) => ({
      label: 'a',
      passageId: 'p',
      before,
      after: [0, 0] as const,
    });
    const nodes = [node([0, 0]), node([1, 1])];
    const [figure] = svgFigures({ chart: { kind: 'nodes', nodes }, caption: 'Nodes' });
    expect(figure?.text.match(/<circle /g)).toHaveLength(4);
    expect(figure?.text).toContain('after the RGCN');
  });
});
