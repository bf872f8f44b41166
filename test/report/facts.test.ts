import { describe, expect, it } from 'vitest';
import { FactList } from '../../src/report/facts.ts';
import { sampleReport } from './sample-report.ts';

describe('FactList', () => {
  it('shows the parts that were looked at, with or without a value, and no others', () => {
    const [verdict] = sampleReport().verdicts;
    if (verdict === undefined) throw new Error('the sample report holds no verdict');
    for (const { components } of verdict.triples) {
      components.reference = { value: null, reason: 'disabled' };
      components.consistency = { value: null, reason: 'no-samples' };
      components.tokens = { value: null, reason: 'no-entity' };
    }
    const list = new FactList(null);
    list.add(verdict);
    const [fact] = list.selected().facts;
    const symbols = fact?.parts.map(({ symbol }) => symbol);
    expect(symbols).not.toContain('reference');
    expect(symbols).not.toContain('C');
    expect(fact?.parts.at(-1)).toEqual({ symbol: 'tokens', value: null });
  });
});
