import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundAxis } from '../../../src/format/svg/axis.ts';
import { svgFigures } from '../../../src/format/svg/svg-files.ts';
import { reliabilityBins } from '../../../src/statistics/probability-metrics.ts';

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

describe('svgFigures', () => {
  it('draws a forest: a row a method, its interval and its value', () => {
    const [figure] = svgFigures({ chart: { kind: 'forest', forest }, caption: 'ROC-AUC of each method' });
    const text = figure?.text ?? '';
    expect(figure?.name).toBe('forest');
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="498.75pt"/,
    );
    expect(text).toContain('a &lt; b &amp; &quot;c&quot;');
    expect(text.match(/<circle /g)).toHaveLength(1);
    // the axis goes from .5 to .9 over 300 units after 200: .8 stands at 200 + 300 · ¾
    expect(text).toMatch(/<circle [^>]*cx="425"/);
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
    expect(roc?.text).toContain('points="46,190 46,10 226,10"');
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
    // two of 20 bins: the first is 2 high, of 148 units, the last 1
    const heights = [...distribution.matchAll(/width="20.5" height="(\d+)"/g)].map(([, height]) => height);
    expect(heights).toEqual(['148', '74']);
    // one point at (.25, 0), one at (.95, 1): the square goes from (46, 190) to (226, 10)
    expect(figures[3]?.text).toMatch(/<circle [^>]*cx="91" cy="190" r="11"/);
    expect(figures[3]?.text).toMatch(/<circle [^>]*cx="217" cy="10"/);
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
    // two nodes a panel, and one in the key
    expect(figure?.text.match(/<path /g)).toHaveLength(5);
    expect(figure?.text).toContain('after message passing');
    // points that coincide lie in the middle of their panel, from (358, 26) to (688, 356)
    expect(figure?.text.match(/translate\(523.00 191.00\)/g)).toHaveLength(2);
  });
});
