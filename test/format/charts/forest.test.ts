import { describe, expect, it } from 'vitest';
import { forestChart } from '../../../src/format/charts/forest.ts';

const ROWS = [
  { label: 'ours', value: 0.8, interval: [0.7, 0.9] as const, marked: true },
  { label: 'theirs', value: 0.6, interval: [0.5, 0.7] as const, marked: false },
  { label: 'no value', value: null, interval: null, marked: false },
];
const reference = { value: 0.5, label: 'chance' };

describe('a forest plot', () => {
  it('gives each row its place, from top to bottom', () => {
    const svg = forestChart({ metric: 'ROC-AUC', reference, rows: ROWS });
    // the axis runs from .5 to .9 over 360 pixels; rows are 22 pixels high
    expect(svg).toMatch(/<path transform="translate\(270,11\)"[^>]*><title>ours: .800 \[.700, .900\]</);
    expect(svg).toMatch(/<path transform="translate\(90,33\)"[^>]*><title>theirs: .600 \[.500, .700\]</);
    expect(svg).toMatch(/<line x1="180" y1="11" x2="360" y2="11" stroke="var\(--accent/);
    expect(svg).toMatch(/<line x1="0" y1="33" x2="180" y2="33" stroke="var\(--ink/);
  });

  it('keeps the place of rows without a value', () => {
    const svg = forestChart({ metric: 'AP', reference: null, rows: ROWS });
    expect(svg.match(/<title>/g)).toHaveLength(2);
    expect(svg).toContain('>no value</text>');
    expect(svg).toContain('>–</text>');
    expect(svg).not.toContain('stroke-dasharray');
  });

  it('draws the reference line', () => {
    const svg = forestChart({ metric: 'ROC-AUC', reference, rows: ROWS });
    expect(svg).toContain(
      '<line x1="0" y1="0" x2="0" y2="66" stroke="var(--muted, #5d6570)" stroke-dasharray="4,4"/>',
    );
    expect(svg).toContain('>chance</text>');
  });

  it('keeps a value inside the frame that lies outside its interval', () => {
    const rows = [{ label: 'far', value: 0.9, interval: [0.5, 0.7] as const, marked: false }];
    const svg = forestChart({ metric: 'AP', reference: null, rows });
    expect(svg).toMatch(/<path transform="translate\(360,11\)"[^>]*><title>far/);
  });

  it('shows hostile and long names as cut text', () => {
    const rows = [
      {
        label: `<script>alert(1)</script>\u0000${'x'.repeat(80)}`,
        value: 0.5,
        interval: null,
        marked: false,
      },
    ];
    const svg = forestChart({ metric: 'AP', reference: null, rows });
    expect(svg).not.toContain('<script');
    expect(svg).toContain('>&lt;script&gt;alert(1)&lt;/script&gt;…</text>');
    expect(svg).not.toContain('\u0000');
  });

  it('gives equal bytes twice, also without rows', () => {
    const forest = { metric: 'AP', reference: null, rows: ROWS };
    expect(forestChart(forest)).toBe(forestChart(forest));
    expect(forestChart({ ...forest, rows: [] })).not.toMatch(/NaN|undefined|Infinity/);
  });
});
