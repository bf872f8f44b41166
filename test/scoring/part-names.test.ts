import { describe, expect, it } from 'vitest';
import { partLines, partName } from '../../src/scoring/part-names.ts';

describe('names of parts', () => {
  it('are the symbols of the paper, and words for other parts', () => {
    expect(
      (['head', 'relation', 'tail', 'consistency', 'commonGround', 'spread'] as const).map(partName),
    ).toEqual(['S_h', 'S_r', 'S_t', 'C', 'common ground', 'spread']);
  });

  it("are explained in rows where they are not the paper's", () => {
    expect(partLines(['hallugraph', '−GCCC', 'C', '−support', 'support'])).toEqual([
      expect.stringMatching(/^support: /),
    ]);
    expect(partLines(['hallugraph', '−HEQA', 'S_h', 'selfcheck-nli'])).toEqual([]);
    expect(partLines(['−Relations', '−Relations (GCN)', 'C (no graph)'])).toEqual([
      expect.stringMatching(/^−Relations: .*whatever their relations/),
      expect.stringMatching(/^−Relations \(GCN\): /),
      expect.stringMatching(/^C \(no graph\): /),
    ]);
  });
});
