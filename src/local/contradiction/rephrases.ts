/**
 * Whether a sentence of a sample says a fact again, or holds its words and may say something else of them.
 *
 * It holds them if the fact's exact values are among its own, it denies the same of the fact's words, forbids nothing that the
 * fact allows, and does not tell the same of somebody else in a text that never names the fact's head. It repeats the fact if,
 * besides, it has the verb of its relation and half of the relation's words by weight, and the last head that it names before
 * the value is none of another fact. Of a fact without a value the head must not stand behind the tail alone: "add the acid to
 * the water" does not repeat "add the water to the acid".
 */
import { countsOf } from '../../common/group-by.ts';
import { isWordKind, type Stance, type Triple } from '../../passage.ts';
import { allowanceIn } from '../../english/permission.ts';
import { isNaming, keysOf as participantKeys } from '../../english/frames/participants.ts';
import { type Token, tokensOf } from '../../english/sentence-words.ts';
import type { Value } from './stated-value.ts';
import { type StatedSentence, valueRelation } from './stated-values.ts';
import { deniedIn } from '../../english/values/word-mentions.ts';

/** What is looked for of a fact; words by their keys. */
export interface FactWords {
  relation: readonly Token[];
  tail: ReadonlySet<string>;
  /** Of relation and tail. */
  words: ReadonlySet<string>;
  denied: ReadonlySet<string>;
  /** See `allowanceIn`. */
  allowance: boolean | null;
  head: ReadonlySet<string>;
  /** Whether its head begins like a name; where it is looked for in a text, one of which that has no word. */
  isStrange: boolean;
  /** Whether a word stands in the head of this fact alone, or in that of another and not here. */
  isHead(key: string): boolean;
  isOtherHead(key: string): boolean;
}

const contentOf = (text: string): Token[] => tokensOf(text).filter(({ small }) => !small);
const keysOf = (tokens: readonly Token[]): string[] => tokens.map(({ key }) => key);

/** By word: of how many different heads it is one. */
export function headsOf(triples: readonly Triple[]): ReadonlyMap<string, number> {
  const names = [...new Set(triples.map(({ head }) => head))];
  return countsOf(names.flatMap((head) => [...new Set(keysOf(contentOf(head)))]));
}

/** @param heads of all facts */
export function factWordsOf(heads: ReturnType<typeof headsOf>): (triple: Triple) => FactWords {
  return (triple) => {
    const relation = contentOf(triple.relation);
    const tail = new Set(keysOf(contentOf(triple.tail)));
    const words = new Set([...keysOf(relation), ...tail]);
    const own = new Set(keysOf(contentOf(triple.head)));
    const all = tokensOf(`${triple.head} ${triple.relation} ${triple.tail}`);
    return {
      relation,
      tail,
      words,
      denied: new Set(deniedIn(all)),
      allowance: allowanceIn(all),
      head: own,
      isStrange: /^\p{Lu}\p{Ll}/u.test(triple.head),
      isHead: (key) => own.has(key) && heads.get(key) === 1,
      isOtherHead: (key) => heads.has(key) && !own.has(key) && !words.has(key),
    };
  };
}

/** @param values of the fact's relation and tail */
export function stanceOf(
  fact: FactWords,
  values: readonly Value[],
  sentence: StatedSentence,
): Extract<Stance, 'repeats' | 'holds'> | null {
  const held = values
    .filter(({ mention }) => !isWordKind(mention.kind))
    .map((value) => placesOf(value, sentence));
  const { tokens } = sentence;
  if (held.some((places) => places.length === 0) || !deniesTheSame(fact, sentence)) return null;
  if (fact.allowance !== null && sentence.allowance() === !fact.allowance) return null;
  if (isToldOfOther(fact, sentence)) return null;
  const words = placesOfWords(fact, tokens);
  const isDoubtful =
    held.length > 0
      ? held.some((places) => isOfAnother(fact, tokens, places))
      : isOfAnother(fact, tokens, words) || isBehind(fact, tokens, words);
  return relatesAlike(fact, tokens) && !isDoubtful ? 'repeats' : 'holds';
}

const placesOf = (value: Value, { values }: StatedSentence): number[] =>
  values.flatMap((other) => (valueRelation(value, other) === 'same' ? [other.mention.from] : []));

function deniesTheSame({ words, isHead, denied }: FactWords, sentence: StatedSentence): boolean {
  const deniedHere = sentence.denied();
  return sentence.tokens.every(
    ({ key }) => !(words.has(key) || isHead(key)) || deniedHere.has(key) === denied.has(key),
  );
}

function relatesAlike({ relation }: FactWords, tokens: readonly Token[]): boolean {
  const here = new Set(keysOf(tokens));
  const sum = (own: readonly Token[]) => own.reduce((total, { weight }) => total + weight, 0);
  const [verb] = relation;
  const shared = relation.filter(({ key }) => here.has(key));
  return verb === undefined || (here.has(verb.key) && 2 * sum(shared) >= sum(relation));
}

/** Where the word of the tail stands that weighs most. */
function placesOfWords({ tail }: FactWords, tokens: readonly Token[]): number[] {
  const most = Math.max(...tokens.map(({ key, weight }) => (tail.has(key) ? weight : 0)));
  return tokens.flatMap(({ key, weight }, place) => (tail.has(key) && weight === most ? [place] : []));
}

/** "Laura tests the checkout", "Simon tests the checkout": whether the clause that has the most telling word names another subject. */
function isToldOfOther({ head, tail, isStrange }: FactWords, { tokens, clauses }: StatedSentence): boolean {
  if (!isStrange || tokens.some(({ key }) => head.has(key))) return false;
  return clauses()
    .frames()
    .some(
      ({ subject, object, adjuncts }) =>
        subject !== null &&
        isNaming(subject.tokens) &&
        [object, ...adjuncts].some((part) =>
          participantKeys(part?.tokens ?? []).some((key) => tail.has(key)),
        ),
    );
}

/** Whether at each place the last head named before is another's. */
function isOfAnother(
  { isHead, isOtherHead }: FactWords,
  tokens: readonly Token[],
  places: readonly number[],
): boolean {
  const lastHead = (place: number) =>
    tokens.slice(0, place).findLast(({ key }) => isHead(key) || isOtherHead(key));
  return places.length > 0 && places.every((place) => isOtherHead(lastHead(place)?.key ?? ''));
}

/** Whether the head is named, but nowhere before the last of these places. */
function isBehind({ isHead }: FactWords, tokens: readonly Token[], places: readonly number[]): boolean {
  const first = tokens.findIndex(({ key }) => isHead(key));
  return first > (places.at(-1) ?? tokens.length);
}
