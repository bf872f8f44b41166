import { describe, expect, it } from 'vitest';
import { createLocalExtractor } from '../../../src/triples/local/local-extractor.ts';
import { describeExtractor } from '../../contract/extractor.contract.ts';

describeExtractor('the local extractor', async () => createLocalExtractor());

describe('the local extractor', () => {
  it('says so where a text states no fact', async () => {
    const segmentation = await createLocalExtractor().extract(
      { id: 'original', text: 'Well, indeed!' },
      { prompt: '' },
    );
    expect(segmentation).toMatchObject({ outcome: 'no-triples', triples: [] });
    expect(segmentation.detail).not.toBeNull();
  });
});
