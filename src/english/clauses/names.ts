/** Full names of people and things in a text, by which their short forms are told: "Davis" of "trumpeter Miles Davis". */

import { type Item, phraseText } from './phrases.ts';
import { isCapitalised } from '../tokens.ts';

const TITLE =
  /^(King|Queen|Prince|Princess|Duke|Emperor|Empress|Pope|Saint|Sir|Lord|Lady|President|General|Dr|Mr|Mrs)\.?$/;

/** Full names by each word that opens or ends them; null where two names share it. */
export type NameIndex = ReadonlyMap<string, string | null>;

/** The names that end the phrases of `items`, two capitalised words or more besides a title. */
export function indexNames(text: string, items: readonly Item[]): NameIndex {
  const names = new Map<string, string | null>();
  for (const { tokens } of items.flatMap((item) => (item.kind === 'group' ? item.members : []))) {
    const common = tokens.findLastIndex((token) => !isCapitalised(token) || token.pos !== 'PROPN');
    const name = tokens.slice(common + 1);
    const own = name.filter((token) => !TITLE.test(token.text));
    if (own.length < 2) continue;
    const full = phraseText(text, name);
    for (const word of new Set([own[0]?.text ?? '', own.at(-1)?.text ?? ''])) {
      const known = names.get(word);
      names.set(word, known === undefined || known === full ? full : null);
    }
  }
  return names;
}
