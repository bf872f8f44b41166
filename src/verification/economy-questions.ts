/**
 * What HEQA, RR and FTSTE (paper 3.4) can ask about the triples of a passage. The analyst prepares all of it in one
 * request: for each triple a question with one answer, whether its relation can be told from head and tail, and wrong
 * tails; or that there is none, and why. What does not stand the checks here is not asked either; nothing is
 * prepared a second time.
 *
 * No question is helped by the facts of f_t: a head that they tell is given back whatever the tested fact says, and the
 * masked triples of a passage are completed together, so that a known fact would be the answer of another one.
 */
import { z } from 'zod';
import type { IdentityIndex } from '../graph/identity.ts';
import type { Asked } from '../models/ask.ts';
import { askList } from './ask-list.ts';
import type { CallOptions } from '../models/chat-model.ts';
import type { MissingReason, Task, TaskResult, Triple } from '../passage.ts';
import { normaliseEntity } from '../english/normalise.ts';
import { showTriple } from '../triples/triple-parts.ts';
import { chooseDistinct, isOfForm, tailsOf } from './distractors.ts';
import { namesHead } from './leaks.ts';
import { noResult } from './task-result.ts';
import { yesOrNo } from './verdict-list.ts';
import type { TaskContext, VerificationSettings } from './verifier.ts';

/** A question, or the result of a task that has none. */
export type Prepared<T> = { value: T; instead: null } | { value: null; instead: TaskResult };

export interface PreparedTriple {
  triple: Triple;
  /** A question and its answer: the head, or the name in it that is asked for. */
  head: Prepared<{ question: string; answer: string }>;
  relation: Prepared<true>;
  tail: Prepared<readonly string[]>;
}

/** Results of a task by triple id, for triples without a question. */
export const unaskedIn = (prepared: readonly PreparedTriple[], task: Task): Map<string, TaskResult> =>
  new Map(prepared.flatMap(({ triple: { id }, [task]: { instead } }) => (instead ? [[id, instead]] : [])));

export interface PreparationInput {
  triples: readonly Triple[];
  identity: IdentityIndex;
  /** Triples in one request, at most. */
  size: number;
}

/** One record a triple, in order. */
export async function prepareTriples(
  input: PreparationInput,
  { analyst, prompts, settings }: Pick<TaskContext, 'analyst' | 'prompts' | 'settings'>,
  options?: CallOptions,
): Promise<PreparedTriple[]> {
  const question = {
    prompt: prompts.get('reverse-questions'),
    variables: (group: readonly Triple[]) => ({
      facts: group.map(showTriple),
      count: settings.distractors,
      parts: partsWanted(settings),
    }),
    ...{ list: 'facts', item: readItem, size: input.size },
  };
  const items = await askList(analyst, input.triples, question, options);
  return input.triples.map((triple, index) => {
    const item = items[index] as Asked<Item>;
    if (item.value === null) {
      const lost = { value: null, instead: noResult(item.reason, null, item.raw) } as const;
      return { triple, head: lost, relation: lost, tail: lost };
    }
    return {
      triple,
      head: headOf(item, triple),
      relation: relationOf(item, triple),
      tail: tailOf(item, triple, { input, count: settings.distractors }),
    };
  });
}

/** An answer may be unreadable in only one part. */
const readItem = z.looseObject({});
type Item = z.infer<typeof readItem>;

const partsWanted = ({ head, relation, tail }: VerificationSettings): string =>
  [
    ...(head ? ['question, answer, kind'] : []),
    ...(relation ? ['relation'] : []),
    ...(tail ? ['tails'] : []),
  ].join(', ');

const readQuestion = z.object({
  question: z.string().transform((text) => text.replace(/\s+/g, ' ').trim()),
  answer: z.string().catch(''),
  kind: z.string().catch('one'),
});
const readRelation = z.object({ relation: yesOrNo });
const readTails = z.object({
  tails: z
    .array(z.unknown())
    .transform((tails) =>
      tails.flatMap((tail) => (typeof tail === 'string' || typeof tail === 'number' ? [String(tail)] : [])),
    ),
});

/** Why there is no question, by the analyst's reason. */
const NO_QUESTION: Readonly<Record<string, MissingReason>> = {
  several: 'several-answers',
  named: 'names-itself',
  'no-name': 'no-question',
};

function headOf(item: Asked<Item>, triple: Triple): PreparedTriple['head'] {
  const read = readQuestion.safeParse(item.value).data;
  if (read === undefined) return missing('unparsable', null, item.raw);
  const { question, answer, kind } = read;
  const reason = NO_QUESTION[kind.trim().toLowerCase()];
  if (reason !== undefined) return missing(reason);
  if (question === '') return missing('no-question');
  if (namesHead(question, triple)) return missing('names-itself', question);
  return {
    value: { question, answer: isPartOf(answer, triple.head) ? answer.trim() : triple.head },
    instead: null,
  };
}

function relationOf(item: Asked<Item>, triple: Triple): PreparedTriple['relation'] {
  const asked = maskedTriple(triple);
  const read = readRelation.safeParse(item.value).data;
  if (read === undefined) return missing('unparsable', asked, item.raw);
  return read.relation ? { value: true, instead: null } : missing('undecidable', asked);
}

function tailOf(
  item: Asked<Item>,
  triple: Triple,
  { input: { triples, identity }, count }: { input: PreparationInput; count: number },
): PreparedTriple['tail'] {
  const asked = showTriple({ ...triple, tail: '?' });
  const read = readTails.safeParse(item.value).data;
  if (read === undefined) return missing('unparsable', asked, item.raw);
  const taken = tailsOf(triple, triples, identity);
  const fitting = read.tails.filter((tail) => isOfForm(tail, triple.tail));
  const chosen = chooseDistinct(fitting, { taken, count, identity });
  // one honest option is enough: "none of these" and "I cannot say" stand beside it
  if (chosen.length === 0) return missing('no-distractors', asked);
  return { value: chosen, instead: null };
}

export const maskedTriple = (triple: Triple): string => showTriple({ ...triple, relation: '[MASK]' });

const missing = (reason: MissingReason, asked: string | null = null, raw: string | null = null) =>
  ({ value: null, instead: noResult(reason, asked, raw) }) as const;

/** Whether a name is made of words of another. */
function isPartOf(name: string, whole: string): boolean {
  const words = new Set(normaliseEntity(whole).split(' '));
  const own = normaliseEntity(name).split(' ').filter(Boolean);
  return own.length > 0 && own.every((word) => words.has(word));
}
