/**
 * Keeps the reversals in the sample sentence with the most words of the response clause. A sentence with fewer of them
 * is about another matter, so its reversals are dropped.
 */
import { contentKeys } from '../../english/content-words.ts';
import type { Span } from '../../passage.ts';
import type { Reversal } from './reversed.ts';
import type { StatedSentence } from './stated-values.ts';

const holds = ({ start, end }: Span, at: number): boolean => start <= at && at < end;

/** Of the clause that is turned round; of a word in another's place its sentence. */
function wordsOf(
  { kind, verbs, value }: Reversal,
  response: string,
  sentences: readonly StatedSentence[],
): string[] {
  const own = sentences.find(({ span }) => verbs[0] !== undefined && holds(span, verbs[0].start));
  const text = kind === 'sort' && own !== undefined ? response.slice(own.span.start, own.span.end) : value;
  return [...contentKeys(text)];
}

/** Of longer texts each clause would be held against each sentence. */
const MOST_PAIRS = 100_000;

/** "ask not what your country can do for you; ask what you can do for your country": a quotation of both turns none round. */
export const withoutQuoted = (reversals: readonly Reversal[], sample: string): Reversal[] =>
  reversals.filter(({ kind, value }) => kind === 'sort' || !sample.includes(value.replace(/\W+$/u, '')));

/** Those whose sentence in the sample has as many words of the response's clause as any other of its sentences. */
export function withCounterpart(
  reversals: readonly Reversal[],
  response: { text: string; sentences: readonly StatedSentence[] },
  sample: readonly StatedSentence[],
): Reversal[] {
  if (sample.length < 2 || reversals.length * sample.length > MOST_PAIRS) return [...reversals];
  const keys = sample.map(({ tokens }) => new Set(tokens.map(({ key }) => key)));
  return reversals.filter((reversal) => {
    const words = wordsOf(reversal, response.text, response.sentences);
    const counts = keys.map((held) => words.filter((word) => held.has(word)).length);
    const at = sample.findIndex(({ span }) => holds(span, reversal.quote.start));
    return at < 0 || counts[at] === Math.max(...counts);
  });
}
