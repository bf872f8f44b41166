/**
 * Two values of the response that changed places: "was begun in 1894, and opened in 1886", where samples have it the other way
 * round. Both texts have both values, so that what tells them apart is the words beside each, and the topics of these: those of its
 * clause that the other's has not; names alone where both clauses have some.
 *
 * A sample gives a value the place of the other where a clause (or the sentence, where the clause has none of the words, and only
 * one of the values) has words of the other's and none of its own. One place where either has words of its own decides against that.
 * Among all samples both values must have changed places.
 */
import { wordKey } from '../../english/content-words.ts';
import { STOP_WORDS } from '../../english/lexicon/stop-words.ts';
import { topicsOf } from '../../english/lexicon/topics.ts';
import { isLight } from '../../english/lexicon/verbs.ts';
import { type PlainClause, plainClausesOf } from '../../english/plain-clauses.ts';
import type { Token } from '../../english/tokens.ts';
import { NAMES } from './compare-values.ts';
import type { Value } from './stated-value.ts';
import { type ValueText, valueRelation } from './stated-values.ts';

/** Values of one family in a text up to which they are held against each other, as each is against all. */
const MOST = 40;

/** By sample its place of the value that has changed places with one of the response; null where none has. */
export function exchanged(
  value: Value,
  response: ValueText,
  samples: readonly ValueText[],
): readonly (Value | null)[] {
  const found = samples.map((): Value | null => null);
  const own = response.ofFamily(value);
  if (own.length < 2 || own.length > MOST || value.isOneOfSeveral) return found;
  for (const partner of own) {
    if (partner.sentence !== value.sentence || partner.isOneOfSeveral) continue;
    if (valueRelation(partner, value) !== 'different' || !areParallel(value, partner, response)) continue;
    const words = tellingApart(
      [value, partner].map((one) => ({ clause: clauseOf(response, one), of: one })) as [Side, Side],
    );
    if (words.some(({ size }) => size === 0)) continue;
    const told = samples.map((sample) => placesTold(value, partner, { sample, words }));
    // a word of the other's beside one of the two may be chance
    if (!told.some(({ ofValue }) => ofValue) || !told.some(({ ofPartner }) => ofPartner)) continue;
    for (const [j, { ofOwn, ofValue, ofPartner }] of told.entries())
      if ((ofValue || ofPartner) && !ofOwn) found[j] ??= samples[j]?.same(partner)[0] ?? null;
  }
  return found;
}

/** Names are many: only those behind one word stand in the place of each other, "designed by ..., and built by ...". */
function areParallel(value: Value, partner: Value, response: ValueText): boolean {
  if (!NAMES.has(value.mention.kind)) return true;
  const [own, its] = [value, partner].map((one) => wordBefore(clauseOf(response, one), one));
  return own !== '' && own === its;
}

const wordBefore = (clause: PlainClause | undefined, { start }: Value): string =>
  clause?.tokens.findLast((token) => token.end <= start && /^(?:ADP|AUX)$/.test(token.pos))?.lower ?? '';

/** What a sample has beside its places of two values. */
interface Told {
  /** Words of its own beside either. */
  ofOwn: boolean;
  /** Words of the partner's, and none of its own, beside the value. */
  ofValue: boolean;
  /** The same of the partner. */
  ofPartner: boolean;
}

/** @param words what tells the two apart in the response, by their keys */
function placesTold(
  value: Value,
  partner: Value,
  { sample, words: [own, its] }: { sample: ValueText; words: readonly [Keys, Keys] },
): Told {
  const told = { ofOwn: false, ofValue: false, ofPartner: false };
  const [places, others] = [sample.same(value), sample.same(partner)];
  if (places.length === 0 || others.length === 0 || sample.ofFamily(value).length > MOST) return told;
  const words = new Set([...own, ...its]);
  const read = (place: Value, mine: Keys, theirs: Keys): boolean => {
    const keys = keysAround(place, [...places, ...others], { sample, words });
    const [hasMine, hasTheirs] = [mine, theirs].map((set) => keys.some((key) => set.has(key)));
    if (hasMine && !hasTheirs) told.ofOwn = true;
    return hasTheirs === true && !hasMine;
  };
  for (const place of places) told.ofValue = read(place, own, its) || told.ofValue;
  for (const place of others) told.ofPartner = read(place, its, own) || told.ofPartner;
  return told;
}

const clauseOf = ({ text }: ValueText, { start, end }: Value): PlainClause | undefined =>
  plainClausesOf(text).find(({ tokens }) => tokens.some((token) => token.start < end && token.end > start));

/** The keys of a clause around a place, or of its sentence, if that has no other of the places. */
function keysAround(
  place: Value,
  pair: readonly Value[],
  { sample, words }: { sample: ValueText; words: ReadonlySet<string> },
): string[] {
  const clause = clauseOf(sample, place);
  if (clause === undefined) return [];
  const holds = (tokens: readonly Token[], one: Value) => without(tokens, one).length < tokens.length;
  if (pair.some((other) => other !== place && holds(clause.tokens, other))) return [];
  const keys = [...keysOf(without(clause.tokens, place))];
  if (keys.some((key) => words.has(key))) return keys;
  return pair.some((other) => other !== place && holds(clause.sentence, other))
    ? []
    : [...keysOf(without(clause.sentence, place))];
}

interface Side {
  clause: PlainClause | undefined;
  of: Value;
}

type Keys = ReadonlySet<string>;

/** What tells the clauses of two values apart: of each the keys that the other lacks, but for the values, and words on one topic. */
function tellingApart([one, other]: readonly [Side, Side]): [Keys, Keys] {
  if (one.clause === other.clause) return [new Set(), new Set()];
  const [left, right] = [one, other].map(({ clause, of }) => without(clause?.tokens ?? [], of)) as [
    Token[],
    Token[],
  ];
  const [own, its] = [wordsOf(left, topicsOf(right)), wordsOf(right, topicsOf(left))];
  const names = apart(own.names, its.names);
  return names.every(({ size }) => size > 0) ? names : apart(own.others, its.others);
}

interface Words {
  names: Keys;
  others: Keys;
}

/** @param common topics of which both clauses tell: "shared the prize", "received a second one" */
function wordsOf(tokens: readonly Token[], common: ReadonlySet<string>): Words {
  const isName = ({ pos }: Token) => pos === 'PROPN';
  const isShared = (token: Token) => [...topicsOf([token])].some((topic) => common.has(topic));
  return {
    names: keysOf(tokens.filter(isName)),
    others: keysOf(tokens.filter((token) => !isName(token) && !isShared(token))),
  };
}

const apart = (own: Keys, its: Keys): [Keys, Keys] => [
  new Set([...own].filter((key) => !its.has(key))),
  new Set([...its].filter((key) => !own.has(key))),
];

const without = (tokens: readonly Token[], { start, end }: Value): Token[] =>
  tokens.filter((token) => token.start >= end || token.end <= start);

const keysOf = (tokens: readonly Token[]): ReadonlySet<string> =>
  new Set([
    ...tokens.filter(isTelling).map(({ lower }) => wordKey(lower)),
    ...[...topicsOf(tokens)].map((topic) => `topic:${topic}`),
  ]);

const isTelling = ({ lower, lemma, pos }: Token): boolean =>
  /^(?:NOUN|PROPN|VERB|ADJ)$/.test(pos) &&
  !STOP_WORDS.has(lower) &&
  !isLight(lemma) &&
  !/^\p{N}/u.test(lower);
