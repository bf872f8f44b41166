/**
 * Whether answers give back the hidden parts of triples. Three judges in turn, each for what the one before left
 * open: equal normal form; cosine of the embeddings above a threshold (never where numbers or negation differ);
 * the judge model, which is shown what is left of many questions in one call. Equal answers to a question are judged once.
 */
import { z } from 'zod';
import { cosine } from '../graph/cosine.ts';
import { type Asked, askOnce, type UnusableReason } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import type { Embedder } from '../models/embedder.ts';
import { itemOf, missingItems, numberedList } from '../models/numbered-list.ts';
import type { PromptSet } from '../models/prompt.ts';
import type { Draw, TaskResult } from '../passage.ts';
import { isNegated } from '../text/negation.ts';
import { normaliseEntity } from '../text/normalise.ts';
import { numbersIn } from '../text/numbers.ts';
import { inChunks } from './even-chunks.ts';
import { scoreDraws } from './task-result.ts';
import { yesOrNo } from './verdict-list.ts';

export interface EqualityJudge {
  model: ChatModel;
  embedder: Embedder;
  prompts: PromptSet;
}

export interface EqualityQuestion {
  /** The question or masked triple as put to the model, for the record. */
  asked: string;
  answers: readonly Asked<string>[];
  /** The hidden part. */
  expected: string;
  /** The triple with a gap, for the judge model. */
  context: string;
}

/** What was made of one answer; the reason and what the judge model said where nothing could be made of it. */
type Judgement = Pick<Draw, 'match' | 'matchedBy'> & {
  failure: { reason: UnusableReason; raw: string } | null;
};

/** One wording of an answer to one question, not judged yet. */
interface OpenCase {
  question: EqualityQuestion;
  form: string;
  text: string;
}

/** The results of questions whose answers are free text, in order. */
export type AnswerJudge = (
  questions: readonly EqualityQuestion[],
  options?: CallOptions,
) => Promise<TaskResult[]>;

/**
 * A judge for one passage; it remembers its judgements, so that more answers to the same question cost only those
 * that are new.
 *
 * @param casesAtOnce answers the judge model is shown in one call
 */
export function createAnswerJudge(judge: EqualityJudge, casesAtOnce: number): AnswerJudge {
  const known = new Map<string, Judgement>();
  const keyOf = ({ context, expected }: EqualityQuestion, form: string) =>
    JSON.stringify([context, expected, form]);
  const openCases = (questions: readonly EqualityQuestion[]): OpenCase[] => {
    const open = new Map<string, OpenCase>();
    for (const question of questions) {
      for (const { value } of question.answers) {
        if (value === null) continue;
        const form = normaliseEntity(value);
        const key = keyOf(question, form);
        if (!known.has(key) && !open.has(key)) open.set(key, { question, form, text: value });
      }
    }
    return [...open.values()];
  };
  const keep = (cases: readonly OpenCase[], judgements: readonly (Judgement | null)[]) => {
    for (const [index, { question, form }] of cases.entries()) {
      const judgement = judgements[index];
      if (judgement) known.set(keyOf(question, form), judgement);
    }
  };
  return async (questions, options) => {
    for (const look of [lookAtForms, lookAtVectors(judge), askModel(judge, casesAtOnce)]) {
      const cases = openCases(questions);
      if (cases.length > 0) keep(cases, await look(cases, options));
    }
    return questions.map((question) =>
      resultOf(question, (value) => known.get(keyOf(question, normaliseEntity(value))) as Judgement),
    );
  };
}

type Look = (cases: readonly OpenCase[], options?: CallOptions) => Promise<(Judgement | null)[]>;

const matched = (matchedBy: Draw['matchedBy']): Judgement => ({ match: true, matchedBy, failure: null });

const lookAtForms: Look = async (cases) =>
  cases.map(({ question, form }) =>
    form !== '' && form === normaliseEntity(question.expected) ? matched('normalised') : null,
  );

/** Answers above this cosine are equal without asking the judge. */
const SAME_ANSWER = 0.9;

function lookAtVectors({ embedder }: EqualityJudge): Look {
  return async (cases, options) => {
    const comparable = cases.filter(({ question, text }) => !differsInDetail(text, question.expected));
    if (comparable.length === 0) return [];
    const texts = [...new Set(comparable.flatMap(({ question, text }) => [question.expected, text]))];
    const found = await embedder.embed(texts, options);
    const vectors = new Map(texts.map((text, index) => [text, found[index] as Float32Array]));
    const vectorOf = (text: string) => vectors.get(text) as Float32Array;
    return cases.map((one) => {
      if (!comparable.includes(one)) return null;
      const similarity = cosine(vectorOf(one.question.expected), vectorOf(one.text));
      return similarity > SAME_ANSWER ? matched('embedding') : null;
    });
  };
}

const readSame = z.object({ same: yesOrNo }).transform(({ same }) => same);

function askModel({ model, prompts }: EqualityJudge, casesAtOnce: number): Look {
  const askChunk = async (cases: readonly OpenCase[], options?: CallOptions): Promise<Judgement[]> => {
    const asked = await askOnce(
      model,
      {
        prompt: prompts.get('judge-pairs'),
        variables: {
          gaps: cases.map(({ question }) => question.context),
          expected: cases.map(({ question }) => question.expected),
          answers: cases.map(({ text }) => text),
        },
        parse: numberedList('verdicts', cases.length, readSame),
        faults: missingItems,
      },
      options,
    );
    return cases.map((_, index) => {
      const { value, reason, raw } = itemOf(asked, index);
      if (value === null) return { match: null, matchedBy: null, failure: { reason, raw } };
      return { match: value, matchedBy: value ? 'judge' : null, failure: null };
    });
  };
  return async (cases, options) => {
    const judgements: Judgement[] = [];
    for (const chunk of inChunks(cases, casesAtOnce)) judgements.push(...(await askChunk(chunk, options)));
    return judgements;
  };
}

function resultOf(question: EqualityQuestion, judgementOf: (value: string) => Judgement): TaskResult {
  const failures: UnusableReason[] = [];
  const unread = new Set<string>();
  const draws = question.answers.map(({ value, reason, raw }): Draw => {
    if (value === null) {
      failures.push(reason);
      return { answer: raw, match: null, matchedBy: null };
    }
    const { match, matchedBy, failure } = judgementOf(value);
    if (failure !== null) {
      failures.push(failure.reason);
      unread.add(failure.raw);
    }
    return { answer: value, match, matchedBy };
  });
  const result = scoreDraws(question.asked, draws, failures);
  return unread.size === 0 ? result : { ...result, raw: [...unread].join('\n') };
}

/** Other numbers, or "not" in one alone: what embeddings hardly see. */
function differsInDetail(left: string, right: string): boolean {
  return numbersIn(left).join(' ') !== numbersIn(right).join(' ') || isNegated(left) !== isNegated(right);
}
