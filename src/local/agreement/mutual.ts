/**
 * How far samples agree with one another as a response would with them: each sentence of each sample against the other samples,
 * on average. Answers to one question that tell of different things do not, though none of them is wrong.
 */
import type { PassageAgreement } from '../../passage.ts';
import { wordWeight } from '../../english/lexicon/word-weights.ts';
import { splitSentences } from '../../english/sentences.ts';
import { topicKeys } from '../../english/topic-words.ts';
import { mean } from '../../statistics/summary.ts';
import { numberComparison } from './number-conflicts.ts';
import { agreementOn } from './on-claim.ts';
import { readSample } from './samples.ts';
import { componentScore } from './support.ts';

/** @param texts two at least */
export function mutualAgreement(
  prompt: string,
  texts: readonly string[],
): NonNullable<PassageAgreement['mutual']> {
  const samples = texts.map((text, index) => readSample(`sample-${index + 1}`, text));
  const rows = samples.flatMap(({ sentences }, index) => {
    const text = texts[index] as string;
    const others = samples.filter((_, other) => other !== index);
    const topic = topicKeys(prompt, text, splitSentences(text).slice(0, 1));
    const compareNumbers = numberComparison(others, wordWeight);
    return sentences.map(({ words }) => {
      const own = words.filter(({ key }) => !topic.has(key));
      return agreementOn({ words: own, sentence: own }, others, compareNumbers);
    });
  });
  const averageOf = (part: 'support' | 'numbers' | 'spread') =>
    componentScore(mean(rows.map((row) => row[part].value)));
  return {
    support: averageOf('support'),
    numbers: averageOf('numbers'),
    spread: averageOf('spread'),
  };
}
