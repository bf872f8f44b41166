/** What every reverse verifier promises; run against each implementation. */
import { describe, expect, it } from 'vitest';
import type { ReverseVerifier, VerificationInput } from '../../src/verification/verifier.ts';

export function describeVerifier(
  name: string,
  make: () => Promise<{ verifier: ReverseVerifier; input: VerificationInput }>,
): void {
  describe(`${name} keeps the promises of a verifier`, () => {
    it('gives one record a triple, in order, each task with a value in [0, 1] or a reason', async () => {
      const { verifier, input } = await make();
      const records = await verifier.verify(input);
      expect(records.map(({ tripleId }) => tripleId)).toEqual(input.original.triples.map(({ id }) => id));
      for (const { head, relation, tail } of records) {
        for (const { value, reason } of [head, relation, tail]) {
          expect(value === null).toBe(reason !== null);
          expect(value ?? 0).toBeGreaterThanOrEqual(0);
          expect(value ?? 1).toBeLessThanOrEqual(1);
        }
      }
    });

    it('gives equal records for equal input, as plain JSON', async () => {
      const { verifier, input } = await make();
      const records = await verifier.verify(input);
      expect(await verifier.verify(input)).toEqual(records);
      expect(JSON.parse(JSON.stringify(records))).toEqual(records);
    });

    it('has nothing to say of a response without triples', async () => {
      const { verifier, input } = await make();
      expect(await verifier.verify({ ...input, original: { ...input.original, triples: [] } })).toEqual([]);
    });
  });
}
