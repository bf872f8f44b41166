import { describe, expect, it } from 'vitest';
import type { PassageVerdict } from '../../src/passage.ts';
import { familyLineOf, familyTable, missingLines } from '../../src/report/by-family.ts';
import { components } from '../support/scoring.ts';
import { sampleReport } from './sample-report.ts';

const [scored] = sampleReport().verdicts as [PassageVerdict];
const verdict = (
  families: PassageVerdict['families'],
  changes: Partial<PassageVerdict> = {},
): PassageVerdict => ({ ...scored, ...(families && { families }), ...changes });

/** The triples of a verdict, with a reason for a missing part. */
const lacking = (name: 'tokens' | 'reference', reason: 'unaligned-tokens' | 'no-reference') =>
  scored.triples.map((triple) => ({
    ...triple,
    components: { ...components({}), [name]: { value: null, reason } },
  }));

describe('what each family says', () => {
  it('is a row a passage, of the families that have a weight', () => {
    const lines = [verdict({ reference: 0.5, tokens: 1 }), verdict({ reference: null, tokens: 0.25 })].map(
      (one) => familyLineOf(one) as NonNullable<ReturnType<typeof familyLineOf>>,
    );
    expect(familyTable(lines)).toEqual({
      header: ['passage', 'reference', 'tokens'],
      groups: [
        {
          title: null,
          rows: [
            ['curie', '0.50', '1.00'],
            ['curie', '–', '0.25'],
          ],
        },
      ],
    });
  });

  it('is nothing where one family has a weight, or the passage has no score', () => {
    expect(familyLineOf(scored)).toBeNull();
    const abstention = { reason: 'no-scores', detail: '' } as const;
    expect(familyLineOf(verdict({ reference: null, tokens: null }, { abstention }))).toBeNull();
  });

  it('counts passages without a score by the reason', () => {
    const families = { zeroResource: 0.5, reference: null, tokens: null };
    const lines = [
      verdict(families, { triples: lacking('tokens', 'unaligned-tokens') }),
      verdict(families, { triples: lacking('reference', 'no-reference') }),
      verdict({ ...families, reference: 1, tokens: 1 }),
    ].flatMap((one) => familyLineOf(one) ?? []);
    expect(missingLines(lines)).toEqual([
      'reference: no score for 2 of 3 passages (no value 1, no reference text 1); the others decide there',
      'tokens: no score for 2 of 3 passages (the tokens are not those of the response 1, no value 1); the others decide there',
    ]);
  });

  it('takes the reason from sentences where there are no triples', () => {
    const uncertainty = {
      entities: [],
      triples: {},
      sentences: [{ value: null, reason: 'no-entity' as const }],
    };
    const own = verdict(
      { zeroResource: 1, tokens: null },
      { triples: [], trace: { ...scored.trace, uncertainty } },
    );
    expect(familyLineOf(own)?.reasons).toEqual({ tokens: 'no named entity' });
  });
});
