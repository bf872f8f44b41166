/**
 * Sample agreement: what whole sentences of the samples say of each triple and sentence of the response.
 *
 * It needs neither a model nor embeddings. Triples are read from the response, but their support is looked for in
 * whole sample sentences: aligning two lossy extractions loses more than it gains.
 */
import { memoizeWeak } from '../common/memoize.ts';
import type { PassageAgreement, ResponseId, Span, Triple } from '../passage.ts';
import { byPlace } from '../text/by-place.ts';
import { contentKeys, contentWords, distinctWords, type Word } from '../english/content-words.ts';
import { agreementBetween } from './agreement/between-samples.ts';
import { agreementOn } from './agreement/on-claim.ts';
import { mutualAgreement } from './agreement/mutual.ts';
import { commonGroundOf } from './agreement/common-ground.ts';
import { sampleLikeness } from './agreement/sample-likeness.ts';
import { readSample } from './agreement/samples.ts';
import { type Claim, componentScore } from './agreement/support.ts';
import { mostHeld } from './held-words.ts';
import { topicKeys } from '../english/topic-words.ts';
import { type StatedFact, statementsOfFacts } from './contradiction/fact-statements.ts';
import { numberComparison } from './agreement/number-conflicts.ts';
import { wordWeight } from '../english/lexicon/word-weights.ts';

export interface AgreementInput {
  prompt: string;
  response: string;
  /** Sentence boundaries in `response`. */
  sentences: readonly Span[];
  /** The triples of the response. */
  triples: readonly Triple[];
  /** Statements of the caller, in own words. */
  claims: readonly string[];
  /** One at least, usable ones only: no refusals, nothing empty. */
  samples: readonly string[];
  /** Ids of the samples, for the evidence. */
  sampleIds: readonly ResponseId[];
  /** Whether the samples are held against one another, too. */
  isMutual?: boolean;
}

/** Deterministic. */
export function measureAgreement(input: AgreementInput): PassageAgreement {
  const { response, sentences, triples } = input;
  const samples = input.samples.map((text, index) => readSample(input.sampleIds[index] as ResponseId, text));
  const topic = topicKeys(input.prompt, response, sentences);
  const isTopic = (key: string) => topic.has(key);
  const words = (text: string): Word[] =>
    distinctWords(contentWords(text)).filter(({ key }) => !isTopic(key));
  const ofResponse = contentKeys(response);
  const sentenceWords = sentences.map(({ start, end }) => words(response.slice(start, end)));

  const sentenceOf = wordsOfSentences({ triples, sentences, sentenceWords });
  const claims = new Map(
    triples.map((triple) => [triple, claimOf(triple, words, ofResponse, sentenceOf.get(triple))]),
  );
  const claimed = (triple: Triple) => claims.get(triple) as Claim;
  const statements = statementsOfFacts({
    ...{ prompt: input.prompt, response, triples, isTopic, weigh: wordWeight },
    samples: samples.map((words, index) => ({ text: input.samples[index] as string, words })),
    wordsOf: (triple) => claimed(triple).words,
  });
  const compareNumbers = numberComparison(samples, wordWeight);
  const agreeing = (claim: Claim, otherwise?: StatedFact['otherwise']) =>
    agreementOn(claim, samples, compareNumbers, otherwise);
  const ofSentence = memoizeWeak((own: Word[]) => ({
    ...agreeing({ words: own, sentence: own }),
    held: mostHeld(own, samples, wordWeight),
  }));
  return {
    agreement: componentScore(agreementBetween(samples, isTopic, wordWeight)),
    commonGround: componentScore(commonGroundOf(samples, isTopic, wordWeight)),
    alike: sampleLikeness(samples, isTopic, wordWeight),
    ...(input.isMutual && samples.length > 1 && { mutual: mutualAgreement(input.prompt, input.samples) }),
    triples: Object.fromEntries(
      triples.map((triple) => {
        const stated = statements[triple.id];
        const agreement = agreeing(claimed(triple), stated?.otherwise);
        const sentence = sentenceOf.get(triple);
        // now that its places in the samples are found
        if (sentence !== undefined) ofSentence(sentence);
        return [triple.id, { ...agreement, statements: stated?.statements ?? [] }];
      }),
    ),
    sentences: sentenceWords.map(ofSentence),
    claims: input.claims.map(words).map((own) => agreeing({ words: own, sentence: own })),
  };
}

/**
 * @param ofResponse keys of the response's words; an extractor may add others
 * @param sentence words of the sentence that contains the triple
 */
function claimOf(
  { head, relation, tail }: Triple,
  words: (text: string) => Word[],
  ofResponse: ReadonlySet<string>,
  sentence: Word[] = words(`${head} ${relation} ${tail}`),
): Claim {
  const own = words(tail);
  const stated = () => words(`${relation} ${tail}`).filter(({ key }) => ofResponse.has(key));
  return { words: own.length > 0 ? own : stated(), sentence };
}

/** By triple: the words of the first sentence that the middle of its span lies in. */
function wordsOfSentences({
  triples,
  sentences,
  sentenceWords,
}: Pick<AgreementInput, 'triples' | 'sentences'> & { sentenceWords: readonly Word[][] }) {
  const found = new Map<Triple, Word[]>();
  const within = byPlace(triples, ({ span }) => span);
  for (const [index, sentence] of sentences.entries()) {
    for (const triple of within(sentence))
      if (!found.has(triple)) found.set(triple, sentenceWords[index] as Word[]);
  }
  return found;
}
