/** The three reverse tasks (paper 3.4) as the authors put them: triple by triple, and every answer judged by itself. */
import { z } from 'zod';
import { mapAll } from '../common/map-all.ts';
import { randomFor, shuffled, subSeed } from '../common/random.ts';
import { withoutStopWords } from '../english/lexicon/stop-words.ts';
import { normaliseEntity } from '../english/normalise.ts';
import { type Asked, ask, askOnce, jsonAnswer, type UnusableReason } from '../models/ask.ts';
import type { CallOptions } from '../models/chat-model.ts';
import type { Draw, MissingReason, TaskResult, Triple } from '../passage.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { noResult, scoreDraws } from './task-result.ts';
import { verdictList } from './verdict-list.ts';
import type { TaskContext } from './verifier.ts';

/** A question that contains its own answer is requested once more. */
const ATTEMPTS = 2;

const readQuestion = jsonAnswer(
  z.object({ question: z.string().trim().min(1) }).transform((row) => row.question),
);

export const headAnswer = z
  .object({ answer: z.union([z.string(), z.number()]).transform(String) })
  .transform(({ answer }) => answer.trim());
const readAnswer = jsonAnswer(headAnswer);

/**
 * HEQA, head entity by question answering (paper 3.4): the analyst phrases a question whose answer is h_i, within
 * the facts f_t \ {i}; the model under evaluation answers it N_A times;  S_h = N_h / N_A,  N_h = answers that
 * match h_i.
 */
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
  return judgeEach({ asked: question, answers, expected: triple.head, context: gap }, context, options);
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

export const relationAnswer = z
  .object({ relation: z.string().trim().min(1) })
  .transform(({ relation }) => relation);
const readRelation = jsonAnswer(relationAnswer);

/**
 * RR, relation regeneration (paper 3.4): (h_i, [MASK], t_i), with f_t \ {i} as given information, is completed
 * N_p times by the model under evaluation;  S_r = N_c / N_p,  N_c = predictions that mean the same as r_i.
 */
export async function verifyRelation(
  triple: Triple,
  known: readonly Triple[],
  context: TaskContext,
  options?: CallOptions,
): Promise<TaskResult> {
  const { generator, prompts, settings, seed, passageId } = context;
  const { head, relation, tail } = triple;
  const answers = await ask(
    generator,
    {
      prompt: prompts.get('relation-answer'),
      variables: { head, tail, known: known.map(showTriple) },
      parse: readRelation,
      n: settings.relationDraws,
      temperature: settings.relationTemperature ?? settings.temperature,
      seed: subSeed(seed, passageId, 'rr', triple.id),
    },
    options,
  );
  const asked = showTriple({ head, relation: '[MASK]', tail });
  return judgeEach({ asked, answers, expected: relation, context: asked }, context, options);
}

/** A triple with the wrong options found for it. */
export interface TailQuestion {
  triple: Triple;
  distractors: readonly string[];
}

/**
 * FTSTE, fact triple selection by tail entity (paper 3.4): among t_i and replacements of the same type, in an
 * order shuffled anew for each draw, the model under evaluation selects N_s times;  S_t = N_t / N_s,
 * N_t = selections of t_i. One result a question, in order. All draws of all questions share the limit on calls at once.
 */
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

interface EqualityQuestion {
  /** The question or masked triple as put to the model, for the record. */
  asked: string;
  answers: readonly Asked<string>[];
  expected: string;
  /** The masked triple, for the judge model. */
  context: string;
}

/** Equality as in the authors' scripts: the judge model is shown every answer in a separate call. */
async function judgeEach(
  { asked, answers, expected, context }: EqualityQuestion,
  { judge, prompts }: TaskContext,
  options?: CallOptions,
): Promise<TaskResult> {
  const judgeOne = async (answer: string) => {
    const variables = { expected, context, candidates: [answer] };
    const parse = verdictList('same', 1);
    return askOnce(judge, { prompt: prompts.get('judge-equal'), variables, parse }, options);
  };
  const failures: UnusableReason[] = [];
  // Sequential: the triples of a passage are judged concurrently already.
  const draws = await mapAll(
    answers,
    async ({ value, reason, raw }): Promise<Draw> => {
      if (value === null) {
        failures.push(reason);
        return { answer: raw, match: null, matchedBy: null };
      }
      const judged = await judgeOne(value);
      const match = judged.value?.[0] ?? null;
      if (match === null) failures.push(judged.reason ?? 'unparsable');
      return { answer: value, match, matchedBy: match ? 'judge' : null };
    },
    { concurrency: 1 },
  );
  return scoreDraws(asked, draws, failures);
}
