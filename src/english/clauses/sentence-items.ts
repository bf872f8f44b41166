/** The items of a sentence: what extraction reads its clauses from, and what frames are read from. */
import { memoizeWeak } from '../../common/memoize.ts';
import type { Token } from '../tokens.ts';
import { group } from './coordination.ts';
import { chunk } from './phrase-chunks.ts';
import { type Item, withSubject } from './phrases.ts';
import { correctTags, joinNames } from './tags.ts';

/** By sentence, as long as its tokens are kept: both readings ask for those of every sentence. */
const read = memoizeWeak((tokens: readonly Token[]) => {
  const tagged = correctTags(tokens);
  return { tagged, items: itemsIn(tagged) };
});

/** @param prompt what the response answers: names in it are kept whole */
export function itemsOf(tokens: readonly Token[], prompt = ''): readonly Item[] {
  const { tagged, items } = read(tokens);
  const named = joinNames(tagged, prompt);
  return named.every((token, index) => token === tagged[index]) ? items : itemsIn(named);
}

const itemsIn = (tagged: readonly Token[]): readonly Item[] => group(withSubject(chunk(tagged)));
