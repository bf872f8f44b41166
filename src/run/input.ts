/** The passages of a run: their checksum, the part selected, and whether they can be evaluated at all. */
import { createHash } from 'node:crypto';
import type { Config } from '../config/schema.ts';
import { InputError } from '../errors.ts';
import type { Passage } from '../passage.ts';

/** SHA-256 over the passages as JSON lines: equal for equal passages, whatever file they came in. */
export function passagesSha256(passages: readonly Passage[]): string {
  const hash = createHash('sha256');
  for (const passage of passages) hash.update(`${JSON.stringify(passage)}\n`);
  return hash.digest('hex');
}

export interface Selection {
  /** Part of an id, or the whole id with `*` for any characters. */
  filter: string | null;
  /** At most this many, after filtering. */
  limit: number | null;
}

/**
 * The passages selected, in their order.
 * @throws InputError when none is left
 */
export function selectPassages<T extends { passage: Passage }>(
  items: readonly T[],
  { filter, limit }: Selection,
): T[] {
  const matches = filter === null ? () => true : idMatcher(filter);
  const selected = items.filter(({ passage }) => matches(passage.id)).slice(0, limit ?? items.length);
  if (selected.length === 0) throw new InputError(`no passage has an id like "${filter}"`);
  return selected;
}

function idMatcher(filter: string): (id: string) => boolean {
  if (!filter.includes('*')) return (id) => id.includes(filter);
  const [first = '', ...inner] = filter.split('*');
  const last = inner.pop() ?? '';
  return (id) => {
    const end = id.length - last.length;
    if (end < first.length || !id.startsWith(first) || !id.endsWith(last)) return false;
    let at = first.length;
    return inner.every((part) => {
      const found = id.indexOf(part, at);
      at = found + part.length;
      return found >= 0 && at <= end;
    });
  };
}

/**
 * Refuses, before anything is written, passages that the configuration leaves nobody to complete.
 * @throws InputError naming the first such passage
 */
export function checkAnswerable(passages: readonly Passage[], { sampling }: Config): void {
  const unanswered = passages.find(({ response }) => response === undefined);
  if (sampling.ask || !unanswered) return;
  throw new InputError(
    `passage "${unanswered.id}" has no response, and sampling.ask is false, so no model is asked for one`,
  );
}
