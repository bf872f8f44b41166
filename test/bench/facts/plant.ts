/**
 * Plants one error into a factual passage: a value that at least two samples state too gives way, wherever the response
 * has it, to a value of the same kind from another passage that neither the response nor a sample holds.
 */
import { readValues } from '../../../src/consistency/statements/stated-values.ts';
import type { Passage, ValueKind } from '../../../src/passage.ts';
import { randomFor, shuffled } from '../../../src/random.ts';

export interface Planted {
  passage: Passage;
  kind: ValueKind;
  right: string;
  wrong: string;
}

const LEAST_HOLDERS = 2;

/** Whether a text holds a value as words of its own. */
export function states(text: string, value: string): boolean {
  return pattern(value).test(text);
}

function pattern(value: string): RegExp {
  const literal = value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N},.])${literal}(?![\\p{L}\\p{N}]|[,.]\\p{N})`, 'gu');
}

const valuesIn = (text: string) =>
  readValues(text, () => false).values.map(({ mention: { kind, text: value } }) => ({ kind, value }));

/** One error of each kind that a passage offers, at most; equal for equal input. */
export function plantErrors(passages: readonly Passage[], seed: number): Planted[] {
  const pool = passages.flatMap(({ response = '' }) => valuesIn(response));
  return passages.flatMap((passage) => {
    const { id, response = '', samples = [] } = passage;
    const random = randomFor(seed, id);
    const texts = [response, ...samples];
    const planted = new Map<ValueKind, Planted>();
    for (const { kind, value: right } of shuffled(valuesIn(response), random)) {
      const holders = samples.filter((sample) => states(sample, right)).length;
      if (planted.has(kind) || holders < LEAST_HOLDERS || states(id, right)) continue;
      const wrong = shuffled(pool, random).find(
        (other) =>
          other.kind === kind &&
          !texts.some((text) => text.toLowerCase().includes(other.value.toLowerCase())),
      )?.value;
      if (wrong === undefined) continue;
      const changed = response.replace(pattern(right), () => wrong);
      planted.set(kind, {
        passage: { ...passage, id: `${id}: ${right} as ${wrong}`, response: changed },
        kind,
        right,
        wrong,
      });
    }
    return [...planted.values()];
  });
}
