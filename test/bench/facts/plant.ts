/**
 * Plants one error into a factual passage: a value or word that at least two samples state too gives way, wherever the
 * response has it, to one of the same kind from another passage that neither the response nor a sample holds; or a
 * statement that two of them make is denied, or the names in it change places.
 */
import { relationOf } from '../../../src/local/contradiction/compare-values.ts';
import { readValues } from '../../../src/local/contradiction/stated-values.ts';
import type { Mention } from '../../../src/english/values/mentions.ts';
import { isWordKind, type Passage, type ValueKind } from '../../../src/passage.ts';
import { type Random, randomFor, shuffled } from '../../../src/common/random.ts';
import { readText } from '../../../src/english/tokens.ts';

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

/** A value, what may stand in its place, and the form that its word has in the sentence. */
interface Place {
  mention: Mention;
  form: string;
}

/** A value or word of a text with its form: a verb in the past gives way to another in the past. */
function placesIn(text: string): Place[] {
  const tags = new Map(
    readText(text).sentences.flatMap((tokens) =>
      tokens.map(({ start, pos, lemma, lower }) => [start, `${pos} ${lemma === lower}`]),
    ),
  );
  return readValues(text, () => false).values.map(({ mention, start }) => ({
    mention,
    form: isWordKind(mention.kind) ? (tags.get(start) ?? '') : '',
  }));
}

/** Of quantities also where other things are counted. */
const isOther = (one: Place, other: Place): boolean =>
  one.form === other.form &&
  relationOf({ ...one.mention, unit: other.mention.unit }, other.mention) === 'different';

type Change = Omit<Planted, 'passage'>;

/** What can be put in the place of something that several samples state too, in random order. */
function* changesOf(
  { response = '', samples = [] }: Passage,
  pool: readonly Place[],
  random: Random,
): Generator<Change> {
  const texts = [response, ...samples].map((text) => text.toLowerCase());
  const stated = (value: string) => samples.filter((sample) => states(sample, value)).length >= LEAST_HOLDERS;
  for (const place of shuffled(placesIn(response), random)) {
    const { kind, text: right } = place.mention;
    if (kind === 'order' || !stated(right)) continue;
    const wrong = shuffled(pool, random).find(
      (other) =>
        isOther(other, place) && !texts.some((text) => text.includes(other.mention.text.toLowerCase())),
    );
    if (wrong !== undefined) yield { kind, right, wrong: wrong.mention.text };
  }
  for (const [right, link, verb] of shuffled([...response.matchAll(PASSIVE)], random))
    if (stated(right)) yield { kind: 'negation', right, wrong: `${link} not ${verb}` };
  yield* reversedOrders(response, samples);
}

const PASSIVE = /\b(is|was|are|were) (\p{Ll}+ed|born|known|written|made|built)\b/gu;

function* reversedOrders(response: string, samples: readonly string[]): Generator<Change> {
  const { values } = readValues(response, () => false);
  const texts = samples.map((sample) => readValues(sample, () => false));
  for (const value of values) {
    const { mention, start, end } = value;
    const holders = texts.filter(({ same }) => same(value).length > 0).length;
    if (mention.kind !== 'order' || holders < LEAST_HOLDERS) continue;
    const names = values.filter((own) => ['name', 'place', 'people'].includes(own.mention.kind));
    const first = names.find((own) => own.start === start);
    const second = names.find((own) => own.end === end);
    if (first === undefined || second === undefined) continue;
    const between = response.slice(first.end, second.start);
    yield {
      kind: 'order',
      right: response.slice(start, end),
      wrong: `${response.slice(second.start, end)}${between}${response.slice(start, first.end)}`,
    };
  }
}

/** One error of each kind that a passage offers, at most; equal for equal input. */
export function plantErrors(passages: readonly Passage[], seed: number): Planted[] {
  const pool = passages.flatMap(({ response = '' }) => placesIn(response));
  return passages.flatMap((passage) => {
    const { id, response = '' } = passage;
    const planted = new Map<ValueKind, Planted>();
    for (const change of changesOf(passage, pool, randomFor(seed, id))) {
      const { kind, right, wrong } = change;
      if (planted.has(kind) || states(id, right)) continue;
      const changed = response.replace(pattern(right), () => wrong);
      const own = { ...passage, id: `${id}: ${right} as ${wrong}`, response: changed };
      planted.set(kind, { passage: own, ...change });
    }
    return [...planted.values()];
  });
}
