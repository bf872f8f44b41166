/** What a prompt asks for. */
import { readText } from './tokens.ts';
import { wordKey } from './content-words.ts';
import type { Mention } from './values/mentions.ts';

/** The last sentence of a prompt; what stands before is what it is asked of. */
export function questionOf(prompt: string): string {
  const [first] = readText(prompt).sentences.at(-1) ?? [];
  return first === undefined ? '' : prompt.slice(first.start);
}

/** Of questions that any text on their subject answers: "Who was Ada Lovelace?", "What is the Louvre known for?" */
const OPEN = [
  /\b(?:about|happen\w*|known for|tell|say|know|facts?)\b/i,
  /^[Ww]ho(?:'s| is| was| are| were) (?!the\b)/,
  /^[Ww]hat(?:'s| is| was| are| were) (?:an? |the )?\S+(?: \p{Lu}\S*)*\W*$/u,
];
const ASKING = /\b(?:what|which|who|whom|whose|where)\b/i;

/** Whether a question asks for one thing, person or place. */
export const asksForOne = (question: string): boolean =>
  ASKING.test(question) && !OPEN.some((form) => form.test(question));

/**
 * Of "Who directed it?" or "Which company makes it?", which ask who or which thing does something, the dictionary form of the
 * verb; empty of other questions.
 */
export function actAsked(question: string): string {
  const tokens = readText(question).sentences[0] ?? [];
  const at = tokens.findIndex(({ lower }) => /^(?:who|which|what)$/.test(lower));
  const verb = tokens.findIndex(({ pos }, index) => index > at && /^(?:VERB|AUX)$/.test(pos));
  const isActor = at >= 0 && tokens.slice(at + 1, verb).every(({ pos }) => /^(?:NOUN|ADJ|ADV)$/.test(pos));
  const [found] = tokens.slice(verb, verb + 1);
  return isActor && found?.pos === 'VERB' ? found.lemma : '';
}

/** "What is the maximum daily dose", "What was its height" */
function whatIs(words: string): RegExp {
  const nouns = words.replaceAll(' ', '|').replaceAll('-', ' ');
  return new RegExp(
    `\\bwhat(?:['’]s| is| was| are| were) (?:the|its|his|her|their|your) (?:(?!of |for |in )[\\w-]+ ){0,3}(?:${nouns})\\b`,
    'i',
  );
}

/** Kinds of dates, or what is measured, by the words that ask for one; of several that ask, all. */
const ASKED_VALUES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b(?:what|which) year\b/i, ['year']],
  [/\b(?:what|which) (?:date|day)\b/i, ['date']],
  [/\bwhat time\b/i, ['clock']],
  [
    /\bwhen (?:is|are|was|were|will|would|do|does|did|has|have|had|can|could|should|must)\b/i,
    ['year', 'date', 'clock'],
  ],
  [/\bhow long\b/i, ['time', 'length']],
  [/\bhow (?:tall|high|deep|wide|far)\b/i, ['length']],
  [/\bhow heavy\b/i, ['mass']],
  [/\bhow much\b/i, ['money', 'mass', 'volume', 'share']],
  [/\b(?:what|which) temperature\b/i, ['temperature']],
  [/\b(?:what|which) (?:port|number)\b/i, ['']],
  ...Object.entries({
    length: 'length height width depth distance altitude elevation diameter radius thickness wingspan',
    mass: 'weight mass dose dosage',
    volume: 'volume capacity dose dosage',
    time: 'length duration lifespan',
    temperature: 'temperature melting-point boiling-point',
    money: 'price cost fee fare salary rent budget revenue',
    share: 'percentage share',
  }).map(([of, words]) => [whatIs(words), [of]] as const),
];
const COUNTED = /\bhow many (\p{L}+)/iu;

/** Whether a value is of the kind that a question asks for: a year where it asks when; null of one that asks for none. */
export function valueAsked(question: string): ((mention: Mention) => boolean) | null {
  const counted = COUNTED.exec(question)?.[1];
  if (counted !== undefined) {
    const unit = wordKey(counted.toLowerCase());
    return ({ kind, unit: own }) => kind === 'quantity' && (own === '' || own === unit);
  }
  const asked = ASKED_VALUES.flatMap(([form, kinds]) => (form.test(question) ? kinds : []));
  if (asked.length === 0) return null;
  return ({ kind, unit, measure }) => asked.includes(kind === 'quantity' ? (measure?.of ?? unit) : kind);
}

const NAME =
  /(?<!^)(?<![.?!] )\p{Lu}[\p{L}\p{N}'’-]*(?:(?: (?:of|the|de|la|von|van|and))* \p{Lu}[\p{L}\p{N}'’-]*)*/gu;

const namesIn = (prompt: string): string[] =>
  (prompt.trim().match(NAME) ?? [])
    .map((name) => name.replace(/['’]s$/, ''))
    .filter((name) => !/^I(?:['’]\p{L}+)?$/u.test(name));

/** The last name in a prompt: what it asks about; null where there is none. */
export const nameAsked = (prompt: string): string | null => namesIn(prompt).at(-1) ?? null;

/**
 * The same of a prompt of one sentence; of more sentences, among which may be instructions or a text to read, the name that is the
 * only one.
 */
export function nameSurelyAsked(prompt: string): string | null {
  const names = namesIn(prompt);
  const isOne = new Set(names).size === 1 || readText(prompt).sentences.length <= 1;
  return isOne ? (names.at(-1) ?? null) : null;
}

/** The last capitalised words of a prompt, "Marie Curie" of "Tell me about Marie Curie."; null of "Give opening hours". */
export function lastCapitalisedIn(prompt: string): string | null {
  const [first, next] = readText(prompt).sentences.flat();
  const isNameFirst = first?.pos === 'PROPN' && !/^(?:DET|ADJ)$/.test(next?.pos ?? '');
  const names = [...prompt.matchAll(/\p{Lu}[\p{L}\p{M}'’-]*(?: \p{Lu}[\p{L}\p{M}'’-]*)*/gu)];
  const found = names.findLast(
    ({ index, 0: name }) => index !== first?.start || name.includes(' ') || isNameFirst,
  );
  return found?.[0] ?? null;
}
