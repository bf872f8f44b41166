/**
 * HEQA, head entity by question answering (paper 3.4): the analyst phrases a question whose answer is h_i, within
 * the facts f_t \ {i}; the model under evaluation answers it N_A times;  S_h = N_h / N_A,  N_h = answers that
 * match h_i.
 */
import { z } from 'zod';
import { type Asked, ask, askOnce, jsonAnswer } from '../models/ask.ts';
import type { CallOptions } from '../models/chat-model.ts';
import type { TaskResult, Triple } from '../passage.ts';
import { subSeed } from '../common/random.ts';
import { normaliseEntity } from '../english/normalise.ts';
import { withoutStopWords } from '../english/lexicon/stop-words.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { judgeEach } from './judge-each.ts';
import type { TaskContext } from './verifier.ts';
import { noResult } from './task-result.ts';

/** A question that contains its own answer is requested once more. */
const ATTEMPTS = 2;

const readQuestion = jsonAnswer(
  z.object({ question: z.string().trim().min(1) }).transform((row) => row.question),
);

export const headAnswer = z
  .object({ answer: z.union([z.string(), z.number()]).transform(String) })
  .transform(({ answer }) => answer.trim());
const readAnswer = jsonAnswer(headAnswer);

export async function verifyHead(
  triple: Triple,
  known: readonly Triple[],
  context: TaskContext,
  options?: CallOptions,
): Promise<TaskResult> {
  const phrased = await phraseQuestion(triple, known, context, options);
  if (phrased.value === null) return noResult(phrased.reason, null, phrased.raw);
  const question = phrased.value;
  if (givesAway(question, triple)) return noResult('no-question', question);

  const { generator, prompts, settings, seed, passageId } = context;
  const answers = await ask(
    generator,
    {
      prompt: prompts.get('heqa-answer'),
      variables: { question },
      parse: readAnswer,
      n: settings.headDraws,
      temperature: settings.temperature,
      seed: subSeed(seed, passageId, 'heqa', triple.id),
    },
    options,
  );
  const gap = showTriple({ ...triple, head: '?' });
  return judgeEach({ asked: question, answers, expected: triple.head, context: gap }, context.judge, options);
}

async function phraseQuestion(
  { head, relation, tail }: Triple,
  known: readonly Triple[],
  { analyst, prompts }: TaskContext,
  options?: CallOptions,
): Promise<Asked<string>> {
  const rejected: string[] = [];
  for (;;) {
    const asked = await askOnce(
      analyst,
      {
        prompt: prompts.get('heqa-question'),
        variables: { head, relation, tail, known: known.map(showTriple), rejected },
        parse: readQuestion,
      },
      options,
    );
    if (asked.value === null || !givesAway(asked.value, { head, relation, tail })) return asked;
    rejected.push(asked.value);
    if (rejected.length === ATTEMPTS) return asked;
  }
}

/**
 * Whether a question holds the head: all of its words, or of a longer name the last word ("Einstein") or another
 * capitalised one ("Albert"), unless relation or tail hold that word too.
 */
export function givesAway(
  question: string,
  { head, relation, tail }: Pick<Triple, 'head' | 'relation' | 'tail'>,
): boolean {
  const words = wordsOf(head);
  const asked = new Set(wordsOf(question));
  if (words.length === 0) return false;
  if (words.every((word) => asked.has(word))) return true;
  if (words.length === 1) return false;
  const given = new Set(wordsOf(`${relation} ${tail}`));
  const names = capitalisedIn(head).filter((word) => word.length > 3 && !given.has(word));
  const named = new Set(capitalisedIn(question.replace(/^\W*\w+/, '')));
  return names.some((word) => named.has(word) || (word === words.at(-1) && asked.has(word)));
}

/** The normal forms of the words written with a capital, disambiguation in parentheses left out. */
function capitalisedIn(text: string): readonly string[] {
  return wordsOf((text.replace(/\([^()]*\)/g, ' ').match(/\p{Lu}[\p{L}\p{M}\p{N}]*/gu) ?? []).join(' '));
}

const wordsOf = (text: string): readonly string[] =>
  withoutStopWords(normaliseEntity(text).split(' ').filter(Boolean));
