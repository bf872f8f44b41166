/**
 * The plain question that a user would ask a model without this program: one request per passage.
 *
 *   ask-passage    risk of the passage = the probability that the model states; of a sentence = the greatest confidence
 *                  of the words in it that the model calls wrong, 0 without any
 *   ask-sentences  the stated probability of the passage and of each sentence and claim
 *   ask-facts      the stated probability of the passage and of each fact; of a sentence = the greatest of its facts
 *
 * With `-samples` the prompt contains the samples, too. All probabilities are stated in percent. Quoted words that do
 * not occur in the response count for the passage alone. No publication: asking a model for its confidence is common
 * practice.
 */
import { z } from 'zod';
import { jsonAnswer } from '../../models/ask.ts';
import { numberedList } from '../../models/numbered-list.ts';
import type { PromptVariables } from '../../models/prompt.ts';
import { type CompletePassage, originalOf, type Span } from '../../passage.ts';
import { promptText } from '../../text/conversation.ts';
import { showTriple } from '../../triples/triple-parts.ts';
import { percent } from '../../verification/stated-verdict.ts';
import type { BaselineDefinition, BaselineInput, BaselineScores } from './baseline.ts';
import { type Chat, chatBaseline, triplesBySentence, withoutScores } from './chat-parts.ts';
import { writtenSamples } from './sample-judgements.ts';

type Asking = (input: BaselineInput, samples: readonly string[], chat: Chat) => Promise<BaselineScores>;

const variant = (id: string, title: string, score: Asking): BaselineDefinition[] =>
  [false, true].map((withSamples) => ({
    id: withSamples ? `${id}-samples` : id,
    title: `the model asked once: ${title}${withSamples ? ', with the samples beside' : ''}`,
    needs: ['chat'],
    ...(!withSamples && { against: 'model' as const }),
    threshold: 0.5,
    score: chatBaseline(async (input, chat) => {
      const samples = withSamples ? writtenTexts(input.passage) : [];
      if (withSamples && samples.length === 0) return withoutScores('no-samples');
      return score(input, samples, chat);
    }),
  }));

export const ASK_BASELINES: readonly BaselineDefinition[] = [
  ...variant('ask-passage', 'wrong words, and how likely the text holds an error', askPassage),
  ...variant('ask-sentences', 'how likely each sentence is wrong', askSentences),
  ...variant('ask-facts', 'how likely each fact is wrong', askFacts),
];

/** Baselines that need only the model and the text. */
export const PLAIN_QUESTIONS: readonly string[] = ASK_BASELINES.flatMap(({ id, against }) =>
  against === 'model' ? [id] : [],
);

const readErrors = jsonAnswer(
  z.object({
    probability: percent,
    errors: z.array(z.object({ words: z.string(), instead: z.string(), confidence: percent })),
  }),
);
type Errors = NonNullable<ReturnType<typeof readErrors>>['errors'];

async function askPassage(
  { passage, sentences }: BaselineInput,
  samples: readonly string[],
  chat: Chat,
): Promise<BaselineScores> {
  const { response } = passage;
  if (response.trim() === '') return withoutScores('no-sentences');
  const variables = { ...shared(passage, samples), response };
  const { value, reason, raw } = await chat.analyse('ask-passage', variables, readErrors);
  if (value === null) return withoutScores(reason, { raw });
  return {
    passage: value.probability,
    sentences: sentences.map((span) => riskOf(span, value.errors, response)),
    claims: null,
    reason: null,
    trace: value,
  };
}

/** The greatest confidence of the wrong words that touch the span, 0 where none does. */
function riskOf({ start, end }: Span, errors: Errors, response: string): number {
  const inside = errors.filter(({ words }) => {
    const at = words === '' ? -1 : response.indexOf(words);
    return at >= 0 && at < end && at + words.length > start;
  });
  return Math.max(0, ...inside.map(({ confidence }) => confidence));
}

async function askSentences(
  { passage, sentences }: BaselineInput,
  samples: readonly string[],
  chat: Chat,
): Promise<BaselineScores> {
  const texts = sentences.map(({ start, end }) => passage.response.slice(start, end));
  const items = [...texts, ...(passage.claims ?? [])];
  if (items.length === 0) return withoutScores('no-sentences');
  const variables = { ...shared(passage, samples), sentences: items };
  const { value, reason, raw } = await chat.analyse('ask-sentences', variables, readRisks(items.length));
  if (value === null) return withoutScores(reason, { raw });
  return {
    passage: value.passage,
    sentences: value.items.slice(0, texts.length),
    claims: value.items.slice(texts.length),
    reason: null,
    trace: value,
  };
}

async function askFacts(
  { passage, sentences, trace }: BaselineInput,
  samples: readonly string[],
  chat: Chat,
): Promise<BaselineScores> {
  const facts = originalOf(trace)?.triples ?? [];
  const items = [...facts.map(showTriple), ...(passage.claims ?? [])];
  if (items.length === 0) return withoutScores('no-triples');
  const variables = { ...shared(passage, samples), response: passage.response, facts: items };
  const { value, reason, raw } = await chat.analyse('ask-facts', variables, readRisks(items.length));
  if (value === null) return withoutScores(reason, { raw });
  const ofFacts = value.items.slice(0, facts.length);
  return {
    passage: value.passage,
    sentences: triplesBySentence(facts, sentences).map((inside) =>
      greatest(inside.map((index) => ofFacts[index] ?? null)),
    ),
    claims: value.items.slice(facts.length),
    reason: null,
    trace: { ...value, facts: facts.map(({ id }, index) => ({ id, risk: ofFacts[index] ?? null })) },
  };
}

const readPassage = jsonAnswer(z.object({ probability: percent }));
const readItem = z.object({ probability: percent });

function readRisks(length: number): (text: string) => { passage: number; items: (number | null)[] } | null {
  const readItems = numberedList('verdicts', length, readItem);
  return (text) => {
    const passage = readPassage(text);
    const items = readItems(text);
    if (passage === null || items === null) return null;
    return {
      passage: passage.probability,
      items: items.map(({ value }) => (value === null ? null : value.probability)),
    };
  };
}

function greatest(risks: readonly (number | null)[]): number | null {
  const known = risks.filter((risk) => risk !== null);
  return known.length === 0 ? null : Math.max(...known);
}

const writtenTexts = ({ samples }: CompletePassage): string[] =>
  writtenSamples(samples).map(({ content }) => content as string);

const shared = ({ prompt }: CompletePassage, samples: readonly string[]): PromptVariables => ({
  question: promptText(prompt),
  samples: { blocks: samples },
});
