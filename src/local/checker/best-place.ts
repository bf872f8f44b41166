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

/** Sentences a word leads to. One that more hold is looked for only where rarer words lead, or in its first so many. */
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
  const places = memoize((key) => placesWith((holders.get(key) as number[]).slice(0, MOST_PLACES), isPair));
  const weightIn = (place: readonly ReferenceSentence[], keys: readonly string[]) =>
    keys.reduce((sum, key) => sum + (place.some((one) => one.keys.has(key)) ? weigh(key) : 0), 0);
  const isCommon = (key: string) => (holders.get(key) as number[]).length > MOST_PLACES;

  const find = memoize((asked) => {
    const held = asked.split('\n');
    const rare = held.filter((key) => !isCommon(key));
    const rareFirst = [...rare, ...held.filter(isCommon)];
    const heaviestFirst = held.toSorted((one, other) => weigh(other) - weigh(one));
    const leading =
      rare.length === 0 ? heaviestFirst.slice(0, 1) : heaviestFirst.filter((key) => !isCommon(key));
    const seen = new Set<number>();
    let best = 0;
    let most = 0;
    let rest = sumOf(held.map(weigh));
    for (const key of leading) {
      // a place that only the remaining words lead to holds no more than these
      if (rest < most - ROUNDING) break;
      for (const position of places(key)) {
        if (seen.has(position)) continue;
        seen.add(position);
        const weight = weightIn(placeAt(position), rareFirst);
        if (weight > most || (weight === most && position < best)) [best, most] = [position, weight];
      }
      rest -= weigh(key);
    }
    return placeAt(best).toSorted((one, other) => weightIn([other], held) - weightIn([one], held));
  });

  return (words) => {
    const held = words.map(({ key }) => key).filter((key) => holders.has(key));
    return held.length === 0 ? [] : find(held.join('\n'));
  };
}

const sumOf = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0);

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
