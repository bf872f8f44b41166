import { describe, expect, it } from 'vitest';
import { createLocalExtractor } from '../../../src/local/extract/local-extractor.ts';
import { describeExtractor } from '../../contract/extractor.contract.ts';

describeExtractor('the local extractor', async () => createLocalExtractor());

describe('the local extractor', () => {
  const extract = (text: string) => createLocalExtractor().extract({ id: 'original', text }, { prompt: '' });

  it('says so where a text states no fact', async () => {
    const segmentation = await extract('Well, indeed!');
    expect(segmentation).toMatchObject({ outcome: 'no-triples', triples: [] });
    expect(segmentation.detail).not.toBeNull();
  });

  it('says so where a text without a fact is nearer to another language', async () => {
    const text =
      'Otto Lindner war ein deutscher Botaniker. Er wurde 1852 in Hamburg geboren und starb 1931 in Jena. ' +
      'Er beschrieb mehr als 300 Arten von Moosen. Von 1885 bis 1912 war er Professor an der Universität Leipzig.';
    expect(await extract(text)).toMatchObject({ outcome: 'non-english', triples: [] });
  });
});
