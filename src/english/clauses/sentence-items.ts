/** The items of a sentence: what extraction reads its clauses from, and what frames are read from. */
import type { Token } from '../tokens.ts';
import { group } from './coordination.ts';
import { chunk } from './phrase-chunks.ts';
import { type Item, withSubject } from './phrases.ts';
import { correctTags, joinNames } from './tags.ts';

/** By sentence, as long as its tokens are kept: both readings ask for those of every sentence. */
const READ = new WeakMap<readonly Token[], { tagged: readonly Token[]; items: readonly Item[] }>();

/** @param prompt what the response answers: names in it are kept whole */
export function itemsOf(tokens: readonly Token[], prompt = ''): readonly Item[] {
  const { tagged, items } = READ.get(tokens) ?? read(tokens);
  const named = joinNames(tagged, prompt);
  return named.every((token, index) => token === tagged[index]) ? items : group(withSubject(chunk(named)));
}

function read(tokens: readonly Token[]) {
  const tagged = correctTags(tokens);
  const sentence = { tagged, items: group(withSubject(chunk(tagged))) };
  READ.set(tokens, sentence);
  return sentence;
}
