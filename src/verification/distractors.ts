/**
 * Other tails of the same type, the wrong options of FTSTE (paper 3.4).
 *
 * Under the paper protocol the analyst proposes them for each triple in a call of its own; proposals that hold the tail
 * of another triple come last, and tails of the passage's other triples that have the same coarse type fill up what is
 * missing. Under the economy protocol those proposed are all there is (economy-questions.ts). Never among them: the
 * original, something equal to it or only more or less precise, a tail that another triple gives to the same head and
 * relation, the same one twice, and another form of thing where the original is a year, date or number.
 */

import { z } from 'zod';
import type { IdentityIndex } from '../graph/identity.ts';
import { mapAll } from '../common/map-all.ts';
import { askOnce, jsonAnswer } from '../models/ask.ts';
import type { CallOptions } from '../models/chat-model.ts';
import type { Triple } from '../passage.ts';
import { monthNumber } from '../english/values/dates.ts';
import { normaliseEntity } from '../english/normalise.ts';
import { withoutStopWords } from '../english/lexicon/stop-words.ts';
import { isQuoted, showTriple } from '../triples/triple-parts.ts';
import { holdsPhrase } from './leaks.ts';
import type { TaskContext } from './verifier.ts';

const readProposals = jsonAnswer(
  z.object({
    facts: z.array(
      z.object({
        number: z.coerce.number(),
        tails: z.array(z.union([z.string(), z.number()]).transform(String)),
      }),
    ),
  }),
);

/** Distractors for each triple, in order, at most the configured number; fewer, or none, where no more are found. */
export async function findDistractors(
  triples: readonly Triple[],
  identity: IdentityIndex,
  context: Pick<TaskContext, 'analyst' | 'prompts' | 'settings'>,
  options?: CallOptions,
): Promise<string[][]> {
  const count = context.settings.distractors;
  const proposed = await mapAll(triples, (triple) => proposalsFor(triple, context, options));
  return triples.map((triple, index) => {
    const own = (proposed[index] ?? []).filter((tail) => isOfForm(tail, triple.tail));
    const others = triples.filter(({ id }) => id !== triple.id).map(({ tail }) => tail);
    const isOwn = (tail: string) => !others.some((other) => holdsPhrase(tail, other));
    const sameType = triples
      .map(({ tail }) => tail)
      .filter((tail) => coarseType(tail) === coarseType(triple.tail));
    const candidates = [...own.filter(isOwn), ...own.filter((tail) => !isOwn(tail)), ...sameType];
    const taken = tailsOf(triple, triples, identity);
    return chooseDistinct(candidates, { taken, count, identity });
  });
}

async function proposalsFor(
  triple: Triple,
  { analyst, prompts, settings }: Pick<TaskContext, 'analyst' | 'prompts' | 'settings'>,
  options?: CallOptions,
): Promise<string[]> {
  const asked = await askOnce(
    analyst,
    {
      prompt: prompts.get('tail-distractors'),
      variables: { facts: [showTriple(triple)], count: settings.distractors },
      parse: readProposals,
    },
    options,
  );
  return asked.value?.facts.find(({ number }) => number === 1)?.tails ?? [];
}

/** The first `count` candidates that equal neither a taken tail nor one another. */
export function chooseDistinct(
  candidates: readonly string[],
  { taken, count, identity }: { taken: readonly string[]; count: number; identity: IdentityIndex },
): string[] {
  const chosen: string[] = [];
  for (const candidate of candidates.map((text) => text.replace(/\s+/g, ' ').trim())) {
    if (chosen.length === count) break;
    const isEqual = (other: string) => identity.sameEntity(candidate, other) || isSameValue(candidate, other);
    if (distinctiveWords(candidate).length > 0 && ![...taken, ...chosen].some(isEqual))
      chosen.push(candidate);
  }
  return chosen;
}

/** The tails that the same head and relation have in the passage, the triple's own first. */
export function tailsOf(triple: Triple, triples: readonly Triple[], identity: IdentityIndex): string[] {
  const others = triples.filter(
    (other) =>
      identity.sameEntity(other.head, triple.head) && identity.sameRelation(other.relation, triple.relation),
  );
  return [triple.tail, ...others.map(({ tail }) => tail)];
}

/**
 * Whether two values have the same words, or one of them is the other one, more precisely told. What names several
 * things, as "1914–1918" or "Kenya, Tanzania and Malawi", is no wording of one of them.
 */
function isSameValue(one: string, other: string): boolean {
  const [holds, isHeld] = [holdsAll(one, other), holdsAll(other, one)];
  return namesSeveral(one) === namesSeveral(other) ? holds || isHeld : holds && isHeld;
}

const namesSeveral = (text: string): boolean =>
  /\s(?:and|or)\s|[&/]|\d\s*[-–—]\s*\d|\d\s+to\s+\d/i.test(text);

/**
 * Whether a text holds all words of another, each as often, as "Cambridge University" holds those of "University of
 * Cambridge"; "Bering Strait at the Chukchi Sea" does not hold "Chukchi Sea from the Bering Sea".
 */
function holdsAll(text: string, other: string): boolean {
  const words = distinctiveWords(text);
  const wanted = distinctiveWords(other);
  const count = (list: readonly string[], word: string) => list.filter((own) => own === word).length;
  return wanted.length > 0 && wanted.every((word) => count(words, word) >= count(wanted, word));
}

/** Without stop words; "May" is not one where it is capitalised. */
const distinctiveWords = (text: string): readonly string[] => [
  ...withoutStopWords(normaliseEntity(text).split(' ').filter(Boolean)),
  ...(text.match(/\bMay\b/g) ?? []),
];

/** A year for a year, a date for a date, a number for a number; for anything else, anything else. */
export function isOfForm(candidate: string, tail: string): boolean {
  const [form, wanted] = [coarseType(candidate), coarseType(tail)];
  const isText = (type: CoarseType) => type === 'name' || type === 'other';
  return form === wanted || (isText(form) && isText(wanted));
}

export type CoarseType = 'year' | 'date' | 'number' | 'name' | 'other';

/** The type of a tail, as far as its form shows. */
export function coarseType(text: string): CoarseType {
  if (isQuoted(text)) return 'name';
  const form = normaliseEntity(text);
  if (/^(?:1\d|20)\d\d$/.test(form)) return 'year';
  if (/\d/.test(form))
    return form.split(' ').some((word) => monthNumber(word) !== undefined) || /^\d{4} \d\d? \d\d?$/.test(form)
      ? 'date'
      : 'number';
  return text
    .trim()
    .split(/\s+/)
    .every((word) => /^[^\p{L}]*\p{Lu}|^(?:of|the|and|de|van|von|for|in)$/u.test(word))
    ? 'name'
    : 'other';
}
