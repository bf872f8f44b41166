/**
 * FTSTE, fact triple selection by tail entity (paper 3.4): among t_i and replacements of the same type, in an
 * order shuffled anew for each draw, the model under evaluation selects N_s times;  S_t = N_t / N_s,
 * N_t = selections of t_i.
 */

import { z } from 'zod';
import { mapAll } from '../common/map-all.ts';
import { type Asked, askOnce, jsonAnswer } from '../models/ask.ts';
import type { CallOptions } from '../models/chat-model.ts';
import type { Draw, MissingReason, TaskResult, Triple } from '../passage.ts';
import { randomFor, shuffled, subSeed } from '../common/random.ts';
import { showTriple } from '../triples/triple-parts.ts';
import type { TaskContext } from './verifier.ts';
import { noResult, scoreDraws } from './task-result.ts';

/** A triple with the wrong options found for it. */
export interface TailQuestion {
  triple: Triple;
  distractors: readonly string[];
}

/** One result a question, in order. All draws of all questions share the limit on calls at once. */
export async function verifyTails(
  questions: readonly TailQuestion[],
  context: TaskContext,
  options?: CallOptions,
): Promise<TaskResult[]> {
  const rows = questions.flatMap(({ triple, distractors }) => {
    const draws = distractors.length === 0 ? 0 : context.settings.tailDraws;
    const all = [triple.tail, ...distractors];
    return Array.from({ length: draws }, (_, draw) => ({ triple, all, draw }));
  });
  const selected = await mapAll(rows, async (row) => ({
    id: row.triple.id,
    asked: await select(row, context, options),
  }));
  return questions.map((question) => {
    const own = selected.filter(({ id }) => id === question.triple.id).map(({ asked }) => asked);
    const asked = optionsAsked(question);
    if (question.distractors.length === 0) return noResult('no-distractors', asked);
    return scoreSelections({ asked, tail: question.triple.tail }, own);
  });
}

/** The question for the record: the triple without its tail, and the options. */
export function optionsAsked({ triple, distractors }: TailQuestion): string {
  const gap = showTriple({ ...triple, tail: '?' });
  return distractors.length === 0 ? gap : `${gap}: ${[triple.tail, ...distractors].join(' | ')}`;
}

/** The result of a question from the chosen options. @param abstention the option that abstains */
export function scoreSelections(
  { asked, tail, abstention }: { asked: string; tail: string; abstention?: string },
  selected: readonly Asked<string>[],
): TaskResult {
  const failures: MissingReason[] = [];
  const draws = selected.map(({ value, reason, raw }): Draw => {
    if (value !== null && value !== abstention) {
      const match = value === tail;
      return { answer: value, match, matchedBy: match ? 'normalised' : null };
    }
    failures.push(reason ?? 'abstained');
    return { answer: value ?? raw, match: null, matchedBy: null };
  });
  return scoreDraws(asked, draws, failures);
}

function select(
  { triple, all, draw }: { triple: Triple; all: readonly string[]; draw: number },
  { generator, prompts, settings, seed, passageId }: TaskContext,
  options?: CallOptions,
): Promise<Asked<string>> {
  const { id, head, relation } = triple;
  const order = shuffled(all, randomFor(seed, passageId, 'ftste', id, draw));
  return askOnce(
    generator,
    {
      prompt: prompts.get('tail-select'),
      variables: { head, relation, options: order },
      parse: (text) => readOption(text, order),
      temperature: settings.temperature,
      // Draws with the same random order are still separate draws.
      seed: subSeed(seed, passageId, 'ftste', id, draw, 'answer'),
    },
    options,
  );
}

export const tailAnswer = z
  .object({ option: z.union([z.number(), z.string()]) })
  .transform(({ option }) => option);
const readNumber = jsonAnswer(tailAnswer);

function readOption(text: string, order: readonly string[]): string | null {
  return optionNamed(readNumber(text) ?? text.trim(), order);
}

/** The option an answer names by its number or, where that is no number of an option, its text; null otherwise. */
export function optionNamed(answer: string | number, order: readonly string[]): string | null {
  const byText = order.find((name) => name === String(answer).trim());
  const number = /^(?:option\s*)?\(?(\d+)(?:[.):]|$)/i.exec(String(answer).trim())?.[1];
  const byNumber = number === undefined ? undefined : order[Number(number) - 1];
  return (typeof answer === 'number' ? (byNumber ?? byText) : (byText ?? byNumber)) ?? null;
}
