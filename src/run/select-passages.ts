/** The passages of a run: their checksum, the selected part, and whether they can be evaluated. */
import { createHash } from 'node:crypto';
import { groupBy } from '../common/group-by.ts';
import { randomFor, shuffled } from '../common/random.ts';
import type { Config } from '../config/schema.ts';
import { InputError } from '../errors.ts';
import type { Passage } from '../passage.ts';
import { LEAST_SCORES } from '../scoring/threshold.ts';
import { promptText } from '../text/conversation.ts';

/** SHA-256 over passages as JSON lines: equal for equal passages, whatever file they came in. */
export function passageHash() {
  const hash = createHash('sha256');
  return {
    add: (passage: Passage) => void hash.update(`${JSON.stringify(passage)}\n`),
    sha256: () => hash.digest('hex'),
  };
}

export function checksum(items: readonly { passage: Passage }[]): string {
  const hash = passageHash();
  for (const { passage } of items) hash.add(passage);
  return hash.sha256();
}

/** The part of an input that a run is about. The fields are applied in this order. */
export interface Selection {
  /** `others`: passages without samples take the other responses to their prompt in the whole input. */
  samplesFrom?: 'others' | null | undefined;
  /** Null or absent for all. */
  ids?: readonly string[] | null | undefined;
  /** The paper's draw from WikiBio: all factual passages and 48 non-factual ones (the published choice: 12 and 48). */
  draw?: { rule: 'sub-wikibio'; seed: number } | null | undefined;
  /** Part of an id, or the whole id with `*` for any characters. */
  filter: string | null;
  limit: number | null;
}
const NON_FACTUAL_DRAWN = 48;

interface Item {
  passage: Passage;
  label?: string | null;
}

/** In the order of the input. @throws InputError when none is left */
export function selectPassages<T extends Item>(
  items: readonly T[],
  { samplesFrom = null, ids = null, draw = null, filter, limit }: Selection,
): T[] {
  const sampled = samplesFrom === null ? items : withOtherResponses(items);
  const wanted = ids && new Set(ids);
  const listed = wanted === null ? sampled : sampled.filter(({ passage }) => wanted.has(passage.id));
  const drawn = draw === null ? listed : drawSubWikiBio(listed, draw);
  const matches = matchesId(filter ?? '');
  const matching = drawn.filter(({ passage }) => matches(passage.id));
  if (matching.length === 0) {
    const isFiltered = filter !== null && drawn.length > 0;
    throw new InputError(isFiltered ? `no passage has an id like "${filter}"` : 'no passage is selected');
  }
  return matching.slice(0, limit ?? matching.length);
}

function drawSubWikiBio<T extends Item>(
  items: readonly T[],
  { rule, seed }: NonNullable<Selection['draw']>,
): T[] {
  const nonFactual = items.filter(({ label }) => label === 'non-factual');
  const drawn = new Set(shuffled(nonFactual, randomFor(seed, rule)).slice(0, NON_FACTUAL_DRAWN));
  return items.filter((item) => item.label === 'factual' || drawn.has(item));
}

/**
 * Responses without samples with the other responses to the same prompt as samples, as in data sets with responses of
 * several models (RAGTruth). Agreement with them is agreement between models, not of a model with itself. Passages
 * without a response, or with a prompt that is blank or unique, are unchanged.
 *
 * @throws InputError when no two passages answer the same prompt
 */
export function withOtherResponses<T extends Item>(items: readonly T[]): T[] {
  const isAnswer = ({ prompt, response }: Passage) =>
    response !== undefined && promptText(prompt).trim() !== '';
  const answers = items.map(({ passage }) => passage).filter(isAnswer);
  const byPrompt = groupBy(answers, ({ prompt }) => promptText(prompt));
  if ([...byPrompt.values()].every(({ length }) => length < 2)) {
    throw new InputError('--samples-from others: no two passages answer the same prompt');
  }
  return items.map((item) => {
    const { passage } = item;
    const others = (byPrompt.get(promptText(passage.prompt)) ?? []).filter((one) => one !== passage);
    if (passage.samples !== undefined || passage.response === undefined || others.length === 0) return item;
    return { ...item, passage: { ...passage, samples: others.map(({ response = '' }) => response) } };
  });
}

/** Whether an id contains the text, or matches it where it has `*`. Takes linear time, unlike a regular expression. */
export function matchesId(filter: string): (id: string) => boolean {
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

/** @throws InputError naming the first passage without a response, where no model is asked for one */
export function checkAnswerable(passages: readonly Passage[], { sampling }: Config): void {
  const unanswered = passages.find(({ response }) => response === undefined);
  if (sampling.ask || !unanswered) return;
  throw new InputError(
    `passage "${unanswered.id}" has no response, and sampling.ask is false, so no model is asked for one`,
  );
}

/** @throws InputError where there are too few passages for a threshold taken from the data set */
export function checkThreshold(count: number, { scoring: { threshold } }: Pick<Config, 'scoring'>): void {
  if (threshold.rule === 'fixed' || count >= LEAST_SCORES) return;
  throw new InputError(
    `scoring.threshold µ + k·σ² is taken from the passages of a run and needs at least ${LEAST_SCORES}, not ${count}: give more, or set scoring.threshold={rule: fixed, triple: T, passage: T}`,
  );
}
