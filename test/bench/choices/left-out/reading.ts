/** A passage as sample agreement reads it: the words of its samples and of every claim it makes. */
import { readSample, type Sample } from '../../../../src/consistency/agreement/samples.ts';
import type { Claim } from '../../../../src/consistency/agreement/support.ts';
import { topicKeys } from '../../../../src/consistency/agreement/topic-words.ts';
import { ORIGINAL, type PassageVerdict, type Span, sampleId, type Triple } from '../../../../src/passage.ts';
import { contentWords, distinctWords, type Word } from '../../../../src/text/content-words.ts';
import { usableResponses } from '../compare-anew.ts';
import { promptText } from '../../../../src/text/conversation.ts';

/** A claim with the texts its words are from. */
export interface ReadClaim extends Claim {
  /** What states it: the first text that has any words counts. */
  texts: string[];
  /** The sentence it stands in. */
  sentenceText: string;
}

export interface Reading {
  samples: Sample[];
  isTopic: (key: string) => boolean;
  triples: ReadClaim[];
  sentences: ReadClaim[];
  claims: ReadClaim[];
}

export function readPassage(verdict: PassageVerdict): Reading {
  const { passage, trace } = verdict;
  const { prompt, response = '' } = passage;
  const spans = verdict.sentences.map(({ span }) => span);
  const topic = topicKeys(promptText(prompt), response, spans);
  const isTopic = (key: string) => topic.has(key);
  const words = wordsBeside(isTopic);
  const whole = (text: string): ReadClaim => {
    const own = words(text);
    return { words: own, sentence: own, texts: [text], sentenceText: text };
  };
  const sentences = spans.map(({ start, end }) => whole(response.slice(start, end)));
  const ofTriple = (triple: Triple): ReadClaim => {
    const { head, relation, tail, span } = triple;
    const { sentence, sentenceText } =
      sentences[span === null ? -1 : sentenceAt(spans, span)] ?? whole(`${head} ${relation} ${tail}`);
    const texts = [tail, `${relation} ${tail}`];
    return { words: firstOf(texts, words), sentence, texts, sentenceText };
  };
  const original = trace.segmentations.find(({ responseId }) => responseId === ORIGINAL);
  return {
    samples: samplesOf(verdict),
    isTopic,
    triples: (original?.triples ?? []).map(ofTriple),
    sentences,
    claims: (passage.claims ?? []).map(whole),
  };
}

function samplesOf(verdict: PassageVerdict): Sample[] {
  const texts = new Map(verdict.passage.samples?.map((text, index) => [sampleId(index), text]));
  if (verdict.trace.segmentations.length === 0) return [];
  const [, ...usable] = usableResponses(verdict);
  return usable.map(({ responseId }) => readSample(responseId, texts.get(responseId) as string));
}

const wordsBeside =
  (isTopic: (key: string) => boolean) =>
  (text: string): Word[] =>
    distinctWords(contentWords(text)).filter(({ key }) => !isTopic(key));

/** What the first text that yields anything yields. */
export const firstOf = <T>(texts: readonly string[], read: (text: string) => T[]): T[] =>
  texts.map(read).find((found) => found.length > 0) ?? [];

/** Position of the sentence that the middle of the span lies in. */
function sentenceAt(spans: readonly Span[], { start, end }: Span): number {
  const middle = (start + end) / 2;
  return spans.findIndex((span) => span.start <= middle && middle < span.end);
}
