/** Missing values in words: their reasons, and counts of the model answers that could not be used. */
import { counted } from '../format/text.ts';
import { COMPONENTS, type Component, type MissingReason, type PassageVerdict } from '../passage.ts';
import { partName } from '../scoring/part-names.ts';
import type { Weights } from '../scoring/weighted-sum.ts';
import { type UnusedSamples, unusedSamples, unusedWords } from './passage-notes.ts';

const WORDS: Partial<Record<MissingReason, string>> = {
  disabled: 'not looked at',
  refused: 'the model declined to answer',
  unparsable: 'the answer of the model could not be read',
  truncated: 'the answer of the model was cut off',
  'call-failed': 'the call to the model failed',
  defect: 'internal error',
  'no-reference': 'no reference text',
  'unaligned-tokens': 'the tokens are not those of the response',
  'no-question': 'nothing to ask for',
  'several-answers': 'several answers are right',
  'names-itself': 'cannot be asked without the name',
  undecidable: 'not determined by the rest of the fact',
  'given-away': 'another question would give the answer away',
  abstained: 'the model could not say',
  'no-entity': 'no named entity',
};

/** A reason without an entry is shown as it is: `no samples`. */
export const reasonWords = (reason: MissingReason): string => WORDS[reason] ?? reason.replaceAll('-', ' ');

const UNUSABLE: ReadonlySet<MissingReason | null> = new Set<MissingReason>([
  ...(['refused', 'unparsable', 'truncated', 'call-failed'] as const),
]);

/** Counts missing parts of scores whose answers could not be used; verdicts are not kept. */
export class Unanswered {
  readonly #reasons = new Map<Component, Map<MissingReason, number>>();
  #facts = 0;
  readonly #unused: UnusedSamples = { samples: 0, reasons: [] };

  add(verdict: PassageVerdict): void {
    this.#facts += verdict.triples.length;
    for (const { components } of verdict.triples) {
      for (const name of COMPONENTS) this.#count(name, components[name].reason);
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

  /** A line for each weighted part that lacks values, and one for unused samples. */
  lines(weights: Weights): string[] {
    const parts = COMPONENTS.filter((name) => weights[name] > 0 && this.#reasons.has(name)).map((name) => {
      const counts = [...(this.#reasons.get(name) ?? [])];
      const missing = counts.reduce((sum, [, count]) => sum + count, 0);
      const reasons = counts.map(([reason, count]) => `${reasonWords(reason)} ${count}`).join(', ');
      return `${partName(name)}: none for ${missing} of ${counted(this.#facts, 'fact')} (${reasons}); the other parts decide there`;
    });
    const unused = unusedWords(this.#unused);
    const others = this.#unused.reasons.length < this.#unused.samples ? '; the others decide' : '';
    return unused === null ? parts : [...parts, `${unused}${others}`];
  }
}
