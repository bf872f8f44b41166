/**
 * Semantic entropy of longer texts (Farquhar et al., Nature 2024), the variant the GCA paper compares with:
 * response -> facts -> questions -> answers -> clusters of equal meaning -> entropy.
 *
 *   risk of a fact    = mean entropy over its questions (see answer-clusters.ts), in nats, [0, ln(ANSWERS + 1)]
 *   risk of a passage = mean over its facts
 *
 * For each fact the analyst phrases questions that it answers, with the fact's own answer; the model under
 * evaluation, which is given the prompt of the passage and the text up to the fact, answers each several times. The
 * fact's answer and the drawn ones are clustered together; a question to which half of them know nothing has the entropy
 * of answers that all differ.
 *
 * Sentences and claims that the passage brings with it are its facts, and each gets a score; the passage has the
 * mean of its sentences, of its claims where it brings no sentences. A passage that brings neither is broken into
 * facts by the analyst, and has a passage score alone.
 *
 * Calls: 1 for the facts where needed; for each fact 1 for the questions, QUESTIONS for the answers (each of
 * ANSWERS choices, so more where a service draws one at a time) and at most 1 for the clusters. Answers that cannot
 * be used are left out; a question without any has no entropy.
 */
import { z } from 'zod';
import { mapAll } from '../../common/map-all.ts';
import { jsonAnswer, type UnusableReason } from '../../models/ask.ts';
import { subSeed } from '../../common/random.ts';
import { mean } from '../../statistics/summary.ts';
import {
  type AnsweredQuestion,
  clusterAnswers,
  clusterEntropy,
  isUnanswerable,
  type TextSoFar,
} from './answer-clusters.ts';
import type { BaselineDefinition, BaselineInput, BaselineScores } from './baseline.ts';
import { type Chat, chatBaseline, meanScores, withoutScores } from './chat-parts.ts';
import { promptText } from '../../text/conversation.ts';

/** Questions per fact and answers per question, as in the run recorded by the authors of GCA. */
export const QUESTIONS = 6;
export const ANSWERS = 3;
const TEMPERATURE = 1;

export const SEMANTIC_ENTROPY_BASELINE: BaselineDefinition = {
  id: 'semantic-entropy',
  title: 'Semantic entropy of facts (Farquhar et al., Nature 2024)',
  needs: ['chat'],
  score: chatBaseline(scorePassage),
};

interface QuestionRecord extends Omit<DrawnAnswers, 'reason'> {
  /** The cluster of `expected`, then of each answer; null where they could not be clustered. */
  clusters: number[] | null;
  entropy: number | null;
  /** Set where the entropy is that of all-different answers, since half of them say that they do not know. */
  unanswerable?: true;
}

async function scorePassage(input: BaselineInput, chat: Chat): Promise<BaselineScores> {
  const { response, sentences: brought, claims = [] } = input.passage;
  const sentences =
    brought === undefined ? [] : input.sentences.map(({ start, end }) => response.slice(start, end));
  const isGiven = sentences.length + claims.length > 0;
  const found = isGiven ? null : await findFacts(input, chat);
  if (found?.value === null) return withoutScores(found.reason);
  const facts = found?.value ?? [...sentences, ...claims];
  if (facts.length === 0) return withoutScores('no-facts');

  const request = promptText(input.passage.prompt);
  const starts = brought === undefined ? [] : input.sentences.map(({ start }) => start);
  const beforeOf = (index: number): string => {
    const start = starts[index];
    const earlier = facts.slice(sentences.length, index).join(' ');
    return (start === undefined ? earlier : response.slice(0, start)).trim() || NOTHING_YET;
  };
  const records = await mapAll(facts, (fact, index) =>
    scoreFact({ input, fact, index, place: { request, before: beforeOf(index) } }, chat),
  );
  const risks = records.map(({ risk }) => risk);
  const ofSentences = risks.slice(0, sentences.length);
  return meanScores(mean(ofSentences) === null ? risks : ofSentences, {
    sentences: sentences.length > 0 ? ofSentences : null,
    claims: claims.length > 0 ? risks.slice(sentences.length) : null,
    reason: records.find(({ reason }) => reason !== null)?.reason ?? null,
    trace: { facts: records },
  });
}

