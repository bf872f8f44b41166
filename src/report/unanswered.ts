/** Parts of scores that are missing since answers of a model could not be used, in words: what is left decides alone. */
import { COMPONENTS, type Component, type MissingReason, type PassageVerdict } from '../passage.ts';
import { partNames } from '../scoring/part-names.ts';
import type { Weights } from '../scoring/weighted-sum.ts';
import { counted } from '../format/text.ts';
import { reasonWords } from './missing-reasons.ts';
import { type UnusedSamples, unusedSamples, unusedWords } from './unused-samples.ts';

const UNUSABLE: ReadonlySet<MissingReason | null> = new Set<MissingReason>([
  'refused',
  'unparsable',
  'truncated',
  'call-failed',
]);

/** Counts, verdict by verdict; none is kept. */
export class Unanswered {
  readonly #reasons = new Map<Component, Map<MissingReason, number>>();
  #facts = 0;
  readonly #unused: UnusedSamples = { samples: 0, reasons: [] };

  add(verdict: PassageVerdict): void {
    const { triples } = verdict;
    this.#facts += triples.length;
    for (const { components } of triples) {
      for (const name of COMPONENTS) this.#count(name, components[name]?.reason ?? null);
    }
    const { samples, reasons } = unusedSamples(verdict);
    this.#unused.samples += samples;
    this.#unused.reasons.push(...reasons);
  }

  #count(name: Component, reason: MissingReason | null): void {
    if (reason === null || !UNUSABLE.has(reason)) return;
    const counts = this.#reasons.get(name) ?? new Map<MissingReason, number>();
    this.#reasons.set(name, counts.set(reason, (counts.get(reason) ?? 0) + 1));
  }

  /** A line for each part with a weight that lacks some; none where all is there. */
  lines(weights: Weights): string[] {
    const parts = COMPONENTS.filter((name) => weights[name] > 0).flatMap((name) => {
      const counts = [...(this.#reasons.get(name) ?? [])];
      if (counts.length === 0) return [];
      const missing = counts.reduce((sum, [, count]) => sum + count, 0);
      const reasons = counts.map(([reason, count]) => `${reasonWords(reason)} ${count}`).join(', ');
      return [
        `${partNames(false)(name)}: none for ${missing} of ${counted(this.#facts, 'fact')} (${reasons}); the other parts decide there`,
      ];
    });
    const unused = unusedWords(this.#unused);
    const others = this.#unused.reasons.length < this.#unused.samples ? '; the others decide' : '';
    return unused === null ? parts : [...parts, `${unused}${others}`];
  }
}
