/** Pairs of neighbouring content words in place of words, for support. */
import type { Sample, SampleSentence } from '../../../../src/consistency/agreement/samples.ts';
import type { Claim } from '../../../../src/consistency/agreement/support.ts';
import type { WordWeights } from '../../../../src/consistency/agreement/word-weights.ts';
import { contentWords, distinctWords, type Word } from '../../../../src/text/content-words.ts';
import { firstOf, type ReadClaim } from './reading.ts';

const JOINT = '_';

/** Pairs of which one word at least is not of the topic; dates, which are pairs already, are left out. */
export function pairsOf(text: string, isTopic: (key: string) => boolean): Word[] {
  const words = contentWords(text).filter(({ key }) => !/^(day|month):/.test(key));
  const pairs = words.slice(1).flatMap((right, index): Word[] => {
    const left = words[index] as Word;
    if (isTopic(left.key) && isTopic(right.key)) return [];
    return [{ key: left.key + JOINT + right.key, surface: `${left.surface} ${right.surface}`, kind: 'word' }];
  });
  return distinctWords(pairs);
}

/** Mean weight of the two words. */
export const pairWeight =
  (weigh: WordWeights): WordWeights =>
  (key) => {
    const [left, right] = key.split(JOINT) as [string, string];
    return (weigh(left) + weigh(right)) / 2;
  };

export const inPairs = ({ texts, sentenceText }: ReadClaim, isTopic: (key: string) => boolean): Claim => ({
  words: firstOf(texts, (text) => pairsOf(text, isTopic)),
  sentence: pairsOf(sentenceText, isTopic),
});

export function sampleInPairs({ id, sentences }: Sample, isTopic: (key: string) => boolean): Sample {
  const places = new Map<string, number[]>();
  const read = sentences.map(({ text }, position): SampleSentence => {
    const words = pairsOf(text, isTopic);
    for (const { key } of words) places.set(key, [...(places.get(key) ?? []), position]);
    return { text, words, keys: new Set(words.map(({ key }) => key)) };
  });
  return { id, sentences: read, keys: new Set(places.keys()), places };
}
