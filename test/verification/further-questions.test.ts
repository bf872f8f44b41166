import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsToAsk } from '../../src/verification/further-questions.ts';

const facts = (...probabilities: (number | null)[]) =>
  probabilities.map((probability, index) => ({ id: `${index + 1}`, probability }));
const ask = (probabilities: (number | null)[], how: 'all' | 'undecided' = 'undecided', seed = 0) =>
  Object.fromEntries(
    factsToAsk(facts(...probabilities), { ask: how, decided: 0.9, carriers: 3 }, [seed, 'p']),
  );

describe('factsToAsk', () => {
  it('asks about what is undecided and one control where an error is sure', () => {
    const asked = ask([0.02, 0.7, null, 0.95, 0.96]);
    expect(asked).toMatchObject({ 2: 'undecided', 3: 'undecided' });
    expect(Object.values(asked).filter((reason) => reason === 'control')).toHaveLength(1);
  });

  it('asks nothing where an error is sure and everything is decided', () => {
    expect(ask([0.02, 0.95, 0.96])).toEqual({});
  });

  it('asks about those that pass with the least margin where no fact is below the middle', () => {
    const asked = ask([0.99, 0.93, 0.98, 0.92, 0.91]);
    expect(asked).toMatchObject({ 2: 'carries-verdict', 4: 'carries-verdict', 5: 'carries-verdict' });
    expect(Object.keys(asked)).toHaveLength(4);
  });

  it('asks about everything where that is wanted, and nothing of no facts', () => {
    expect(ask([0.01, 0.99], 'all')).toEqual({ 1: 'all', 2: 'all' });
    expect(ask([])).toEqual({});
  });

  it('draws the same controls for a seed, never twice the same fact', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.option(share), { maxLength: 12 }), fc.nat(), (probabilities, seed) => {
        const asked = ask(probabilities, 'undecided', seed);
        expect(ask(probabilities, 'undecided', seed)).toEqual(asked);
        expect(Object.values(asked).filter((reason) => reason === 'control').length).toBeLessThanOrEqual(1);
        for (const [index, probability] of probabilities.entries()) {
          if (probability === null || (probability > 0.1 && probability < 0.9))
            expect(asked[`${index + 1}`]).toBe('undecided');
        }
      }),
    );
  });
});
