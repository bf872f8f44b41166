/** Components, weights and settings with everything absent but what is named. */
import { COMPONENTS, type Component, type Components } from '../../src/passage.ts';
import type { Weights } from '../../src/scoring/weighted-sum.ts';
import type { Scoring } from '../../src/scoring/scoring-schema.ts';

export function components(values: Partial<Record<Component, number | null>>): Components {
  return Object.fromEntries(
    COMPONENTS.map((name) => {
      const value = values[name];
      return [name, value == null ? { value: null, reason: 'disabled' } : { value, reason: null }];
    }),
  ) as Components;
}

export function weights(values: Partial<Record<Component, number>>): Weights {
  return Object.fromEntries(COMPONENTS.map((name) => [name, values[name] ?? 0])) as Record<Component, number>;
}

/** Fixed thresholds of one half, no context, plain means. */
export const plainScoring = (own: Partial<Record<Component, number>>): Scoring => ({
  weights: weights(own),
  consistency: 'mean',
  context: 0,
  claimContext: 0,
  wholeSentence: 0,
  passage: 'mean',
  passageOf: 'triples',
  prior: 0,
  facts: 'parts',
  factThreshold: 0.35,
  threshold: { rule: 'fixed', triple: 0.5, passage: 0.5 },
  unsure: { coverage: 0, samples: 0, alike: 0 },
});
