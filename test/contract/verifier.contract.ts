/** What every reverse verifier promises; run against each implementation. */
import { describe, expect, it } from 'vitest';
import { type Task, TASKS } from '../../src/passage.ts';
import type { ReverseVerifier, VerificationInput } from '../../src/verification/verifier.ts';
import { FAILURES, type Script } from '../support/scripted-chat.ts';

const OFF = { factFilter: false, head: false, relation: false, tail: false };

interface VerifierUnderTest {
  verifier: ReverseVerifier;
  input: VerificationInput;
  /** Of the models it asks. */
  chats?: readonly { requests: readonly unknown[] }[];
}

/** @param make a verifier with these settings in the place of its usual ones */
export function describeVerifier(
  name: string,
  make: (settings?: Partial<typeof OFF>) => Promise<VerifierUnderTest>,
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

    it('asks nothing for what is switched off', async () => {
      const { verifier, input, chats = [] } = await make(OFF);
      const off = { value: null, reason: 'disabled', asked: null, draws: [] };
      expect(await verifier.verify(input)).toEqual(
        input.original.triples.map(({ id }) => ({
          ...{ tripleId: id, inFactFilter: false },
          ...{ head: off, relation: off, tail: off },
        })),
      );
      expect(chats.flatMap(({ requests }) => requests)).toEqual([]);
    });

    it('has nothing to say of a response without triples', async () => {
      const { verifier, input } = await make();
      expect(await verifier.verify({ ...input, original: { ...input.original, triples: [] } })).toEqual([]);
    });
  });
}

/** @param lost the tasks that a failing prompt leaves without a score, by its name; the others keep theirs */
export function describeFailingPrompts(
  make: (settings: object, script: Script) => Promise<VerifierUnderTest>,
  lost: Record<string, Task[]>,
): void {
  describe.each(Object.entries(lost))('when %s fails', (purpose, tasks) => {
    it.each(FAILURES)('a task has no score because %s (%j), and the rest goes on', async (reason, answer) => {
      const { verifier, input } = await make({}, { [purpose]: answer });
      for (const record of await verifier.verify(input)) {
        for (const task of TASKS) {
          const isLost = tasks.includes(task);
          expect([task, record[task].reason]).toEqual([task, isLost ? reason : null]);
          expect(record[task].value === null).toBe(isLost);
        }
      }
    });
  });
}
