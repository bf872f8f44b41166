/**
 * What the samples say of each fact of the response, as a model reads their whole texts: all facts and all samples in
 * one request, or in as few as their length allows.
 *
 * A contradiction counts where a sentence of the sample holds the value that it is said to give instead. One that
 * stands nowhere in it, one that gives the fact's own value, and a sample named on both sides are `incomparable`.
 * From the statements follows the fact filter f_t (paper 3.4): the facts that every sample with triples repeats.
 */
import { z } from 'zod';
import { mapAll } from '../common/map-all.ts';
import { contentWords } from '../english/content-words.ts';
import { normalisePhrase } from '../english/normalise.ts';
import { splitSentences } from '../english/sentences.ts';
import { cardinalOf, ordinalOf } from '../english/values/number-words.ts';
import type { Asked } from '../models/ask.ts';
import type { CallOptions } from '../models/chat-model.ts';
import { labelNumber } from '../models/numbered-list.ts';
import { onOneLine } from '../models/prompt.ts';
import {
  type CompletePassage,
  type ResponseId,
  type SampleStatement,
  type Segmentation,
  type Span,
  sampleTexts,
  type Triple,
  type TripleVerification,
} from '../passage.ts';
import { promptText } from '../text/conversation.ts';
import { fold } from '../text/fold.ts';
import { isTooLong, showTriple } from '../triples/triple-parts.ts';
import { askList } from './ask-list.ts';
import { packed } from './even-chunks.ts';
import { type FactFilter, type ModelFilterInput, supportedByAll, withTriples } from './fact-filter.ts';
import { holdsPhrase } from './leaks.ts';

/** Characters of facts and of samples in one request, unless a single one is longer. */
const FACTS_AT_ONCE = 6000;
const SAMPLES_AT_ONCE = 18_000;

export interface FactSupportInput extends ModelFilterInput {
  passage: Pick<CompletePassage, 'prompt' | 'samples'>;
}

/** The part of a triple's record that comes from this reading. */
export type FactSupport = Pick<TripleVerification, 'statements' | 'noStatements'>;

interface Sample {
  id: ResponseId;
  text: string;
  find: ReturnType<typeof sentenceFinder>;
}

const verdictSchema = z.object({
  supports: z.array(labelNumber),
  contradicts: z.array(z.object({ sample: labelNumber, value: z.string(), instead: z.string() })),
});
type Verdict = z.output<typeof verdictSchema>;

/** One for each triple, in order; a sample that no usable answer speaks of has no statement. */
export async function supportOfFacts(input: FactSupportInput, options?: CallOptions): Promise<FactSupport[]> {
  const { passage, triples, samples } = input;
  const texts = sampleTexts(passage.samples);
  const shown = samples.map(({ responseId: id }): Sample => {
    const text = texts.get(id) ?? '';
    return { id, text, find: sentenceFinder(text) };
  });
  const groups = packed(triples, FACTS_AT_ONCE, (triple) => showTriple(triple).length);
  const sampleGroups = packed(shown, SAMPLES_AT_ONCE, ({ text }) => text.length);
  const answers = await mapAll(
    groups.flatMap((facts) => sampleGroups.map((own) => ({ facts, samples: own }))),
    (request) => askSupport(request, input, options),
  );
  return triples.map(({ id }) => {
    const own = answers.flatMap((answer) => answer.get(id) ?? []);
    const statements = own.flatMap((part) => part.statements ?? []);
    const noStatements = own.find((part) => part.noStatements !== undefined)?.noStatements;
    return { statements, ...(statements.length === 0 && noStatements && { noStatements }) };
  });
}

/** f_t. @param support one for each triple, in order */
export function supportedFacts(
  triples: readonly Triple[],
  support: readonly FactSupport[],
  samples: readonly Segmentation[],
): FactFilter {
  const repeats = support.map(({ statements = [] }) => {
    const saying = statements.filter(({ says }) => says === 'repeats');
    return new Set(saying.map(({ responseId }) => responseId));
  });
  return supportedByAll(
    triples,
    withTriples(samples).map(({ responseId }) => repeats.map((ids) => ids.has(responseId))),
  );
}

/** The statements from one request, by triple. */
async function askSupport(
  { facts, samples }: { facts: readonly Triple[]; samples: readonly Sample[] },
  { judge, prompts, passage }: FactSupportInput,
  options?: CallOptions,
): Promise<Map<string, FactSupport>> {
  const question = {
    prompt: prompts.get('fact-support'),
    variables: (rows: readonly Triple[]) => ({
      question: promptText(passage.prompt),
      facts: rows.map((fact, index) => `F${index + 1}. ${onOneLine(showTriple(fact))}`).join('\n'),
      samples: { blocks: samples.map(({ text }, index) => `S${index + 1}:\n${text}`) },
    }),
    ...{ list: 'verdicts', item: verdictSchema },
  };
  const answers = await askList(judge, facts, question, options);
  return new Map(
    facts.map((fact, index) => {
      const { value, reason } = answers[index] as Asked<Verdict>;
      const support: FactSupport =
        value === null
          ? { noStatements: reason }
          : { statements: samples.map((sample, position) => statementOf(fact, sample, position + 1, value)) };
      return [fact.id, support];
    }),
  );
}

/** The statement of one sample on one fact. @param number of the sample in the request */
function statementOf(
  fact: Triple,
  { id, find }: Sample,
  number: number,
  { supports, contradicts }: Verdict,
): SampleStatement {
  const nothing = { coverage: null, kind: null, value: null, instead: null, quote: null, likeness: null };
  const says = (own: SampleStatement['says']) => ({ responseId: id, says: own, ...nothing });
  const isSupported = supports.includes(number);
  const against = contradicts.find(({ sample }) => sample === number);
  if (against === undefined) return says(isSupported ? 'repeats' : 'silent');
  const { value, instead } = against;
  const isOther = ![value, instead].some(isTooLong) && normalisePhrase(value) !== normalisePhrase(instead);
  const quote = isOther && !isSupported ? find(instead, showTriple(fact)) : null;
  return quote === null ? says('incomparable') : { ...says('contradicts'), value, instead, quote };
}

/** Scripts that put no space between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/**
 * Finds the sentence of a text that holds the words given, of several the one nearest to what they are said of. A sentence
 * holds words that stand in it in a row, whatever their case and marks (in scripts without spaces, as written), and those
 * whose content words it all has in some form ("two" and "2", "moved" and "moves").
 */
export function sentenceFinder(text: string): (words: string, near: string) => Span | null {
  const sentences = splitSentences(text).map((span) => {
    const own = text.slice(span.start, span.end);
    return { span, text: own, keys: new Set(keysOf(own)) };
  });
  return (words, near) => {
    const wanted = keysOf(words);
    const around = [...new Set(keysOf(near))];
    const found = sentences
      .filter(
        ({ text: own, keys }) =>
          holdsPhrase(own, words) ||
          (UNSPACED.test(words) && own.includes(words.trim())) ||
          (wanted.length > 0 && wanted.every((key) => keys.has(key))),
      )
      .map(({ span, keys }) => ({ span, shared: around.filter((key) => keys.has(key)).length }));
    const most = Math.max(...found.map(({ shared }) => shared));
    return found.find(({ shared }) => shared === most)?.span ?? null;
  };
}

/** Numbers as digits, other words as their stems. */
function keysOf(text: string): string[] {
  return contentWords(text).map(({ key, surface }) => {
    const word = fold(surface);
    return String(cardinalOf(word) ?? ordinalOf(word) ?? key);
  });
}
