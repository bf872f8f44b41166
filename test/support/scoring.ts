/** Components and weights with everything absent but what is named. */
import { COMPONENTS, type Component, type Components } from '../../src/passage.ts';
import type { Weights } from '../../src/scoring/weighted-sum.ts';

export function components(values: Partial<Record<Component, number>>): Components {
  return Object.fromEntries(
    COMPONENTS.map((name) => {
      const value = values[name];
      return [name, value === undefined ? { value: null, reason: 'disabled' } : { value, reason: null }];
    }),
  ) as Components;
}

export function weights(values: Partial<Record<Component, number>>): Weights {
  return Object.fromEntries(COMPONENTS.map((name) => [name, values[name] ?? 0])) as Record<Component, number>;
}
