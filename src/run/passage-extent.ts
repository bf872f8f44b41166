/** How much there is of a passage, as far as it can be told before any model is asked. */
import type { Config } from '../config/schema.ts';
import type { Passage } from '../passage.ts';
import { splitSentences } from '../text/sentences.ts';

/** Triples of a sentence, on the high side of what the extractors find. */
const TRIPLES_PER_SENTENCE = 2;
/** Of a response that is not there yet. */
export const SENTENCES = 8;
const TOKENS_PER_SENTENCE = 25;
const CHARACTERS_PER_TOKEN = 4;

export interface PassageExtent {
  /** n: samples that are used, given or drawn. */
  samples: number;
  /** Whether the samples are to be drawn. */
  drawn: boolean;
  /** Whether the response is there. */
  answered: boolean;
  sentences: number;
  /** m: triples of the response, estimated from its sentences. */
  triples: number;
  /** Triples of a sample on average, estimated from its length beside the response. */
  sampleTriples: number;
  claims: number;
  /** Characters of a sample on average. */
  sampleCharacters: number;
  /** Tokens of the prompt, of the response, of a sample on average, and of all references. */
  tokens: { question: number; response: number; sample: number; references: number };
  /** Whether the model under evaluation gives one answer a request. */
  oneAnswerARequest: boolean;
}

/** @param count tokens of a text */
export function extentOf(passage: Passage, config: Config, count: (text: string) => number): PassageExtent {
  const { response, sentences: given, claims = [] } = passage;
  const samples = usedSamples(passage, config);
  const sentences = given?.length ?? (response === undefined ? SENTENCES : splitSentences(response).length);
  const responseTokens = response === undefined ? SENTENCES * TOKENS_PER_SENTENCE : count(response);
  const responseCharacters = response?.length ?? responseTokens * CHARACTERS_PER_TOKEN;
  const sampleTokens = samples.length === 0 ? responseTokens : mean(samples.map(count));
  const triples = TRIPLES_PER_SENTENCE * sentences;
  const drawn = isDrawn(passage);
  return {
    samples: drawn ? drawnSamples(config) : samples.length,
    drawn,
    answered: response !== undefined,
    sentences,
    triples,
    sampleTriples: responseTokens === 0 ? 0 : (triples * sampleTokens) / responseTokens,
    claims: claims.length,
    sampleCharacters: samples.length === 0 ? responseCharacters : mean(samples.map(({ length }) => length)),
    tokens: {
      question: count(passage.prompt),
      response: responseTokens,
      sample: sampleTokens,
      references: (passage.context ?? []).reduce((sum, text) => sum + count(text), 0),
    },
    oneAnswerARequest: answersSingly(config),
  };
}

/** Samples that passages bring and that are used, and those that would be drawn. */
export function sampleCounts(
  passages: readonly Passage[],
  config: Config,
): { given: number; toDraw: number } {
  const given = passages.reduce((sum, passage) => sum + usedSamples(passage, config).length, 0);
  return { given, toDraw: passages.filter(isDrawn).length * drawnSamples(config) };
}

/** Whether the configuration says that a request gives one answer; other services may turn out to. */
export function answersSingly({ models: { generator } }: Config): boolean {
  return generator.multipleChoices === 'no' || generator.api === 'responses';
}

const isDrawn = ({ samples = [] }: Passage): boolean => samples.length === 0;
const usedSamples = ({ samples = [] }: Passage, { sampling }: Config) => samples.slice(0, sampling.limit);
const drawnSamples = ({ sampling }: Config): number => (sampling.ask ? sampling.n : 0);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
