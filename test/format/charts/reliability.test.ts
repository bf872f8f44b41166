import { describe, expect, it } from 'vitest';
import type { ReliabilityBin } from '../../../src/statistics/reliability-bins.ts';
import { reliabilityChart } from '../../../src/format/charts/reliability.ts';

const BINS: ReliabilityBin[] = [
  { lower: 0, upper: 0.5, n: 4, meanProbability: 0.2, observed: 0.25, interval: [0.05, 0.7] },
  { lower: 0.5, upper: 0.75, n: 0, meanProbability: null, observed: null, interval: null },
  { lower: 0.75, upper: 1, n: 1, meanProbability: 0.9, observed: 1, interval: null },
];

describe('a reliability diagram', () => {
  it('puts each bin at its mean probability and observed share', () => {
    const svg = reliabilityChart(BINS);
    // 300 pixels a side: x = 300 · 0.2, y = 300 · (1 − 0.25)
    expect(svg).toMatch(
      /<path transform="translate\(60,225\)"[^>]*><title>0.00 to 0.50: 4 items, predicted 0.20, observed 0.25 \[0.05, 0.70\]</,
    );
    expect(svg).toMatch(
      /<path transform="translate\(270,0\)"[^>]*><title>0.75 to 1.00: 1 item, predicted 0.90, observed 1.00</,
    );
  });

  it('draws whiskers where there is an interval', () => {
    const svg = reliabilityChart(BINS);
    // from y = 300 · 0.95 up by 300 · 0.65
    expect(svg).toContain('<line x1="60" y1="285" x2="60" y2="90" stroke="var(--ink, #1d2127)"/>');
    expect(svg).not.toContain('<line x1="270"');
  });

  it('draws the counts of bins with items', () => {
    const svg = reliabilityChart(BINS);
    // bars of 64 pixels at most, one pixel off the bounds of the bin
    expect(svg).toContain('<rect x="1" y="314" width="148" height="64"');
    expect(svg).toContain('<rect x="226" y="362" width="73" height="16"');
    expect(svg).not.toContain('<rect x="151"');
  });

  it('tells the bins to those who do not see them, and gives equal bytes twice', () => {
    const svg = reliabilityChart(BINS);
    expect(svg).toContain('0.50 to 0.75: 0 items; 0.75 to 1.00: 1 item');
    expect(reliabilityChart(BINS)).toBe(svg);
  });

  it('can be drawn without bins', () => {
    expect(reliabilityChart([])).not.toMatch(/NaN|undefined|<title>/);
  });
});
