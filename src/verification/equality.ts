/**
 * Whether answers give back the hidden part of a triple. Three judges in turn, each for what the one before left
 * open: equal normal form; cosine of the embeddings above a threshold (never where numbers or negation differ);
 * the analyst, in one call for all that is left. Equal answers are judged once.
 */

import { cosine } from '../graph/cosine.ts';
import { normaliseEntity, numbersIn } from '../graph/normalise.ts';
import { type Asked, askOnce, type UnusableReason } from '../models/ask.ts';
import type { CallOptions, ChatModel } from '../models/chat-model.ts';
import type { Embedder } from '../models/embedder.ts';
import type { PromptSet } from '../models/prompt.ts';
import type { Draw, TaskResult } from '../passage.ts';
import { scoreDraws } from './task-result.ts';
import { verdictList } from './verdict-list.ts';

export interface EqualityJudge {
  analyst: ChatModel;
  embedder: Embedder;
  prompts: PromptSet;
  /** Cosine in [−1, 1]. */
  embeddingMatch: number;
}

export interface EqualityQuestion {
  /** The question or masked triple as put to the model, for the record. */
  asked: string;
  answers: readonly Asked<string>[];
  /** The hidden part. */
  expected: string;
  /** The triple with a gap, for the analyst. */
  context: string;
}

type Judgement = Pick<Draw, 'match' | 'matchedBy'>;

/** The result of a task whose answers are free text. */
export async function judgeAnswers(
  question: EqualityQuestion,
  judge: EqualityJudge,
  options?: CallOptions,
): Promise<TaskResult> {
  const forms = new Map<string, string>();
  for (const { value } of question.answers) {
    if (value !== null && !forms.has(normaliseEntity(value))) forms.set(normaliseEntity(value), value);
  }
  const { judgements, failure } = await judgeForms(forms, question, { judge, options });

  const failures: UnusableReason[] = [];
  const draws = question.answers.map(({ value, reason, raw }): Draw => {
    if (value === null) failures.push(reason);
    const judgement = value === null ? undefined : judgements.get(normaliseEntity(value));
    if (value !== null && judgement === undefined) failures.push(failure ?? 'unparsable');
    return { answer: value ?? raw, match: null, matchedBy: null, ...judgement };
  });
  return scoreDraws(question.asked, draws, failures);
}

interface Judgements {
  /** By normal form; forms that could not be judged are absent. */
  judgements: Map<string, Judgement>;
  /** Why the analyst gave no judgement, where it gave none. */
  failure: UnusableReason | null;
}

async function judgeForms(
  forms: ReadonlyMap<string, string>,
  { expected, context }: EqualityQuestion,
  { judge, options }: { judge: EqualityJudge; options: CallOptions | undefined },
): Promise<Judgements> {
  const judgements = new Map<string, Judgement>();
  const open = () => [...forms].filter(([form]) => !judgements.has(form));

  const expectedForm = normaliseEntity(expected);
  if (expectedForm !== '' && forms.has(expectedForm)) {
    judgements.set(expectedForm, { match: true, matchedBy: 'normalised' });
  }
  const comparable = open().filter(([, text]) => !differsInDetail(text, expected));
  if (comparable.length > 0) {
    const texts = [expected, ...comparable.map(([, text]) => text)];
    const [target, ...vectors] = await judge.embedder.embed(texts, options);
    for (const [index, [form]] of comparable.entries()) {
      const similarity = cosine(target as Float32Array, vectors[index] as Float32Array);
      if (similarity > judge.embeddingMatch) judgements.set(form, { match: true, matchedBy: 'embedding' });
    }
  }
  const left = open();
  if (left.length === 0) return { judgements, failure: null };
  const asked = await askOnce(
    judge.analyst,
    {
      prompt: judge.prompts.get('judge-equal'),
      variables: { expected, context, candidates: left.map(([, text]) => text) },
      parse: verdictList('same', left.length),
    },
    options,
  );
  for (const [index, [form]] of left.entries()) {
    const same = asked.value?.[index] ?? null;
    if (same !== null) judgements.set(form, { match: same, matchedBy: same ? 'analyst' : null });
  }
  return { judgements, failure: asked.reason };
}

/** Other numbers, or "not" in one alone: what embeddings hardly see. */
function differsInDetail(left: string, right: string): boolean {
  return numbersIn(left).join(' ') !== numbersIn(right).join(' ') || isNegated(left) !== isNegated(right);
}

function isNegated(text: string): boolean {
  return /\b(?:not|never|no|none|neither|nor|without|cannot)\b|n['’]t\b/i.test(text);
}
