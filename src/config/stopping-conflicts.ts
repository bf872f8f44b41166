/** Why samples cannot be stopped early under a configuration. */
import type { Component } from '../passage.ts';

/** What the samples to come can make of these cannot be told from their votes. */
const BY_SAMPLES = ['support', 'numbers', 'spread', 'agreement', 'commonGround'] as const;
const TASKS_BY_SAMPLES = ['head', 'relation', 'tail'] as const;

export interface StoppingSettings {
  sampling: { stopping: 'off' | 'certain' | 'sequential' };
  verification: { by: 'llm' | 'samples' | 'none' };
  scoring: { weights: Readonly<Record<Component, number>> };
}

/** The first weighted part whose end cannot be told before all samples are there; null where there is none. */
export function openEndedPart({ sampling, verification, scoring }: StoppingSettings): Component | null {
  if (sampling.stopping === 'off') return null;
  const open: readonly Component[] =
    verification.by === 'samples' ? [...BY_SAMPLES, ...TASKS_BY_SAMPLES] : BY_SAMPLES;
  return open.find((name) => scoring.weights[name] > 0) ?? null;
}