const findFacts = ({ passage: { prompt, response } }: BaselineInput, chat: Chat) =>
  chat.analyse('response-facts', { question: promptText(prompt), response }, readFacts);

const NOTHING_YET = '(nothing yet)';

interface FactPlace {
  input: BaselineInput;
  fact: string;
  index: number;
  /** The request, and the sentences or facts before this one. */
  place: TextSoFar;
}

async function scoreFact(own: FactPlace, chat: Chat) {
  const { fact, place } = own;
  const unscored = { fact, risk: null, questions: [] as QuestionRecord[] };
  const variables = { before: place.before, fact, count: QUESTIONS };
  const phrased = await chat.analyse('fact-questions', variables, readQuestions);
  if (phrased.value === null) return { ...unscored, reason: phrased.reason };
  const questions = phrased.value.slice(0, QUESTIONS);
  if (questions.length === 0) return { ...unscored, reason: 'no-question' };

  const drawn = await drawAnswers(questions, own, chat);
  const answered = drawn.map(
    ({ question, expected, answers }): AnsweredQuestion => ({ question, answers: [expected, ...answers] }),
  );
  const open = answered.filter(({ answers }) => answers.length === 1 || !isUnanswerable(answers));
  const { clusters, failure } = await clusterAnswers(open, place, chat);
  const records = drawn.map(({ question, expected, answers }, position): QuestionRecord => {
    const all = answered[position] as AnsweredQuestion;
    const at = open.indexOf(all);
    const record = { question, expected, answers };
    if (at < 0)
      return { ...record, clusters: null, entropy: Math.log(all.answers.length), unanswerable: true };
    const found = answers.length > 0 ? (clusters[at] ?? null) : null;
    return { ...record, clusters: found, entropy: found && clusterEntropy(found) };
  });
  const risk = mean(records.map(({ entropy }) => entropy));
  const refusal = drawn.find(({ reason }) => reason !== null)?.reason;
  return {
    fact,
    risk,
    reason: risk === null ? (failure ?? refusal ?? 'unparsable') : null,
    questions: records,
  };
}

interface DrawnAnswers {
  question: string;
  expected: string;
  answers: string[];
  reason: UnusableReason | null;
}

const REFUSED = 'unknown';

async function drawAnswers(
  questions: readonly { question: string; answer: string }[],
  { input, index, place }: FactPlace,
  chat: Chat,
): Promise<DrawnAnswers[]> {
  return mapAll(
    questions,
    async ({ question, answer }, position) => {
      const seed = subSeed(input.seed, input.passage.id, 'semantic-entropy', index, position);
      const how = { n: ANSWERS, temperature: TEMPERATURE, seed };
      const asked = await chat.draw('subquestion-answer', { ...place, question }, readAnswer, how);
      return {
        question,
        expected: answer,
        answers: asked.flatMap(({ value, reason }) => value ?? (reason === 'refused' ? REFUSED : [])),
        reason: asked.find(({ reason }) => reason !== null)?.reason ?? null,
      };
    },
    { concurrency: 1 },
  );
}

const text = z.string().trim().min(1);
const words = z.union([z.string(), z.number()]).transform(String).pipe(text);
const readFacts = jsonAnswer(z.object({ facts: z.array(text) }).transform(({ facts }) => facts));
const readQuestions = jsonAnswer(
  z
    .object({ questions: z.array(z.object({ question: text, answer: words })) })
    .transform(({ questions }) => questions),
);
const readAnswer = jsonAnswer(z.object({ answer: words }).transform(({ answer }) => answer));
