/** Why a passage is called hallucinated in which no fact is, and a sentence. */
import { figure, oneLine, percentage, scoreFigure } from '../format/text.ts';
import type { PassageVerdict, Trace } from '../passage.ts';
import { lineAndColumn } from './facts.ts';

/** What speaks against a sentence as a whole: a reference, or the judge. */
export function noteOnSentence({ reference, judgement }: Trace, index: number): string | null {
  const value = judgement?.sentences?.[index]?.value ?? null;
  const ofJudge =
    value === null || value >= 0.5 ? null : `the model itself rates it wrong, ${percentage(1 - value)}`;
  return reference?.sentences[index]?.note ?? ofJudge;
}

/** Sentences named, the least supported. */
const MOST = 3;

/**
 * `support 0.27 is too little for the passage as a whole, though no single fact is suspicious; least supported: “She was
 * born in Paris.” (1:35, support 0.27)`, with what a reference says to each; null for every other passage.
 */
export function whyAsWhole({ passage, ...verdict }: PassageVerdict): string | null {
  const { label, score, threshold, triples, sentences, trace } = verdict;
  if (label !== 'hallucinated' || triples.some((triple) => triple.label === 'hallucinated')) return null;
  const response = passage.response ?? '';
  const named = [...sentences.entries()]
    .filter(([, sentence]) => sentence.label === 'hallucinated')
    .toSorted(([, one], [, other]) => (one.score ?? 0) - (other.score ?? 0))
    .slice(0, MOST)
    .map(([index, { span, score: own }]) => {
      const note = noteOnSentence(trace, index)?.replace(/\.$/, '');
      const words = [lineAndColumn(response, span.start), `support ${figure(own)}`, ...(note ? [note] : [])];
      return oneLine(`“${response.slice(span.start, span.end)}” (${words.join(', ')})`);
    });
  const support = `support ${scoreFigure(score, threshold)} is too little for the passage as a whole`;
  const least = named.length === 0 ? '' : `; least supported: ${named.join('; ')}`;
  return `${support}, though no single fact is suspicious${least}`;
}
