/**
 * The two neighbouring sentences of one reference that hold most of a statement's words, found by an index from words
 * to the sentences that hold them: what a statement costs depends on how often its words occur, not on how long the
 * references are.
 */
import { addTo } from '../../common/group-by.ts';
import { memoize } from '../../common/memoize.ts';
import type { Word } from '../../english/content-words.ts';
import { ROUNDING } from '../contradiction/slots.ts';
import type { ReferenceSentence } from './reference-sentence.ts';

/**
 * Sentences a word leads to. One that more hold is looked for only in the places that rarer words lead to, or in its
 * first so many where there are none: it says little of any of them. A word that says more than all others together
 * leads to the best place alone.
 */
const MOST_PLACES = 1000;

/** Of equally good places, the first; empty where no sentence holds a word. */
export type FindPlace = (words: readonly Word[]) => ReferenceSentence[];

/** @param weigh how much it says that a sentence holds the word, above 0 */
export function placeFinder(
  sentences: readonly ReferenceSentence[],
  weigh: (key: string) => number,
): FindPlace {
  const holders = new Map<string, number[]>();
  for (const [position, { keys }] of sentences.entries())
    for (const key of keys) addTo(holders, key, position);
  const isPair = sentences.map(
    ({ place }, position) => sentences[position + 1]?.place.reference === place.reference,
  );
  const placeAt = (position: number) => sentences.slice(position, position + (isPair[position] ? 2 : 1));
  const holds = (position: number, key: string) =>
    sentences[position]?.keys.has(key) || (isPair[position] && sentences[position + 1]?.keys.has(key));
  const places = memoize((key) => placesWith((holders.get(key) as number[]).slice(0, MOST_PLACES), isPair));
  // kept from call to call: all zero in between
  const shares = new Float64Array(sentences.length);

  return (words) => {
    const held = words.filter(({ key }) => holders.has(key)).map(({ key }) => key);
    if (held.length === 0) return [];
    const touched: number[] = [];
    const add = (position: number, weight: number) => {
      if (shares[position] === 0) touched.push(position);
      shares[position] = (shares[position] as number) + weight;
    };
    const isCommon = (key: string) => (holders.get(key) as number[]).length > MOST_PLACES;
    const rare = held.filter((key) => !isCommon(key));
    const common = held.filter(isCommon);
    const leading = rare.length === 0 ? heaviestOf(common, weigh) : decisiveOf(rare, held, weigh);
    if (leading !== undefined) for (const position of places(leading)) add(position, Number.MIN_VALUE);
    else
      for (const key of rare) {
        const weight = weigh(key);
        for (const position of places(key)) add(position, weight);
      }
    for (const key of leading === undefined ? common : [...rare, ...common]) {
      const weight = weigh(key);
      for (const position of touched) if (holds(position, key)) add(position, weight);
    }
    let best = touched[0] as number;
    for (const position of touched) {
      const [share, most] = [shares[position] as number, shares[best] as number];
      if (share > most || (share === most && position < best)) best = position;
    }
    for (const position of touched) shares[position] = 0;
    const single = ({ keys }: ReferenceSentence) =>
      held.reduce((sum, key) => sum + (keys.has(key) ? weigh(key) : 0), 0);
    return placeAt(best).toSorted((one, other) => single(other) - single(one));
  };
}

type Weigh = (key: string) => number;

const heaviestOf = (keys: readonly string[], weigh: Weigh): string | undefined =>
  keys.toSorted((one, other) => weigh(other) - weigh(one))[0];

/** The word that outweighs all others together, so that the best place holds it. */
function decisiveOf(rare: readonly string[], held: readonly string[], weigh: Weigh): string | undefined {
  const heaviest = heaviestOf(rare, weigh);
  const total = held.reduce((sum, key) => sum + weigh(key), 0);
  return heaviest !== undefined && 2 * weigh(heaviest) > total * (1 + ROUNDING) ? heaviest : undefined;
}

/** The pairs, by the position of their first sentence, of which one holds the word; ascending. */
function placesWith(holders: readonly number[], isPair: readonly boolean[]): number[] {
  const places: number[] = [];
  for (const position of holders) {
    if (position > 0 && places.at(-1) !== position - 1 && isPair[position - 1] === true)
      places.push(position - 1);
    places.push(position);
  }
  return places;
}
