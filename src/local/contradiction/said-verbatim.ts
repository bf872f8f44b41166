/** Facts whose sentence a sample has word for word: it says them, whatever can be read of them. */
import { beginsWithPronoun } from '../../english/sentence-start.ts';
import type { Triple } from '../../passage.ts';
import { byPlace } from '../../text/by-place.ts';
import type { StatedSentence, ValueText } from './stated-values.ts';

/** Of cells and list items also the words that say what they are about. */
const wordsOf = ({ text }: ValueText, { span, tokens }: StatedSentence): string =>
  [text.slice(span.start, span.end), ...tokens.map(({ lower }) => lower)]
    .join(' ')
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** @returns for a fact and the position of a sample; a pronoun may stand for something else there */
export function saidVerbatim(
  response: ValueText,
  triples: readonly Triple[],
  samples: readonly ValueText[],
): (triple: Triple, j: number) => boolean {
  const said = samples.map(
    (sample) => new Set(sample.sentences.map((sentence) => wordsOf(sample, sentence))),
  );
  const within = byPlace(triples, ({ span }) => span);
  const sentences = new Map<Triple, string>();
  for (const sentence of response.sentences) {
    const words = wordsOf(response, sentence);
    if (!beginsWithPronoun(words)) for (const triple of within(sentence.span)) sentences.set(triple, words);
  }
  return (triple, j) => said[j]?.has(sentences.get(triple) ?? '') === true;
}
