/**
 * Plants one error into a factual passage: a value that at least two samples state too gives way, wherever the response
 * has it, to a value of the same kind from another passage that neither the response nor a sample holds.
 */
import { relationOf } from '../../../src/consistency/statements/compare-values.ts';
import { readValues } from '../../../src/consistency/statements/stated-values.ts';
import type { Mention } from '../../../src/consistency/statements/mentions.ts';
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

const valuesIn = (text: string) => readValues(text, () => false).values.map(({ mention }) => mention);

/** Of quantities also where other things are counted. */
const isOther = (one: Mention, other: Mention): boolean =>
  relationOf({ ...one, unit: other.unit }, other) === 'different';

/** One error of each kind that a passage offers, at most; equal for equal input. */
export function plantErrors(passages: readonly Passage[], seed: number): Planted[] {
  const pool = passages.flatMap(({ response = '' }) => valuesIn(response));
  return passages.flatMap((passage) => {
    const { id, response = '', samples = [] } = passage;
    const random = randomFor(seed, id);
    const texts = [response, ...samples];
    const planted = new Map<ValueKind, Planted>();
    for (const value of shuffled(valuesIn(response), random)) {
      const { kind, text: right } = value;
      const holders = samples.filter((sample) => states(sample, right)).length;
      if (planted.has(kind) || holders < LEAST_HOLDERS || states(id, right)) continue;
      const wrong = shuffled(pool, random).find(
        (other) =>
          isOther(other, value) &&
          !texts.some((text) => text.toLowerCase().includes(other.text.toLowerCase())),
      )?.text;
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
