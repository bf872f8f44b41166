/** BM25 over passages, by MiniSearch (BM25+: k = 1.2, b = .7, δ = .5). It is loaded with the first corpus. */
import type { CorpusPassage } from './passages.ts';

export interface FoundPassage extends CorpusPassage {
  score: number;
}

export interface PassageSearch {
  /** The best passages, best first, equally good ones in the order of the corpus; only such as share a word. */
  search(query: string, count: number): FoundPassage[];
}

export async function createPassageSearch(passages: readonly CorpusPassage[]): Promise<PassageSearch> {
  const { default: MiniSearch } = await import('minisearch');
  const index = new MiniSearch<{ id: number; title: string; text: string }>({ fields: ['title', 'text'] });
  index.addAll(passages.map(({ title, text }, id) => ({ id, title: title ?? '', text })));
  return {
    search(query, count) {
      const found = index.search(query, { combineWith: 'OR' });
      return found
        .sort((one, other) => other.score - one.score || one.id - other.id)
        .slice(0, count)
        .map(({ id, score }) => ({ ...(passages[id as number] as CorpusPassage), score }));
    },
  };
}
