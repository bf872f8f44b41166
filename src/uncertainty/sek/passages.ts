/** Documents of a user's own, cut into passages, and the search in these. */

export interface CorpusDocument {
  /** Unique in the corpus. */
  id: string;
  title: string | null;
  text: string;
}

export interface CorpusPassage {
  /** `<document>#<number from 1>`. */
  id: string;
  title: string | null;
  text: string;
}

/** Length of a passage in the paper. A token is a word here: a run without white space. */
const PASSAGE_TOKENS = 100;

/** Consecutive passages of at most `size` tokens each; a document without a word has none. */
export function cutPassages(documents: readonly CorpusDocument[], size = PASSAGE_TOKENS): CorpusPassage[] {
  return documents.flatMap(({ id, title, text }) => {
    const words = [...text.matchAll(/\S+/g)];
    return Array.from({ length: Math.ceil(words.length / size) }, (_, number) => {
      const own = words.slice(number * size, (number + 1) * size);
      const [first, last] = [own[0] as RegExpExecArray, own.at(-1) as RegExpExecArray];
      const passage = text.slice(first.index, last.index + last[0].length);
      return { id: `${id}#${number + 1}`, title, text: passage };
    });
  });
}

export interface FoundPassage extends CorpusPassage {
  score: number;
}

export interface PassageSearch {
  /** The best passages, best first, equally good ones in the order of the corpus; only such as share a word. */
  search(query: string, count: number): FoundPassage[];
}

/** BM25 by MiniSearch (BM25+: k = 1.2, b = .7, δ = .5), which is loaded with the first corpus. */
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
