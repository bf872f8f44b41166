/** The common nouns that a text calls its topic by: "the valley", "the firm". */
import type { ClauseFact } from './clause.ts';
import { takeUntil } from '../tokens.ts';
import type { Topic } from './topic.ts';

/** Nouns that take each other's place: "a toy company ... the firm". */
const SYNONYMS = [
  'company firm business manufacturer corporation',
  'film movie picture',
  'book novel',
  'album record',
  'song single track',
  'city town capital',
  'mountain volcano peak',
  'element metal',
].map((nouns) => nouns.split(' '));

/** Head nouns of what the first sentence says the topic is ("is a hybrid perennial plant"), and of its name. */
export function nounsOfTopic(topic: Topic | null, facts: readonly ClauseFact[]): ReadonlySet<string> {
  const nouns = new Set<string>();
  if (topic === null) return nouns;
  const last = topic.tokens.at(-1);
  if (last) nouns.add(last.lower);
  for (const { relation, tail } of facts) {
    const place = /^(?:is|are|was|were) (?:an?|the) (?:.* )?(\p{L}+) (?:in|on|at|near|from|off|by)$/u.exec(
      relation,
    );
    if (place?.[1]) nouns.add(place[1].toLowerCase());
    if (!/^(is|are|was|were)$/.test(relation)) continue;
    const noun = takeUntil(tail.tokens, ({ lower }) => lower === 'of').at(-1);
    if (noun?.pos === 'NOUN') nouns.add(noun.lower);
  }
  for (const set of SYNONYMS)
    if (set.some((noun) => nouns.has(noun))) for (const noun of set) nouns.add(noun);
  return nouns;
}
