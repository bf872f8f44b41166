/** Short texts as they should read once they are corrected by their samples. */
import { expect, it } from 'vitest';
import { isChanged, outcomesOf, readsAsWanted } from '../bench/corrections/outcomes.ts';

const idsOf = (outcomes: Awaited<ReturnType<typeof outcomesOf>>) =>
  outcomes.map(({ correction }) => correction.id);

it('replaces no true value of another event', async () => {
  const outcomes = await outcomesOf('events');
  expect(idsOf(outcomes.filter(isChanged))).toEqual([]);
});

it('replaces a contradicted value, and writes the new one as the text writes', async () => {
  const outcomes = await outcomesOf('wrong');
  const changed = outcomes.filter(isChanged);
  expect(idsOf(changed.filter((one) => !readsAsWanted(one)))).toEqual([]);
  expect(changed.length).toBeGreaterThanOrEqual(18);
  for (const { correction } of changed) {
    expect(correction.introduced).toEqual([]);
    expect(correction.after.triples.filter(({ label }) => label === 'hallucinated')).toEqual([]);
  }
});
