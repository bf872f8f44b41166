/** Documents of a user's own, cut into passages as retrieval wants them. */

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
