/** What every model for natural language inference promises; run against each implementation. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { NliModel } from '../../src/models/nli-model.ts';
import { itTakesBatches } from './batches.contract.ts';

interface NliModelUnderTest {
  model: NliModel;
  close?(): Promise<void>;
}

const PAIRS = [
  { premise: 'She was born in the city.', hypothesis: 'She was born.' },
  { premise: 'He won the first war. He was king of the north and of the south.', hypothesis: 'king' },
  {
    premise: 'The river',
    hypothesis: 'The capital of the united kingdom was founded on a river in the south',
  },
  { premise: 'music', hypothesis: 'music' },
];

export function describeNliModel(name: string, make: () => Promise<NliModelUnderTest>): void {
  describe(`${name} keeps the promises of an NLI model`, () => {
    let subject: NliModelUnderTest;
    beforeAll(async () => {
      subject = await make();
      return subject.close;
    });
    itTakesBatches(
      () => ({ id: subject.model.id, run: (...given) => subject.model.classify(...given) }),
      PAIRS,
    );

    it('gives one verdict a pair, of probabilities that sum to 1', async () => {
      const verdicts = await subject.model.classify(PAIRS);
      expect(verdicts).toHaveLength(PAIRS.length);
      for (const { entailment, neutral, contradiction } of verdicts) {
        for (const value of [entailment, neutral, contradiction]) expect(value).toBeGreaterThanOrEqual(0);
        expect(entailment + neutral + contradiction).toBeCloseTo(1, 10);
      }
    });

    it('tells the premise from the hypothesis', async () => {
      const { premise, hypothesis } = PAIRS[1] as (typeof PAIRS)[number];
      const [straight, swapped] = await subject.model.classify([
        { premise, hypothesis },
        { premise: hypothesis, hypothesis: premise },
      ]);
      expect(swapped).not.toEqual(straight);
    });

    it('cuts the end of a premise that is too long, never the hypothesis', async () => {
      const premise = 'city '.repeat(5_000);
      const [one, other, longer] = await subject.model.classify([
        { premise, hypothesis: 'born in the north' },
        { premise, hypothesis: 'died in the south' },
        { premise: `${premise} river`, hypothesis: 'born in the north' },
      ]);
      expect(one).not.toEqual(other);
      expect(longer).toEqual(one);
    });

    it('takes a hypothesis that is too long by itself', async () => {
      const verdicts = await subject.model.classify([{ premise: 'city', hypothesis: 'born '.repeat(5_000) }]);
      expect(verdicts).toHaveLength(1);
    });
  });
}
