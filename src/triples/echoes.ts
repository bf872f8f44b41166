/** Removes facts about the examples of an instruction, which a small model takes for facts of the text. */
import { contentKeys } from './locate-triples.ts';
import { type ParsedTriples, showTriple } from './triple-parts.ts';

/**
 * Rejects a triple whose head is a name from the instruction: at least two of its words occur there and not in the
 * text, and every word in one of the two. A single word may be the model's own paraphrase.
 */
export function withoutEchoes(parsed: ParsedTriples, instruction: string, text: string): ParsedTriples {
  const given = new Set(contentKeys(instruction));
  const own = new Set(contentKeys(text));
  const isEcho = ({ head }: { head: string }) => {
    const foreign = contentKeys(head).filter((key) => !own.has(key));
    return foreign.length > 1 && foreign.every((key) => given.has(key));
  };
  const echoes = parsed.triples.filter(isEcho);
  return {
    triples: parsed.triples.filter((triple) => !echoes.includes(triple)),
    rejected: [
      ...parsed.rejected,
      ...echoes.map((triple) => ({ raw: showTriple(triple), reason: 'not-of-the-text' as const })),
    ],
  };
}
